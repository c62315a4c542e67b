internal import Evdev
internal import Ink
internal import System

/// Writes a recording of devices in another format, frame by frame: memory use does not depend on the recording's length, except for a log
/// of several devices, which needs as much memory as the log has bytes.
///
/// The source is read once for the survey, and once more for each device written.
public struct RecordingConversion {
    /// The result of a conversion.
    public struct Outcome: Sendable {
        /// The content that the format cannot hold and that is missing when the file is read again.
        public let losses: Losses
        /// The parts missing from a damaged source, in sentences.
        public let leftOut: [String]
        /// The number of devices written.
        public let devices: Int
        /// The number of frames written.
        public let frames: Int
    }

    private let source: RecordingFile
    private let format: ExchangeFormat

    /// Creates a conversion; nil if the format holds no device frames.
    public init?(_ source: RecordingFile, to format: ExchangeFormat) {
        guard format.isOfDevices else { return nil }
        self.source = source
        self.format = format
    }

    /// Writes the recording to an empty file, then reads that file to determine which facts the format preserves.
    ///
    /// - Parameter descriptor: the descriptor of the file, which must also be open for reading. The caller keeps ownership.
    /// - Throws: `RecordingError` if the source cannot be read, or the format cannot hold the recording at all.
    public func write(to descriptor: Int32) throws(RecordingError) -> Outcome {
        let (survey, outline) = try RecordingSurvey.read(source)
        let output = PieceWriter(descriptor)
        switch format {
        case .evemu: try writeEvemu(survey, output)
        case .libinput: try writeLibinput(survey, output)
        default: try writeLog(survey, output)
        }
        try output.flush()
        let kept = try RecordingSurvey(RecordingFile(RecordingInput(copyOf: descriptor), as: format))
        var losses = outline.losses
        losses.add(Losses(from: survey, to: kept))
        return Outcome(
            losses: losses, leftOut: outline.leftOut, devices: kept.devices.count, frames: kept.frames.reduce(0) { $0 + $1.count })
    }

    private func writeEvemu(_ survey: RecordingSurvey, _ output: PieceWriter) throws(RecordingError) {
        guard let device = survey.devices.first else {
            throw RecordingError(problem: "the recording has no device", remedy: "give a recording of a device")
        }
        try output.write(Array(EvemuWriter.head(of: device, label: survey.label).utf8))
        _ = try source.read { (device, frame) throws(RecordingError) in
            if device == 0 { try output.write { EvemuWriter.append(frame, to: &$0) } }
        }
    }

    private func writeLibinput(_ survey: RecordingSurvey, _ output: PieceWriter) throws(RecordingError) {
        try output.write(Array(LibinputWriter.head(devices: survey.devices.count, label: survey.label).utf8))
        for (index, device) in survey.devices.enumerated() {
            let isEmpty = survey.frames[index].count == 0
            try output.write(Array(LibinputWriter.head(of: device, number: index, isEmpty: isEmpty).utf8))
            guard !isEmpty else { continue }
            _ = try source.read { (number, frame) throws(RecordingError) in
                if number == index { try output.write { LibinputWriter.append(frame, to: &$0) } }
            }
        }
    }

    private func writeLog(_ survey: RecordingSurvey, _ output: PieceWriter) throws(RecordingError) {
        let header = LogHeader.here(program: "inkctl", session: "", part: 1)
        let log = RecordingLog(output)
        try output.write(LogEncoder.beginning)
        try log.append(.began(header))
        for (number, device) in survey.devices.enumerated() {
            try log.append(.device(LoggedDevice(number: number, description: device.description, role: "", seat: "seat0")))
        }
        let start = Instant(microseconds: header.anchor.monotonic)
        if let label = survey.label { try log.append(.annotation(Annotation(key: "label", text: label, at: start))) }
        var end: Instant?
        func write(_ device: Int, _ frame: Frame) throws(RecordingError) {
            end = end.map { max($0, frame.time) } ?? frame.time
            try log.append(.frame(device: device, frame))
        }
        if survey.devices.count <= 1 {
            _ = try source.read { (device, frame) throws(RecordingError) in try write(device, frame) }
        } else {
            var merge = try FrameMerge(source, devices: survey.devices.count)
            while let (device, frame) = try merge.next() { try write(device, frame) }
        }
        try log.append(.ended(at: end ?? start))
        try log.close()
    }
}

