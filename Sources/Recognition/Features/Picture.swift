import Glibc

/// A picture of `grid` × `grid` cells in several planes, to which ink is added. The ink's box is centered on 0, its longer side is 1.
struct Picture {
    private let grid: Int
    private let planes: Int
    /// The number of cells along the longer side of the ink; one and a half cells stay empty at each edge.
    private let scale: Double
    private var sums: [Double]

    /// Creates an empty picture.
    init(grid: Int, planes: Int) {
        (self.grid, self.planes, scale) = (grid, planes, Double(grid - 3))
        sums = [Double](repeating: 0, count: grid * grid * planes)
    }

    /// Returns the mass of a line of this length: about 1 in a cell that the line crosses.
    func mass(_ length: Double) -> Double { scale * length }

    /// Distributes the mass among the four cells around the position (−0.5…0.5), most of it to the nearest.
    mutating func add(_ mass: Double, x: Double, y: Double, plane: Int) {
        let (column, row) = (x * scale + Double(grid - 1) / 2, y * scale + Double(grid - 1) / 2)
        let (left, top) = (column.rounded(.down), row.rounded(.down))
        let (right, down) = (column - left, row - top)
        let first = (Int(top) * grid + Int(left)) * planes + plane
        sums[first] += mass * (1 - right) * (1 - down)
        sums[first + planes] += mass * right * (1 - down)
        sums[first + grid * planes] += mass * (1 - right) * down
        sums[first + (grid + 1) * planes] += mass * right * down
    }

    /// Adds the mass of a line from the origin to (`dx`, `dy`), whose center is at `x`, `y`. It is distributed between the two planes
    /// nearest to its direction, of `directions` planes beginning at `first`; opposite directions are treated as one.
    mutating func add(_ mass: Double, dx: Double, dy: Double, x: Double, y: Double, directions: Int, from first: Int = 0) {
        let angle = atan2(dy, dx) / .pi * Double(directions)
        let turn = angle < 0 ? angle + Double(directions) : angle
        let share = turn - turn.rounded(.down)
        add(mass * (1 - share), x: x, y: y, plane: first + Int(turn) % directions)
        add(mass * share, x: x, y: y, plane: first + (Int(turn) + 1) % directions)
    }

    /// The values, at most 1 per cell: rows from top to bottom, in each the cells from left to right, in each the planes.
    var values: [Float] { sums.map { Float(min($0, 1)) } }
}
