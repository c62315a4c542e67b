"""Sets a formula as a hand would: every symbol gets a drawing and a box, in the order of writing.

A capital letter is 1 high; y grows downwards, the baseline of the outermost row is y = 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..ink import Strokes
from .grammar import ACCENTS
from .hand import CENTRED, Hand
from .node import Node
from .radical import radical
from .symbols import Inks


@dataclass(slots=True)
class Item:
    """A symbol: its class, its drawing, and the box [left, top, right, bottom] that the drawing fills."""

    label: str
    strokes: Strokes
    box: list[float]
    late: bool = False


@dataclass(slots=True)
class Typesetter:
    """Sets one formula."""

    inks: Inks
    hand: Hand
    random: np.random.Generator
    items: list[Item] = field(default_factory=list)

    def set(self, node: Node, x: float = 0.0, line: float = 0.0, size: float = 1.0) -> float:
        """Sets the node from x on the baseline `line` with capitals `size` high; returns its right edge."""
        match node.kind:
            case "symbol":
                return self._put(node.text, x, line, size)
            case "number" | "function":
                gap = self.hand.gap * (0.6 if node.kind == "number" else 0.4)
                for place, sign in enumerate(node.text):
                    x = self._put(sign, x + (self._gap(gap, size) if place else 0.0), line, size)
                return x
            case "row":
                for place, part in enumerate(node.parts):
                    wide = 1.25 if part.text in CENTRED or (place and node.parts[place - 1].text in CENTRED) else 1.0
                    x = self.set(part, x + (self._gap(self.hand.gap * wide, size) if place else 0.0), line, size)
                return x
            case "fraction":
                return self._fraction(node, x, line, size)
            case "root":
                return self._root(node, x, line, size)
            case "fenced":
                return self._fenced(node, x, line, size)
            case "accent":
                return self._accent(node, x, line, size)
            case "large":
                return self._large(node, x, line, size)
        return self._script(node, x, line, size)

    # MARK: boxes

    def _off(self, deviation: float) -> float:
        return min(max(self.random.normal(), -2.5), 2.5) * deviation

    def _between(self, low: float, high: float) -> float:
        return low + (high - low) * self.random.random()

    def _gap(self, gap: float, size: float) -> float:
        return (gap + self._off(self.hand.gap_jitter)) * size

    def _ink(self, label: str) -> Strokes:
        inks = self.inks[label]
        return inks[self.random.integers(len(inks))]

    def _bounds(self, first: int) -> tuple[float, float, float, float]:
        boxes = [item.box for item in self.items[first:]]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)

    def _move(self, first: int, last: int, x: float, y: float) -> None:
        for item in self.items[first:last]:
            box = item.box
            item.box = [box[0] + x, box[1] + y, box[2] + x, box[3] + y]

    # MARK: symbols

    def _put(self, label: str, x: float, line: float, size: float) -> float:
        """One symbol at its place beside the baseline."""
        if label == "-" and self.random.random() < 0.4:
            length = self._between(0.35, 0.75) * size
            self._line(label, x, line - (self.hand.axis + self._off(self.hand.line_jitter)) * size, x + length)
            return x + length
        strokes = self._ink(label)
        width, height = np.concatenate(strokes).max(0).tolist()
        size *= np.exp(self._off(self.hand.size_jitter))
        line += self._off(self.hand.line_jitter) * size
        top, bottom, most = self.hand.extent(label, width, height, self.random)
        wide = (top - bottom) * width / max(height, 1e-6) * np.exp(self._off(0.1)) if height > 0.02 else most
        if self.random.random() < 0.3:
            # some hands write narrow
            most = min(most, self._between(0.55, 1.0) * max(top - bottom, 0.5))
        wide = min(wide, most)
        left = x
        self.items.append(Item(label, strokes, [left, line - top * size, left + wide * size, line - bottom * size]))
        return left + wide * size

    def _line(self, label: str, left: float, y: float, right: float) -> None:
        """A horizontal line, as long as it must be."""
        along = np.linspace(0, 1, 14)
        bow, tilt = self._off(0.012), self._off(0.015)
        length = right - left
        wave = bow * 4 * along * (1 - along) + tilt * (along - 0.5) + self.random.normal(0, 0.003, 14)
        points = np.stack([left + length * along, y + min(length, 3.0) * wave], 1)
        if self.random.random() < 0.05:
            points = points[::-1]
        self._absolute(label, [points.astype(np.float32)])

    def _absolute(self, label: str, strokes: Strokes) -> None:
        points = np.concatenate(strokes)
        low, high = points.min(0), points.max(0)
        self.items.append(Item(label, [s - low for s in strokes], [*low.tolist(), *high.tolist()]))

    # MARK: parts

    def _fraction(self, node: Node, x: float, line: float, size: float) -> float:
        own = size * self._between(0.62, 1.0)
        axis = line - self.hand.axis * size
        first = len(self.items)
        self.set(node.parts[0], 0.0, 0.0, own)
        upper = self._bounds(first)
        middle = len(self.items)
        late = self.hand.late_bars
        if not late:
            self.items.append(Item("-", [], [0.0] * 4))
        second = len(self.items)
        self.set(node.parts[1], 0.0, 0.0, own)
        lower = self._bounds(second)
        widths = upper[2] - upper[0], lower[2] - lower[0]
        overhang = self._between(-0.02, 0.3) * size
        width = max(max(widths) + 2 * overhang, 0.5 * size)
        gaps = [max(0.03, self._between(0.08, 0.3) + self._off(0.04)) * size for _ in range(2)]
        lean = [self._off(0.08) * (width - w) for w in widths]
        self._move(first, middle, x + (width - widths[0]) / 2 - upper[0] + lean[0], axis - gaps[0] - upper[3])
        self._move(second, len(self.items), x + (width - widths[1]) / 2 - lower[0] + lean[1], axis + gaps[1] - lower[1])
        self._line("-", x, axis, x + width)
        bar = self.items.pop()
        if late:
            self.items.append(bar)
        else:
            self.items[middle] = bar
        return x + width

    def _script(self, node: Node, x: float, line: float, size: float) -> float:
        base, lower, upper = node.parts
        first = len(self.items)
        right = self.set(base, x, line, size)
        if base.kind == "function" and base.text == "lim":
            return self._below(lower, first, x, right, size)
        top, bottom = self._bounds(first)[1], self._bounds(first)[3]
        edge = right
        order = [(upper, True), (lower, False)]
        for part, raised in order if self.random.random() < 0.5 else order[::-1]:
            if part is None:
                continue
            own = size * self.hand.script * np.exp(self._off(0.1))
            start = len(self.items)
            gap = max(-0.05, self._between(-0.02, 0.14) + self._off(0.04)) * size
            self.set(part, right + gap, 0.0, own)
            box = self._bounds(start)
            if part.text == r"\prime":
                self._move(start, len(self.items), 0, min(top, line - 0.85 * size) + self._between(-0.15, 0.1) * size - box[1])
            elif raised:
                height = min(top, line - 0.6 * size)
                self._move(start, len(self.items), 0, height + self._between(-0.12, 0.22) * size - box[3])
            else:
                low = max(bottom, line) if base.kind != "symbol" else line
                self._move(start, len(self.items), 0, low + self._between(0.18, 0.45) * size)
            edge = max(edge, self._bounds(start)[2])
        return edge

    def _below(self, lower: Node, first: int, x: float, right: float, size: float) -> float:
        bottom = self._bounds(first)[3]
        start = len(self.items)
        self.set(lower, 0.0, 0.0, size * self._between(0.45, 0.65))
        box = self._bounds(start)
        middle = (x + right) / 2 + self._off(0.08) * size
        self._move(start, len(self.items), middle - (box[0] + box[2]) / 2, bottom + self._between(0.1, 0.35) * size - box[1])
        left = self._bounds(start)[0]
        if left < x:
            self._move(first, len(self.items), x - left, 0.0)
        return self._bounds(first)[2]

    def _root(self, node: Node, x: float, line: float, size: float) -> float:
        inside, index = node.parts
        place = len(self.items)
        self.items.append(Item(r"\surd", [], [0.0] * 4))
        if index is not None:
            start = len(self.items)
            self.set(index, x, 0.0, size * self._between(0.35, 0.5))
            box = self._bounds(start)
            self._move(start, len(self.items), 0.0, line - 0.62 * size - box[3] + self._off(0.05) * size)
        hook = self._between(0.3, 0.55) * size
        left = x + (max(0.0, box[2] - x - 0.6 * hook) if index is not None else 0.0)
        first = len(self.items)
        right = self.set(inside, left + hook + self._between(0.02, 0.15) * size, line, size * self._between(0.9, 1.0))
        box = self._bounds(first)
        top = min(box[1], line - 0.7 * size) - self._between(0.06, 0.25) * size
        bottom = max(box[3], line) + self._between(-0.12, 0.1) * size
        right += self._between(-0.05, 0.2) * size
        if index is not None:
            # the index stands on the hook's arm
            start, arm = place + 1, top + 0.5 * (bottom - top)
            foot = max(item.box[3] for item in self.items[start:first])
            self._move(start, first, 0.0, arm - foot + self._off(0.05) * size)
        self._radical(left, top, left + hook, right, bottom)
        self.items[place] = self.items.pop()
        return right

    def _radical(self, left: float, top: float, corner: float, right: float, bottom: float) -> None:
        """A root sign: somebody's hook, and the line over the radicand."""
        self._absolute(r"\surd", radical(self._ink(r"\surd"), (left, top, right, bottom), corner, self.random))

    def _fenced(self, node: Node, x: float, line: float, size: float) -> float:
        place = len(self.items)
        self.items.append(Item("", [], [0.0] * 4))
        wide = self._between(0.12, 0.34) * size
        gap = self._between(0.02, 0.16) * size
        right = self.set(node.parts[0], x + wide + gap, line, size)
        box = self._bounds(place + 1)
        top = min(box[1], line - self._between(0.75, 1.0) * size) - self._between(-0.05, 0.15) * size
        bottom = max(box[3], line) + self._between(-0.05, 0.2) * size
        right += self._between(0.02, 0.16) * size
        for label, left in ((node.text, x), (node.close, right)):
            own = 0.02 * size if label == "|" else wide * np.exp(self._off(0.15))
            low, high = top + self._off(0.05) * size, bottom + self._off(0.05) * size
            strokes = self._ink(label)
            if label == "|":
                own = min(0.2, np.concatenate(strokes)[:, 0].max()) * (high - low) * 0.5
            self.items.append(Item(label, strokes, [left, low, left + own, high]))
        self.items[place], self.items[-2:] = self.items[-2], [self.items[-1]]
        return self.items[-1].box[2]

    def _accent(self, node: Node, x: float, line: float, size: float) -> float:
        first = len(self.items)
        right = self.set(node.parts[0], x, line, size)
        left, top, edge, _ = self._bounds(first)
        label = ACCENTS[node.text]
        width = max((edge - left) * self._between(0.6, 1.2), 0.25 * size)
        middle = (left + edge) / 2 + self._off(0.05) * size
        foot = top - self._between(0.05, 0.22) * size
        if node.text == "bar":
            self._line(label, middle - width / 2, foot, middle + width / 2)
            return max(right, middle + width / 2)
        strokes = self._ink(label)
        wide, high = np.maximum(np.concatenate(strokes).max(0), 1e-3).tolist()
        height = min(width * high / wide, self._between(0.15, 0.3) * size)
        self.items.append(Item(label, strokes, [middle - width / 2, foot - height, middle + width / 2, foot]))
        return max(right, middle + width / 2)

    def _large(self, node: Node, x: float, line: float, size: float) -> float:
        integral = node.text in (r"\int", r"\iint", r"\oint")
        axis = line - self.hand.axis * size
        height = size * (self._between(1.4, 2.5) if integral else self._between(1.2, 2.0))
        strokes = self._ink(node.text)
        wide, high = np.maximum(np.concatenate(strokes).max(0), 1e-3).tolist()
        width = height * min(wide / high, 0.75 if integral else 1.3)
        first = len(self.items)
        axis += self._off(0.05) * size
        self.items.append(Item(node.text, strokes, [x, axis - height / 2, x + width, axis + height / 2]))
        beside = integral and self.random.random() < 0.6
        lower, upper = node.parts
        for part, below in ((lower, True), (upper, False)):
            if part is None:
                continue
            start = len(self.items)
            self.set(part, 0.0, 0.0, size * self._between(0.45, 0.68))
            box = self._bounds(start)
            if beside:
                left = x + width * (self._between(0.5, 1.0) if below else 1.0) + self._between(0.02, 0.12) * size
                y = axis + height * (0.5 if below else -0.5) + self._off(0.06) * size
                self._move(start, len(self.items), left - box[0], y - (box[1] + box[3]) / 2)
            else:
                middle = x + width / 2 + self._off(0.08) * size
                gap = self._between(0.04, 0.25) * size
                y = axis + height / 2 + gap - box[1] if below else axis - height / 2 - gap - box[3]
                self._move(start, len(self.items), middle - (box[0] + box[2]) / 2, y)
        left = self._bounds(first)[0]
        if left < x:
            self._move(first, len(self.items), x - left, 0.0)
        return self._bounds(first)[2]
