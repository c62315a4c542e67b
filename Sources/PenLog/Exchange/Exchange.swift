/// Converts between file formats, and reports losses.
public struct Exchange: Sendable {
    /// The level of UNIPEN's hierarchy that becomes an ink; nil for the lowest with labels.
    public var level: String?
    /// Returns the ink of a device's pen; nil for a device without ink.
    public var strokes: @Sendable (RecordedDevice) -> JSONInk?
    /// Returns the inks of a recorded session; nil to combine everything that a device's pen wrote into one ink.
    public var session: (@Sendable ([LogRecord]) -> [JSONInk])?

    /// The annotations of a log that inks are built from.
    private static let inkKeys: Set<String> = ["prompt", "accepted", "repeated", "skipped", "writer"]

    /// Creates an exchange that finds strokes in frames, and inks in sessions, with these functions.
    public init(
        level: String? = nil, strokes: @escaping @Sendable (RecordedDevice) -> JSONInk?,
        session: (@Sendable ([LogRecord]) -> [JSONInk])? = nil
    ) {
        self.level = level
        self.strokes = strokes
        self.session = session
    }

    /// Returns the contents as a file in this format.
    ///
    /// The losses are found by reading the file again: everything that is missing then is a loss. If the format holds only inks, all other
    /// content is a loss, too.
    ///
    /// - Throws: `RecordingError` if the format cannot hold the contents at all.
    public func write(_ contents: ExchangeContents, as format: ExchangeFormat) throws(RecordingError) -> (bytes: [UInt8], losses: Losses) {
        switch (format, contents) {
        case (.iamOnDB, _):
            throw RecordingError(problem: "IAM-OnDB files cannot be written", remedy: "write \(ExchangeFormat.inkML.rawValue)")
        case (.inkML, .inkML(let document)): return (document.inkML, Losses())
        case (.unipen, .unipen(let document)) where level == nil: return (document.unipen, Losses())
        case (.log, .log(let log)):
            var losses = Losses()
            if !log.isWhole { losses.add("damaged data", of: 1, "log") }
            return (try LogFile.bytes(of: log.records), losses)
        case (.evemu, _), (.libinput, _), (.log, _):
            let (recording, lost) = try recording(of: contents)
            var losses = lost
            let bytes = try Self.text(of: recording, as: format)
            let kept: Recording
            switch try format.read(bytes) {
            case .recording(let recording): kept = recording
            case .log(let log): kept = Recording(log.records)
            default: return (bytes, losses)
            }
            // the losses of a recording made from an ink were already reported when the recording was made
            switch contents {
            case .recording, .log: losses.add(Losses(from: RecordingSurvey(recording), to: RecordingSurvey(kept)))
            default: break
            }
            return (bytes, losses)
        case (.inkML, _), (.unipen, _), (.jsonLines, _):
            let (inks, lost) = try inks(of: contents)
            var losses = lost
            let bytes = Self.bytes(of: inks, as: format)
            let (kept, _) = try self.inks(of: try format.read(bytes), isOwn: true)
            losses.add(Losses(from: inks, to: kept))
            return (bytes, losses)
        }
    }

    /// Returns the number of strokes of ink in the contents, and remarks on inks that are larger than any writing surface. In files with
    /// such inks, the units mostly differ from the stated ones. The strokes of a recording are those of its pens.
    ///
    /// - Throws: `RecordingError` as `write`.
    public func survey(_ contents: ExchangeContents) throws(RecordingError) -> (strokes: Int, remarks: [String]) {
        let (inks, _) = try inks(of: contents)
        let count = inks.reduce(0) { $0 + $1.strokes.count }
        switch contents {
        // recordings need no remarks: the size of a device is either known or missing
        case .recording, .log: return (count, [])
        case .inks, .inkML, .unipen: return (count, inks.compactMap(\.sizeRemark))
        }
    }

    private static func text(of recording: Recording, as format: ExchangeFormat) throws(RecordingError) -> [UInt8] {
        if format == .log { return try LogFile.bytes(of: recording.records(.here(program: "inkctl", session: "", part: 1))) }
        guard format == .evemu else { return Array(LibinputWriter.text(of: recording).utf8) }
        guard let device = recording.devices.first else {
            throw RecordingError(problem: "the recording has no device", remedy: "give a recording of a device")
        }
        return Array(EvemuWriter.text(of: device, label: recording.label).utf8)
    }

    private static func bytes(of inks: [JSONInk], as format: ExchangeFormat) -> [UInt8] {
        switch format {
        case .inkML: InkDocument(inks: inks).inkML
        case .unipen: UnipenDocument(inks: inks).unipen
        default: Array(inks.map { $0.line + "\n" }.joined().utf8)
        }
    }

