internal import PenLog

extension JSONInk {
    /// How many there are in all strokes.
    var samples: Int { strokes.reduce(0) { $0 + $1.count } }

    /// From the first sample to the last one.
    var seconds: Double { Double(strokes.joined().map(\.time).max() ?? 0) / 1_000_000 }

    /// What is written, nil if nobody says.
    var text: String? { label.flatMap { $0.isEmpty ? nil : $0 } }

    /// Who wrote it, nil if nobody says.
    var hand: String? { writer.flatMap { $0.isEmpty ? nil : $0 } }
}
