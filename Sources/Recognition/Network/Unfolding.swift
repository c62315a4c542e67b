extension Scratch {
    /// The sides of a convolution's kernel over a picture.
    static let kernel = 3

    /// Places along a side of what a convolution with this stride makes of a picture.
    static func side(_ side: Int, stride: Int) -> Int { (side - 1) / stride + 1 }

    /// The picture of `side` × `side` places in `output` to one row for every place of the kernel, in `input`: zeros around the picture.
    /// Returns the new side.
    ///
    /// - Parameter width: Numbers a place.
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
    /// A convolution's weights, for the rows that `unfold` makes.
    ///
    /// - Parameters:
    ///   - name: Of its tensors, without `.weight` and `.bias`.
    ///   - width: Input channels, with padding `padded` of them.
    ///   - isQuantisable: The weights are in the precision that they have in the file; else they are F32.
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    static func convolution(
        _ name: String, of file: Safetensors, channels: Int, width: Int, padded: Int, isQuantisable: Bool
    ) throws(RecognitionError) -> PackedLayer {
        let (taps, shape) = (Scratch.kernel * Scratch.kernel, [channels, width, Scratch.kernel, Scratch.kernel])
        let weightName = "\(name).weight"
        let weights = try isQuantisable ? file.matrix(weightName, shape: shape) : .float32(file.tensor(weightName, shape: shape))
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
