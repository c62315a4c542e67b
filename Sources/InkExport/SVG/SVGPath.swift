internal import Ink

/// The data of an SVG path (SVG 1.1, 8.3) in its shortest form: each point is relative to the previous one, in hundredths of a millimeter.
/// The position of every point is rounded, not the difference of two points, so that errors do not add up.
struct SVGPath {
    /// A point in hundredths of a millimeter.
    private struct Step: Equatable {
        var x: Int
        var y: Int

        /// Creates a point. Coordinates far beyond any paper become the origin, because SVG numbers may not be able to represent them.
        init(_ place: Point) {
            func step(_ value: Double) -> Int { value.magnitude < 1e9 ? Int((value * 100).rounded()) : 0 }
            (x, y) = (step(place.x), step(place.y))
        }

        init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

        static func - (a: Step, b: Step) -> Step { Step(x: a.x - b.x, y: a.y - b.y) }
    }

    /// The path's data.
    private(set) var text = ""
    private var here = Step(x: 0, y: 0)
    /// The second control point of the previous curve; its mirror image is usually the first control point of the next curve.
    private var control: Step?
    private var command: Character?
    /// Whether the text ends with a number, and whether that number has a decimal point.
    private var endsNumber = (isNumber: false, hasPoint: false)

    /// Begins a new subpath at a point in millimeters.
    mutating func move(to place: Point) {
        let step = Step(place)
        // The first move is relative to the origin.
        write("m", [step - here])
        (here, control) = (step, nil)
    }

    /// Adds a straight line to a point in millimeters.
    mutating func line(to place: Point) {
        let step = Step(place)
        guard step != here else { return }
        write("l", [step - here])
        (here, control) = (step, nil)
    }

    /// Adds a cubic Bézier curve, with points in millimeters.
    mutating func curve(_ first: Point, _ second: Point, to place: Point) {
        let (a, b, end) = (Step(first), Step(second), Step(place))
        guard a != here || b != here || end != here else { return }
        let mirrored = control.map { Step(x: 2 * here.x - $0.x, y: 2 * here.y - $0.y) }
        if let mirrored, abs(mirrored.x - a.x) <= 1, abs(mirrored.y - a.y) <= 1 {
            write("s", [b - here, end - here])
        } else {
            write("c", [a - here, b - here, end - here])
        }
        (here, control) = (end, b)
    }

    /// Joins the end of the subpath to its beginning. Only a new subpath may follow.
    mutating func close() {
        text += "z"
        (command, control) = ("z", nil)
    }

    private mutating func write(_ name: Character, _ steps: [Step]) {
        // SVG treats coordinates without a letter after a move as a line.
        if command != name || name == "m", !(command == "m" && name == "l") {
            text.append(name)
            endsNumber = (false, false)
        }
        command = name
        for value in steps.flatMap({ [$0.x, $0.y] }) {
            let number = Self.text(value)
            // A sign or a second point ends the previous number.
            let isApart = number.hasPrefix("-") || endsNumber.hasPoint && number.hasPrefix(".")
            if endsNumber.isNumber, !isApart { text += " " }
            text += number
            endsNumber = (true, number.contains("."))
        }
    }

    /// Formats hundredths as a number without redundant zeros: 50 is ".5".
    static func text(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        var text = hundredths < 0 ? "-" : ""
        if whole > 0 || rest == 0 { text += String(whole) }
        if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
        return text
    }
}

extension SVGPath {
    /// Adds a closed polygon. In SVG, the coordinates that follow are relative to the polygon's first point.
    mutating func add(polygon places: [Point]) {
        guard let first = places.first else { return }
        move(to: first)
        let start = here
        for place in places.dropFirst() { line(to: place) }
        close()
        here = start
    }

    /// Adds straight lines that join the corners in order.
    mutating func add(_ corners: [Point], closed: Bool) {
        if closed { return add(polygon: corners) }
        for (index, place) in corners.enumerated() { if index == 0 { move(to: place) } else { line(to: place) } }
    }
}