/// Encodes records and writes them to a file.
private final class RecordingLog {
    private var encoder = LogEncoder()
    private let output: PieceWriter

    init(_ output: PieceWriter) { self.output = output }

    func append(_ record: LogRecord) throws(RecordingError) {
        var failure: LogError?
        try output.write { bytes in
            do throws(LogError) { try encoder.encode(record, to: &bytes) } catch { failure = error }
        }
        if let failure { throw CompactFrames.failure(failure) }
    }

    func close() throws(RecordingError) { try output.write { encoder.close(&$0) } }
}

/// Merges frames of several devices in the order of their times, as `Recording.timeline` does. Each device's frames are stored in a log's
/// encoding, in some eight bytes per frame.
private struct FrameMerge {
    private struct Source {
        var decoder: LogDecoder
        var frame: Frame?
        /// The latest time so far, by which the devices are merged: a device's frames keep their order, even if their times decrease.
        var latest = Instant(microseconds: .min)
    }

    private var sources: [Source] = []

    init(_ file: RecordingFile, devices: Int) throws(RecordingError) {
        let logs = (0..<devices).map { _ in CompactFrames() }
        _ = try file.read { (device, frame) throws(RecordingError) in try logs[device].append(frame) }
        for log in logs { sources.append(Source(decoder: try log.decoder())) }
        for index in sources.indices { try advance(index) }
    }

    mutating func next() throws(RecordingError) -> (device: Int, frame: Frame)? {
        let present = sources.indices.filter { sources[$0].frame != nil }
        guard let first = present.min(by: { (sources[$0].latest, $0) < (sources[$1].latest, $1) }), let frame = sources[first].frame else {
            return nil
        }
        try advance(first)
        return (first, frame)
    }

    private mutating func advance(_ index: Int) throws(RecordingError) {
        sources[index].frame = nil
        do throws(LogError) {
            while let record = try sources[index].decoder.record() {
                guard case .frame(_, let frame) = record else { continue }
                sources[index].frame = frame
                sources[index].latest = max(sources[index].latest, frame.time)
                return
            }
        } catch {
            throw CompactFrames.failure(error)
        }
    }
}

/// The frames of a device in a log's encoding.
private final class CompactFrames {
    private var encoder = LogEncoder()
    private var bytes = LogEncoder.beginning

    func append(_ frame: Frame) throws(RecordingError) {
        do throws(LogError) { try encoder.encode(.frame(device: 0, frame), to: &bytes) } catch { throw Self.failure(error) }
    }

    /// Returns a decoder that reads from the beginning; no frame can be appended afterwards.
    func decoder() throws(RecordingError) -> LogDecoder {
        encoder.close(&bytes)
        defer { bytes = [] }
        do throws(LogError) { return try LogDecoder(bytes) } catch { throw Self.failure(error) }
    }

    static func failure(_ error: LogError) -> RecordingError {
        RecordingError(problem: "the log cannot be written", remedy: "\(error)")
    }
}

/// Collects bytes and writes them in pieces. The caller owns the descriptor.
private final class PieceWriter {
    private let descriptor: Int32
    private var bytes: [UInt8] = []

    private static let pieceBytes = 1 << 16

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        bytes.reserveCapacity(2 * Self.pieceBytes)
    }

    func write(_ more: [UInt8]) throws(RecordingError) { try write { $0 += more } }

    /// Writes the bytes that `append` appends.
    func write(_ append: (inout [UInt8]) -> Void) throws(RecordingError) {
        append(&bytes)
        if bytes.count >= Self.pieceBytes { try flush() }
    }

    func flush() throws(RecordingError) {
        let code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
        guard code == 0 else {
            throw RecordingError(
                problem: "the file cannot be written: \(SystemError.reason(code))", remedy: "check the space on the disk, and TMPDIR")
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
