/// Which part of a corpus a writer belongs to. It depends on nothing but the writer's name, the seed and the shares: a corpus that grows
/// keeps its writers where they are, and no writer is in two parts.
struct WriterSplit {
    /// A part, and how many of a hundred writers it gets.
    struct Part: Equatable {
        var name: String
        var share: Int
    }

    /// Their shares make 100.
    let parts: [Part]
    /// Another seed, another split.
    let seed: UInt64

    /// The number of the writer's part.
    func part(of writer: String) -> Int {
        let place = Int(Digest.of(Array("\(seed)\n\(writer)".utf8)) % 100)
        var end = 0
        for (index, part) in parts.enumerated() {
            end += part.share
            if place < end { return index }
        }
        return 0
    }
}
