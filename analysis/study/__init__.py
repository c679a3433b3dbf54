"""A study's folder, read and checked: files in, validated frames out."""
