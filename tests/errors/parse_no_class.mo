// A file with a comment only.
