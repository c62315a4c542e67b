internal import Synchronization

/// The counts of damaged parts, and of strokes without ink, that are found while JIIX is decoded.
final class JIIXNotes: Sendable {
    private struct State {
        var kinds: [String] = []
        var counts: [String: Int] = [:]
        var references = 0
    }

    /// The key of the notes in a decoder's `userInfo`.
    static let name = "org.inkd.jiix.notes"

    private let state = Mutex(State())

    /// Returns the notes of a decoder; nil if the decoder does not collect notes.
    static func of(_ decoder: any Decoder) -> JIIXNotes? {
        CodingUserInfoKey(rawValue: name).flatMap { decoder.userInfo[$0] } as? JIIXNotes
    }

    /// Counts a part that was left out.
    func lose(_ noun: String) {
        state.withLock { state in
            if state.counts[noun] == nil { state.kinds.append(noun) }
            state.counts[noun, default: 0] += 1
        }
    }

    /// Counts a stroke for which the file has only an ID.
    func reference() { state.withLock { $0.references += 1 } }

    /// The counts as sentences: "left out: 2 × stroke (damaged)".
    var sentences: [String] {
        state.withLock { state in
            let lost = state.kinds.map { "left out: \(state.counts[$0] ?? 0) × \($0) (damaged)" }
            guard state.references > 0 else { return lost }
            return lost + ["left out: \(state.references) × stroke (without X and Y: its points are elsewhere)"]
        }
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of a key; nil if it is missing, null or of another type. The notes count a value of another type.
    func lossy<Value: Decodable>(_ key: Key, _ noun: String, _ notes: JIIXNotes?) -> Value? {
        do { return try decodeIfPresent(Value.self, forKey: key) } catch {
            notes?.lose(noun)
            return nil
        }
    }

    /// Returns the array's values of the right type; nil without an array. The notes count each value of another type.
    func lossyArray<Value: Decodable>(_ key: Key, _ noun: String, _ notes: JIIXNotes?) -> [Value]? {
        let values: [LossyValue<Value>]? = lossy(key, noun, notes)
        return values?.compactMap { value in
            if value.value == nil { notes?.lose(noun) }
            return value.value
        }
    }
}

/// A value of an array; nil if the JSON value has another type.
private struct LossyValue<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
