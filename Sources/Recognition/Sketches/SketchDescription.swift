/// The validated description of a sketch model.
struct SketchDescription: InkDescription {
    /// One convolution over the picture, with a kernel of 3 × 3 cells.
    struct Convolution: Sendable, Hashable, Decodable {
        /// The role in a residual block.
        enum Role: String, Sendable, Decodable {
            /// Neither the start nor the end of a residual block.
            case plain
            /// The start of a block: its input is the shortcut.
            case open
            /// The end of a block: the shortcut is added to its output before ReLU.
            case close
        }

        /// The number of output channels.
        let channels: Int
        /// The stride: 1, or 2 to halve the sides.
        let stride: Int
        let role: Role

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            channels = try values.decode(Int.self)
            stride = try values.decode(Int.self)
            role = try values.decode(Role.self)
        }
    }

    let card: ModelCard
    /// The sketches in the order of the network's classes.
    let sketches: [Sketch]
    let temperature: Temperature
    let convolutions: [Convolution]

    private static let mostSketches = 10_000

    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata, .sketches, pipeline: SketchPicture.pipeline, "sketch_pipeline")
        convolutions = try Self.convolutions(metadata: metadata)
        temperature = try Temperature(metadata: metadata)
        sketches = try Self.sketches(metadata.decoded([[String]].self, "classes"))
    }

    func network(_ file: Safetensors, _ instructions: InstructionSet) throws(RecognitionError) -> SketchNetwork {
        try SketchNetwork(convolutions, classes: sketches.count, weights: file, instructions: instructions)
    }

    static func picture(of frame: ShapeFrame) -> [Float] { SketchPicture.values(of: frame) }

    /// Returns the convolutions of a file whose network reads pictures of `SketchPicture`.
    ///
    /// - Throws: `metadata`, `wrongPipeline`.
    static func convolutions(metadata: [String: String]) throws(RecognitionError) -> [Convolution] {
        let pipeline = metadata["sketch_pipeline"] ?? "none"
        guard pipeline == String(SketchPicture.pipeline) else { throw .wrongPipeline(found: pipeline, supported: SketchPicture.pipeline) }
        let convolutions = try metadata.decoded([Convolution].self, "convolutions")
        try check(convolutions)
        return convolutions
    }

    /// Decodes rows of a name, and an emoji or an empty string.
    private static func sketches(_ rows: [[String]]) throws(RecognitionError) -> [Sketch] {
        guard (2...mostSketches).contains(rows.count) else {
            throw .metadata(key: "classes", problem: "has \(rows.count) sketches, expected 2 to \(mostSketches)")
        }
        var names: Set<String> = []
        return try rows.map { row throws(RecognitionError) in
            guard row.count == 2, !row[0].isEmpty else {
                throw .metadata(key: "classes", problem: "has an entry that is not a name and an emoji")
            }
            guard names.insert(row[0]).inserted else { throw .metadata(key: "classes", problem: "has \(row[0]) more than once") }
            return Sketch(name: row[0], emoji: row[1].isEmpty ? nil : row[1])
        }
    }

    /// Rejects sizes out of range, and residual blocks whose shapes do not match.
    private static func check(_ convolutions: [Convolution]) throws(RecognitionError) {
        func require(_ holds: Bool, _ problem: String) throws(RecognitionError) {
            guard holds else { throw .metadata(key: "convolutions", problem: problem) }
        }
        try require((1...32).contains(convolutions.count), "has \(convolutions.count) convolutions, expected 1 to 32")
        try require(convolutions.allSatisfy { (1...512).contains($0.channels) }, "has channels that are not 1 to 512")
        try require(convolutions.allSatisfy { (1...2).contains($0.stride) }, "has strides that are not 1 or 2")
        var width = SketchPicture.planes
        // the channels of the shortcut; nil outside of blocks
        var kept: Int?
        for convolution in convolutions {
            switch convolution.role {
            case .plain: break
            case .open:
                try require(kept == nil, "opens a block within a block")
                kept = width
            case .close:
                try require(kept == convolution.channels, "closes a block with different channels than at its beginning")
            }
            try require(kept == nil || convolution.stride == 1, "has a stride within a block")
            if convolution.role == .close { kept = nil }
            width = convolution.channels
        }
        try require(kept == nil, "does not close a block")
        // a block cannot begin with the picture, whose planes, unlike channels, are not padded
        try require(convolutions[0].role != .open, "opens a block with the picture")
    }
}
