"""From results to pages: numbers, sentences, tables, figures, site; and the engines that render it."""
