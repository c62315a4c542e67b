#!/usr/bin/python3
"""What became of words when the focus went: focusloss.py SENTENCE_LOG READINGS_LOG MOMENT

The logs are those of sentence.py and watch.py. Prints how many words were finished at that moment, how many of them were not put into a field, and how many strokes of before it came into a
field half a second later, when the focus was elsewhere.
"""
import sys

from logs import Readings, Sentence

sentence, readings, moment = Sentence(sys.argv[1]), Readings(sys.argv[2]), float(sys.argv[3])
first = min(readings.ink | set(readings.came), default=0)
finished = [index for index, up in sentence.ups.items() if up < moment]
absent = [index for index in finished if first + sentence.ends[index] - 1 not in readings.came]
before = first + sum(lift < moment for lift in sentence.lifts)
strange = [stroke for stroke, stamp in readings.came.items() if stroke < before and stamp > moment + 0.5]
print(len(finished), len(absent), len(strange))
