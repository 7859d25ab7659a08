"""The command line, one file per command: a file without a leading underscore that offers `command`."""