    /// Returns the inks of the contents, and all other content as losses.
    private func inks(of contents: ExchangeContents, isOwn: Bool = false) throws(RecordingError) -> (inks: [JSONInk], losses: Losses) {
        switch contents {
        case .inks(let inks): return (inks, Losses())
        case .inkML(let document): return document.inks()
        case .unipen(let document): return try document.inks(level: isOwn ? nil : level)
        case .log(let log):
            var losses = Losses(of: log, but: Self.inkKeys)
            let devices = Recording(log.records).devices
            losses.add("description, buttons, eraser and hovering", of: devices.count, "device")
            return (session?(log.records) ?? devices.compactMap(strokes), losses)
        case .recording(let recording):
            var losses = Losses()
            let inks = recording.devices.compactMap { device in
                strokes(device).map { ink in
                    var ink = ink
                    if recording.devices.count == 1 { ink.label = recording.label }
                    return ink
                }
            }
            losses.add("all", of: recording.devices.count - inks.count, "device without a pen")
            losses.add("description, buttons, eraser and hovering", of: inks.count, "device")
            return (inks, losses)
        }
    }

    /// Returns a recording of the contents, and the losses.
    private func recording(of contents: ExchangeContents) throws(RecordingError) -> (recording: Recording, losses: Losses) {
        if case .recording(let recording) = contents { return (recording, Losses()) }
        if case .log(let log) = contents { return (Recording(log.records), Losses(of: log, but: ["label"])) }
        let (inks, lost) = try inks(of: contents)
        var losses = lost
        guard let ink = inks.first, inks.count == 1 else {
            throw RecordingError(problem: "the file has \(inks.count) inks, and a recording has one", remedy: "give a file with one ink")
        }
        let names: [(String, String?)] = [
            ("the name", ink.id), ("the writer", ink.writer), ("the device", ink.device), ("the level", ink.level),
            ("the style", ink.style),
        ]
        for (name, text) in names where text != nil { losses.add(name, "ink") }
        for channel in JSONInk.Channel.allCases where ink.channels[channel] != nil { losses.add(channel.name, "ink") }
        losses.add("positions finer than hundredths of a millimeter", "ink")
        return (ink.recording, losses)
    }
}

/// A format of recording or ink files, with its reader and its writer. A new format is a case here and in `Exchange`'s switches.
public enum ExchangeFormat: String, Sendable, CaseIterable {
    /// The frames of one device, for `evemu-play`.
    case evemu
    /// The frames of several devices, for `libinput replay`.
    case libinput
    /// W3C's Ink Markup Language.
    case inkML = "inkml"
    /// UNIPEN 1.0.
    case unipen
    /// The XML of IAM-OnDB, read-only.
    case iamOnDB = "iamondb"
    /// `JSONInk`, one per line.
    case jsonLines = "jsonl"
    /// A pen log.
    case log = "inklog"

    /// The extensions of the format's files; the first is used for writing.
    public var endings: [String] {
        switch self {
        case .evemu: ["events", "evemu"]
        case .libinput: ["yml", "yaml"]
        case .inkML: ["inkml"]
        case .unipen: ["unp", "unipen", "dat"]
        case .iamOnDB: ["xml"]
        case .jsonLines: ["jsonl", "json"]
        case .log: ["inklog"]
        }
    }

    /// Creates the format from a file's extension, without `.gz` and `.zst`; nil if unknown.
    public init?(path: String) {
        var parts = (path.split(separator: "/").last ?? "").split(separator: ".").map { $0.lowercased() }
        if ["gz", "zst"].contains(parts.last) { parts.removeLast() }
        guard parts.count > 1, let ending = parts.last, let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        self = format
    }

    /// Parses the intact parts of a file in this format.
    ///
    /// - Parameter path: the path of the file, for a UNIPEN file's includes; if it is nil, no file is included.
    /// - Throws: `RecordingError` if the file cannot be read or understood.
    public func read(_ bytes: [UInt8], path: String? = nil) throws(RecordingError) -> ExchangeContents {
        var leftOut = LeftOut()
        return try read(bytes, path: path, leftOut: &leftOut)
    }

    /// Parses the intact parts of a file in this format.
    ///
    /// - Parameters:
    ///   - path: the path of the file, for a UNIPEN file's includes; if it is nil, no file is included.
    ///   - leftOut: receives the damaged parts.
    /// - Throws: `RecordingError` if nothing can be read or understood.
    public func read(_ bytes: [UInt8], path: String? = nil, leftOut: inout LeftOut) throws(RecordingError) -> ExchangeContents {
        switch self {
        case .evemu: return .recording(try Recording(RecordingFile(RecordingInput(bytes), as: .evemu)))
        case .libinput: return .recording(try Recording(RecordingFile(RecordingInput(bytes), as: .libinput)))
        case .inkML:
            let document = try InkDocument(inkML: bytes)
            leftOut.add(document.leftOut)
            return .inkML(document)
        case .unipen:
            let document = try UnipenDocument(unipen: bytes, path: path)
            leftOut.add(document.leftOut)
            return .unipen(document)
        case .iamOnDB:
            let (ink, damaged) = try IAMOnDBReader.ink(bytes)
            leftOut.add(damaged)
            return .inks([ink])
        case .jsonLines: return .inks(try JSONInk.inks(bytes, leftOut: &leftOut))
        case .log: return .log(try LogFile(exchanged: bytes))
        }
    }
}

/// The content of a file, in the model of its format.
public enum ExchangeContents: Sendable {
    /// Device frames.
    case recording(Recording)
    /// Inks.
    case inks([JSONInk])
    /// A recording with its annotations.
    case log(LogFile)
    /// Traces, groups and annotations.
    case inkML(InkDocument)
    /// Components and segments.
    case unipen(UnipenDocument)
}
