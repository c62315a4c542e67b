extension Scratch {
    /// The side of a convolution's kernel over a picture.
    static let kernel = 3

    /// Returns the side of the result of a convolution with this stride.
    static func side(_ side: Int, stride: Int) -> Int { (side - 1) / stride + 1 }

    /// Unfolds the picture of `side` × `side` cells in `output` into `input` (im2col): one row for every position of the kernel, with
    /// zeros around the picture. Returns the new side.
    ///
    /// - Parameter width: The numbers per cell.
    func unfold(side: Int, width: Int, stride: Int) -> Int {
        let (count, kernel) = (Self.side(side, stride: stride), Self.kernel)
        assert(side * side * width <= output.count && count * count * kernel * kernel * width <= input.count)
        var to = 0
        for place in 0..<(count * count) {
            for tap in 0..<(kernel * kernel) {
                let row = place / count * stride + tap / kernel - kernel / 2
                let column = place % count * stride + tap % kernel - kernel / 2
                if (0..<side).contains(row), (0..<side).contains(column) {
                    (input.start + to).update(from: output.start + (row * side + column) * width, count: width)
                } else {
                    input.clear(to..<(to + width))
                }
                to += width
            }
        }
        return count
    }
}

extension PackedLayer {
    /// Loads a convolution's weights, for the rows that `unfold` makes.
    ///
    /// - Parameters:
    ///   - name: The name of its tensors, without `.weight` and `.bias`.
    ///   - width: The number of input channels; `padded` is this number with padding.
    ///   - isQuantizable: Whether the weights have the file's precision; otherwise they are F32.
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    static func convolution(
        _ name: String, of file: Safetensors, channels: Int, width: Int, padded: Int, isQuantizable: Bool
    ) throws(RecognitionError) -> PackedLayer {
        let (taps, shape) = (Scratch.kernel * Scratch.kernel, [channels, width, Scratch.kernel, Scratch.kernel])
        let weightName = "\(name).weight"
        let weights = try isQuantizable ? file.matrix(weightName, shape: shape) : .float32(file.tensor(weightName, shape: shape))
        return PackedLayer(
            weights, bias: try file.tensor("\(name).bias", shape: [channels]),
            inputs: (0..<(width * taps)).map { $0 % taps * padded + $0 / taps }, inner: taps * padded, outputs: Array(0..<channels),
            columns: channels)
    }

    /// Runs the layer over rows in `scratch.input`, into `scratch.output`.
    func run(rows: Int, rectify: Bool, in scratch: Scratch, _ instructions: InstructionSet) {
        run(
            from: scratch.input, stride: inner, rows: rows, rectify: rectify, into: scratch.output, at: 0, in: scratch,
            level: instructions.level)
    }
}
