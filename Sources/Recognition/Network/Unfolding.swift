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
