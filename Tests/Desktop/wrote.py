#!/usr/bin/python3
"""Whether what was read stands behind what a field had: wrote.py WATCH_LOG BEFORE AFTER [begun]

BEFORE and AFTER are the field's texts. What is new is, letter by letter, all that was taken (a word that was exchanged later is there twice), or each stroke
as it was read last; or as many words as were read last, each of them taken, in that order (a word in the field stays as it was taken where it is read otherwise
later). Of long writing, in which words may be parted otherwise when they are read again, it is all taken texts but those that others were exchanged for, and every
stroke has been taken. With "begun" the end of what was read may be missing, for the focus went.
"""
import sys

from logs import Readings, left_out, signs

read = Readings(sys.argv[1])
before, after = sys.argv[2:4]
own, last = signs(after)[len(signs(before)) :], signs("".join(read.words))
later = iter("".join(read.taken).lower().split())
words = after[len(before) :].lower().split()
is_kept = len(words) == len(" ".join(read.words).split()) and all(word in later for word in words)
is_long = len(words) > 50 and not read.ink - set(read.came) and left_out(own, read.taken) is not None
is_right = is_kept or is_long or own == signs("".join(read.taken)) or (last.startswith(own) if "begun" in sys.argv[4:] else own == last)
sys.exit(not (own and signs(after).startswith(signs(before)) and is_right))
