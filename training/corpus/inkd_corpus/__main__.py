"""`python -m inkd_corpus`."""

from inkd_corpus.command import main

main()
