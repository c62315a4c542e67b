"""What the logs of sentence.py, of watch.py and of applications say."""
import ast
import json


class Sentence:
    """Of sentence.py: by a word's number when it was begun and finished, and how many strokes there are up to its end; and when the pen was lifted."""

    def __init__(self, path):
        self.downs, self.ups, self.ends, self.lifts = {}, {}, {}, []
        for line in open(path):
            stamp, what, index, rest = line.rstrip("\n").split(" ", 3)
            if what == "DOWN":
                self.downs[int(index)] = float(stamp)
            elif what == "UP":
                self.ups[int(index)] = float(stamp)
            elif what == "STROKES":
                self.ends[int(index)] = int(rest)
            elif what == "LIFT":
                self.lifts.append(float(stamp))

    def times(self, came):
        """Milliseconds until words are in the field: of those that are followed by another, sorted, and of the last one. CAME is when each was, by its number.

        A word that is followed by another counts from the beginning of the next one, or from its own end where it was in the field before that; the
        last word from its end.
        """
        times = []
        for index in sorted(came):
            start = self.ups[index] if index + 1 == len(self.ups) else min(self.downs[index + 1], max(came[index], self.ups[index]))
            times.append(max(0, came[index] - start) * 1000)
        last = times.pop()
        return sorted(times), last


class Readings:
    """Of watch.py: the texts that were taken, the words that were read last, all strokes that were read, and when each came into the field."""

    def __init__(self, path):
        self.taken, self.pieces, self.struck, self.ink, self.came = [], [], 0, set(), {}
        for event in open(path):
            stamp, change, text = event.rstrip("\n").split(" ", 2)
            if change == "taken":
                self.taken.append(text)
            elif change == "INK":
                self.ink |= set(map(int, text.split()))
            elif change == "WORDS":
                # words that are read anew take the place of those that have some of their strokes; others of the line stay, for its ink may be gone from inkd
                words = [(set(strokes), word) for strokes, word in json.loads(text)]
                strokes = set().union(*(word[0] for word in words))
                self.pieces = [piece for piece in self.pieces if not piece[0] & strokes] + words
            elif change == "STROKES":
                for stroke in map(int, text.split()):
                    self.came.setdefault(stroke, float(stamp))
            elif change == "gesture" and self.taken and self.pieces:
                # written over the word before, and read as striking it out
                self.taken.pop()
                self.pieces.pop()
                self.struck += 1

    @property
    def words(self):
        return [text for _, text in self.pieces]


def texts(path):
    """The texts that a field had one after the other, each with the time."""
    changes = (line.rstrip("\n").split(" ", 2) for line in open(path))
    return [(float(change[0]), ast.literal_eval(change[2])) for change in changes if change[1] == "TEXT"]


def left_out(letters, taken):
    """How many of the texts that were taken are left out, at least, where the others make these letters in their order; None if they do not. A text that is exchanged
    may take the last words of the one before along: of that only the first ones count."""
    least = {0: 0}
    for text in taken:
        words = text.split()
        after = {place: count + 1 for place, count in least.items()}
        for place, count in least.items():
            end = place
            for word in map(signs, words):
                if not letters.startswith(word, end):
                    break
                end += len(word)
                after[end] = min(count, after.get(end, count))
        least = after
    return least.get(len(letters))


def signs(text):
    """Without spaces and capitals, which depend on what stands before, and with straight quotation marks, which LibreOffice makes round."""
    return "".join(text.split()).lower().translate({0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})


def middle_and_high(times):
    """p50 and p95."""
    return times[len(times) // 2], times[int(len(times) * 0.95)]
