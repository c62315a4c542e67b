internal import Glibc
internal import Ink

/// What a mark covers on its way along a line: polygons that all turn the same way, so that filling them by the nonzero rule covers each
/// point of the sweep once. A new polygon begins wherever the line turns more sharply than the mark is wide, where the inner edge of a single one would
/// turn inside out.
struct Sweep {
    /// How far a polygon may lie beside the true edge of a round end.
    var tolerance: Double
    /// How far a polygon may turn in all before the next begins, in radians: below π it cannot overlap itself.
    var longestTurn = Double.infinity
    /// Whether the beginning is cut off straight instead of round.
    var isFlatAtStart = false
    /// Whether the end is cut off straight instead of round.
    var isFlatAtEnd = false

    /// A way from one mark to the next.
    private struct Chord {
        var direction: Place
        var length: Double

        init?(_ a: Mark, _ b: Mark) {
            let (dx, dy) = (b.centre.x - a.centre.x, b.centre.y - a.centre.y)
            length = (dx * dx + dy * dy).squareRoot()
            guard length > 0, length.isFinite else { return nil }
            direction = Place(x: dx / length, y: dy / length)
        }

        /// To the left of the direction where y grows upwards.
        var normal: Place { Place(x: -direction.y, y: direction.x) }

        func turn(to next: Chord) -> Double {
            let (a, b) = (direction, next.direction)
            return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
        }
    }

    func polygons(_ marks: [Mark]) -> [[Place]] {
        guard let first = marks.first else { return [] }
        var (line, chords): ([Mark], [Chord]) = ([first], [])
        for mark in marks.dropFirst() {
            guard let last = line.last, let chord = Chord(last, mark) else { continue }
            line.append(mark)
            chords.append(chord)
        }
        guard !chords.isEmpty else { return [dot(marks.max { $0.reach < $1.reach } ?? first)] }
        var polygons: [[Place]] = []
        var (begin, turned) = (0, 0.0)
        for corner in 1...chords.count {
            if corner < chords.count {
                let turn = chords[corner - 1].turn(to: chords[corner])
                turned += abs(turn)
                let room = min(chords[corner - 1].length, chords[corner].length)
                if line[corner].reach * tan(min(abs(turn) / 2, 1.5)) <= 0.9 * room, turned <= longestTurn { continue }
            }
            let ends = (isFlatAtStart && begin == 0, isFlatAtEnd && corner == chords.count)
            polygons.append(polygon(line[begin...corner], chords[begin..<corner], flat: ends))
            (begin, turned) = (corner, 0)
        }
        return polygons
    }

    /// All around, without coming back to where it began.
    private func dot(_ mark: Mark) -> [Place] { fan(mark, from: Place(x: 1, y: 0), turning: -2 * .pi).dropLast() }

    private func polygon(_ marks: ArraySlice<Mark>, _ chords: ArraySlice<Chord>, flat: (start: Bool, end: Bool)) -> [Place] {
        guard let first = chords.first, let last = chords.last, let start = marks.first, let end = marks.last else { return [] }
        var left = flat.start ? [start.edge(first.normal)] : []
        var right = flat.start ? [start.edge(opposite(first.normal))] : []
        for (mark, (a, b)) in zip(marks.dropFirst(), zip(chords, chords.dropFirst())) {
            let turn = a.turn(to: b)
            left += turn < 0 ? fan(mark, from: a.normal, turning: turn) : [mark.edge(between(a, b))]
            right += turn > 0 ? fan(mark, from: opposite(a.normal), turning: turn) : [mark.edge(opposite(between(a, b)))]
        }
        left += flat.end ? [end.edge(last.normal), end.edge(opposite(last.normal))] : fan(end, from: last.normal, turning: -.pi)
        return left + right.reversed() + (flat.start ? [] : fan(start, from: opposite(first.normal), turning: -.pi))
    }

    private func opposite(_ direction: Place) -> Place { Place(x: -direction.x, y: -direction.y) }

    /// The normal halfway from one chord's to the next one's.
    private func between(_ a: Chord, _ b: Chord) -> Place {
        let (n, m) = (a.normal, b.normal)
        let (x, y) = (n.x + m.x, n.y + m.y)
        let length = (x * x + y * y).squareRoot()
        return length > 0 ? Place(x: x / length, y: y / length) : n
    }

    /// The mark's edge from one direction as far as `turning` turns it: both ends, and what is needed between them.
    private func fan(_ mark: Mark, from direction: Place, turning: Double) -> [Place] {
        guard mark.reach > 0 else { return [mark.centre] }
        // A chord of this angle lies `tolerance` below the arc.
        let step = 2 * acos(max(0.5, 1 - tolerance / mark.reach))
        let count = max(1, min(64, Int((abs(turning) / step).rounded(.up))))
        return (0...count).map { index in
            let angle = turning * Double(index) / Double(count)
            let (x, y) = (direction.x, direction.y)
            return mark.edge(Place(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle)))
        }
    }
}
