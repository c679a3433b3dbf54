"""How fast this is, measured beside what others would write: `make bench`."""
