import Glibc

/// The character network's input for an ink: character pipeline 1, the same as `training/inkd_training/characters/features.py`.
///
/// The ink is stretched along each axis until its strokes are evenly dense. Its lines are added to planes by direction, with opposite
/// directions treated as one, and the planes are blurred and sampled at `samples` × `samples` points. The result does not depend on drawing
/// order, drawing direction, size or position. Sources: Tsukumo and Tanaka 1988, "Classification of handprinted Chinese characters using
/// nonlinear normalization and correlation methods"; Liu et al. 2004, "Handwritten digit recognition: investigation of normalization and
/// feature extraction techniques", for the sides; Bai and Huo 2005, "A study on the use of 8-directional features for online handwritten
/// Chinese character recognition".
enum CharacterPicture {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1
    /// The number of directions, 22.5° apart, starting along x.
    static let directions = 8
    /// The number of samples of the blurred planes along a side.
    static let samples = 16

    /// Distance between resampled points, as a fraction of the ink's larger extent.
    private static let step = 1.0 / 32
    /// The number of cells along a side before the blur.
    private static let grid = 32
    /// Standard deviation of the blur, as a fraction of the ink's larger extent.
    private static let sigma = 0.035
    /// The blur's weights: for each of the `samples` samples along a side, a row with the weights of the `grid` cells.
    private static let kernel: [Float] = {
        let (middle, scale) = (Double(grid - 1) / 2, Double(grid - 3))
        return (0..<(samples * grid)).map { index in
            let center = (Double(index / grid) + 0.5) / Double(samples) - 0.5
            let distance = ((Double(index % grid) - middle) / scale - center) / sigma
            return Float(exp(-distance * distance / 2))
        }
    }()

    /// Returns the picture of an ink in its frame: rows from top to bottom, in each the samples from left to right, in each the directions.
    static func values(of frame: ShapeFrame) -> [Float] {
        let ink = frame.ink.resampled(step: step)
        let (x, y) = StrokeDensity.equalized(ink)
        var picture = Picture(grid: grid, planes: directions)
        for stroke in ink.starts.indices {
            for i in ink.range(stroke).dropFirst() {
                let (dx, dy) = (x[i] - x[i - 1], y[i] - y[i - 1])
                picture.add(
                    picture.mass(hypot(dx, dy)), dx: dx, dy: dy, x: (x[i] + x[i - 1]) / 2, y: (y[i] + y[i - 1]) / 2, directions: directions)
            }
        }
        return blurred(picture.values).map { $0.squareRoot() }
    }

    /// Blurs the planes (`grid` × `grid` cells of `directions` values) along both axes and samples them.
    private static func blurred(_ planes: [Float]) -> [Float] {
        let width = grid * directions
        var rows = [Float](repeating: 0, count: samples * width)
        for sample in 0..<samples {
            for cell in 0..<grid {
                let weight = kernel[sample * grid + cell]
                for i in 0..<width { rows[sample * width + i] += weight * planes[cell * width + i] }
            }
        }
        var result = [Float](repeating: 0, count: samples * samples * directions)
        for row in 0..<samples {
            for sample in 0..<samples {
                let to = (row * samples + sample) * directions
                for cell in 0..<grid {
                    let (weight, from) = (kernel[sample * grid + cell], row * width + cell * directions)
                    for plane in 0..<directions { result[to + plane] += weight * rows[from + plane] }
                }
            }
        }
        return result
    }
}

/// Line density equalization: along each axis, the ink is stretched where many strokes are crossed and compressed where few are.
enum StrokeDensity {
    /// The number of slices along an axis in which strokes are counted.
    private static let bins = 32
    /// Weights of a slice and its neighbors, three on each side.
    private static let blur = [1.0, 2, 3, 4, 3, 2, 1].map { $0 / 16 }
    /// The degree of equalization: 0 leaves an axis unchanged; 1 gives every stroke the same width.
    private static let evenness = 0.6
    private static let smallest = 1e-12

    /// Returns new positions of the samples of a resampled ink, centered on 0; the longer side is 1.
    static func equalized(_ ink: Polylines) -> (x: [Double], y: [Double]) {
        let (width, height) = (extent(ink.x), extent(ink.y))
        let longer = max(width.size, height.size, smallest)
        return (
            stretched(ink, ink.x, across: ink.y, width, side: side(width.size / longer)),
            stretched(ink, ink.y, across: ink.x, height, side: side(height.size / longer))
        )
    }

    private static func extent(_ values: [Double]) -> (low: Double, size: Double) {
        let low = values.min() ?? 0
        return (low, (values.max() ?? 0) - low)
    }

    /// Returns the new length of the shorter side from its ratio to the longer one.
    private static func side(_ ratio: Double) -> Double { sin(.pi / 2 * ratio).squareRoot() }

    /// Returns new positions along one axis. A slice's density is the length of its strokes across the axis.
    private static func stretched(
        _ ink: Polylines, _ along: [Double], across: [Double], _ extent: (low: Double, size: Double), side: Double
    ) -> [Double] {
        let scale = 1 / max(extent.size, smallest)
        var counts = [Double](repeating: 0, count: bins)
        for stroke in ink.starts.indices {
            for i in ink.range(stroke).dropFirst() {
                let mass = abs(across[i] - across[i - 1])
                let at = ((along[i] + along[i - 1]) / 2 - extent.low) * scale * Double(bins) - 0.5
                let left = at.rounded(.down)
                counts[slice(left)] += mass * (1 - (at - left))
                counts[slice(left + 1)] += mass * (at - left)
            }
        }
        let density = density(counts)
        var edges = [0.0]
        for value in density { edges.append(edges[edges.count - 1] + value) }
        return along.map { position in
            let place = (position - extent.low) * scale * Double(bins)
            let slot = slice(place.rounded(.down))
            return (edges[slot] + density[slot] * (place - Double(slot)) - 0.5) * side
        }
    }

    private static func slice(_ number: Double) -> Int { Int(min(max(number, 0), Double(bins - 1))) }

    /// Returns the width that each slice gets; the sum is 1.
    private static func density(_ counts: [Double]) -> [Double] {
        let blurred = counts.indices.map { bin in
            blur.enumerated().reduce(0) { sum, tap in
                let neighbor = bin + tap.offset - blur.count / 2
                return counts.indices.contains(neighbor) ? sum + tap.element * counts[neighbor] : sum
            }
        }
        let total = blurred.reduce(0, +)
        let even = 1 / Double(bins)
        let density = blurred.map { (1 - evenness) * even + evenness * (total > smallest ? $0 / total : even) }
        let sum = density.reduce(0, +)
        return density.map { $0 / sum }
    }
}
