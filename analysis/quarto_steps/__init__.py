"""The steps that Quarto runs before and after a render; see `_quarto.yml`."""
