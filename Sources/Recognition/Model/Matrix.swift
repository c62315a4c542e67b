/// The weights of a layer as its file holds them, row after row; a row is what one output is made from.
enum Matrix {
    /// In single precision.
    case float32([Float])
    /// Signed bytes, none of them -128, and what every row's bytes are multiplied by: positive, finite.
    case int8([Int8], scales: [Float])

    /// `rows` rows of numbers as bytes: a row's largest becomes 127. The same as `training/inkd_training/quantise.py` does.
    init(quantising values: [Float], rows: Int) {
        let width = values.count / max(1, rows)
        var (bytes, scales) = ([Int8](), [Float]())
        bytes.reserveCapacity(values.count)
        for row in 0..<rows {
            let numbers = values[(row * width)..<((row + 1) * width)]
            let largest = numbers.reduce(0) { max($0, abs($1)) }
            // a row of zeros has any scale
            let scale = largest > 1e-30 ? largest / 127 : 1
            scales.append(scale)
            for number in numbers { bytes.append(Int8(clamping: Int(max(-127, min(127, (number / scale).rounded(.toNearestOrEven)))))) }
        }
        self = .int8(bytes, scales: scales)
    }

    /// The weights as numbers, whichever way they are held.
    var values: [Float] {
        switch self {
        case .float32(let values): return values
        case .int8(let values, let scales):
            let width = values.count / max(1, scales.count)
            return values.enumerated().map { Float($1) * scales[$0 / width] }
        }
    }
}
