internal import Evdev
internal import Ink
package import PenLog

/// Formats the events of a recorded session for people, without the written content.
package struct LogFormatter {
    /// The lines: seconds since the beginning, and the event.
    package private(set) var lines: [String] = []
    private var begin: Int64?
    private var anchor: TimeAnchor?
    private var frames = 0
    private var strokes = 0
    private var drops = 0

    /// The threshold in microseconds below which differences are clock drift.
    private static let drift: Int64 = 50_000

    /// Formats these records, which have to be in order.
    package init(_ records: [LogRecord]) {
        for record in records { add(record) }
        flush()
    }

    private mutating func add(_ record: LogRecord) {
        switch record {
        case .frame(_, let frame):
            frames += 1
            drops += frame.followsDrop ? 1 : 0
        case .stroke: strokes += 1
        case .began(let header):
            begin = begin ?? header.anchor.monotonic
            follow(header.anchor)
            append(header.anchor.instant, "file \(header.part) of \(header.session), by \(header.program), Linux \(header.kernel)")
        case .device(let device):
            let description = device.description
            let ids = [description.id.vendor, description.id.product].map { hexadecimal($0) }.joined(separator: ":")
            append(nil, "device \(device.number), \(device.role): \(DisplayText.escaped(description.name)) (\(ids)) on \(device.seat)")
        case .removed(let device, let time): append(time, "device \(device) is no longer recorded")
        case .lost(let count, let time): append(time, "LOST: \(DisplayText.count(count, "frame")) that arrived too fast")
        case .anchor(let anchor): follow(anchor)
        case .arbitration(let device, let isBlocked, let time):
            append(
                time,
                isBlocked
                    ? "a pen is near: touches of device \(device) are ignored" : "no pen is near: touches of device \(device) are accepted")
        case .annotation(let annotation):
            append(
                Instant(microseconds: annotation.time), "\(DisplayText.escaped(annotation.key)): \(DisplayText.escaped(annotation.text))")
        case .paused(let reason, let time): append(time, "paused: \(DisplayText.escaped(reason))")
        case .resumed(let time): append(time, "resumed")
        case .ended(let time): append(time, "end of the file")
        }
    }

    /// Adds lines for suspends and for clock changes.
    private mutating func follow(_ next: TimeAnchor) {
        defer { anchor = next }
        guard let anchor else { return }
        let (slept, set) = (next.slept(since: anchor), next.wallWasSet(since: anchor))
        if slept > Self.drift { append(next.instant, "the machine was suspended for \(seconds(slept)) s") }
        if set.magnitude > UInt64(Self.drift) { append(next.instant, "the clock was adjusted by \(seconds(set)) s") }
    }

    private mutating func append(_ time: Instant?, _ text: String) {
        flush()
        let stamp = time.flatMap { time in begin.map { seconds(time.microseconds &- $0) } } ?? ""
        lines.append(String(repeating: " ", count: max(0, 9 - stamp.count)) + stamp + "  " + text)
    }

    /// Adds a line with the numbers of frames and strokes since the last line, if there are any frames.
    private mutating func flush() {
        guard frames > 0 else { return }
        let drop = drops > 0 ? ", \(DisplayText.count(drops, "gap")) left by the kernel (SYN_DROPPED)" : ""
        let line = "\(DisplayText.count(frames, "frame")), \(DisplayText.count(strokes, "stroke"))\(drop)"
        (frames, strokes, drops) = (0, 0, 0)
        lines.append(String(repeating: " ", count: 11) + line)
    }

    private func seconds(_ microseconds: Int64) -> String { DisplayText.fixed(Double(microseconds) / 1e6, digits: 3) }

    private func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
