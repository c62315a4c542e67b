/// A format of files of recordings or inks, with its reader and its writer. A new one is a case here and in `Exchange`'s switches.
public enum ExchangeFormat: String, Sendable, CaseIterable {
    /// A device's frames, for `evemu-play`.
    case evemu
    /// Devices' frames, for `libinput replay`.
    case libinput
    /// W3C's Ink Markup Language.
    case inkML = "inkml"
    /// UNIPEN 1.0.
    case unipen
    /// `JSONInk`, one a line.
    case jsonLines = "jsonl"
    /// A pen log.
    case log = "inklog"

    /// How the names of its files end, the first as they are written.
    public var endings: [String] {
        switch self {
        case .evemu: ["events", "evemu"]
        case .libinput: ["yml", "yaml"]
        case .inkML: ["inkml"]
        case .unipen: ["unp", "unipen", "dat"]
        case .jsonLines: ["jsonl", "json"]
        case .log: ["inklog"]
        }
    }

    /// The format that a file's name tells, `.gz` and `.zst` apart; nil if it tells none.
    public init?(path: String) {
        var parts = (path.split(separator: "/").last ?? "").split(separator: ".").map { $0.lowercased() }
        if ["gz", "zst"].contains(parts.last) { parts.removeLast() }
        guard parts.count > 1, let ending = parts.last, let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        self = format
    }

    /// What is in a file of this format.
    ///
    /// - Parameter path: where the bytes come from, for what a UNIPEN file includes; nil includes nothing.
    /// - Throws: `RecordingError` if it cannot be read or understood.
    public func read(_ bytes: [UInt8], path: String? = nil) throws(RecordingError) -> ExchangeContents {
        switch self {
        case .evemu: .recording(try EvemuReader.read(bytes))
        case .libinput: .recording(try LibinputReader.read(bytes))
        case .inkML: .inkML(try InkDocument(inkML: bytes))
        case .unipen: .unipen(try UnipenDocument(unipen: bytes, path: path))
        case .jsonLines: .inks(try JSONInk.inks(bytes))
        case .log: .log(try LogFile(exchanged: bytes))
        }
    }
}

/// What a file holds, as its format has it.
public enum ExchangeContents: Sendable {
    /// Frames of devices.
    case recording(Recording)
    /// Inks.
    case inks([JSONInk])
    /// What was recorded, and what was noted meanwhile.
    case log(LogFile)
    /// Traces, groups and annotations.
    case inkML(InkDocument)
    /// Components and segments.
    case unipen(UnipenDocument)
}

extension JSONInk {
    /// The inks of a file's lines.
    static func inks(_ bytes: [UInt8]) throws(RecordingError) -> [JSONInk] {
        var inks: [JSONInk] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            inks.append(try JSONInk(line: String(decoding: line, as: UTF8.self), number: number))
        }
        return inks
    }
}
