internal import Evdev
internal import Ink
internal import PenLog

/// What happened in a recorded session, for people; nothing of what was written.
struct LogStory {
    private(set) var lines: [String] = []
    private var begin: Int64?
    private var anchor: TimeAnchor?
    private var frames = 0
    private var strokes = 0
    private var drops = 0

    /// Less than so many microseconds is a clock's own drift.
    private static let drift: Int64 = 50_000

    init(_ records: [LogRecord]) {
        for record in records { take(record) }
        flush()
    }

    private mutating func take(_ record: LogRecord) {
        switch record {
        case .frame(_, let frame):
            frames += 1
            drops += frame.followsDrop ? 1 : 0
        case .stroke: strokes += 1
        case .began(let header):
            begin = begin ?? header.anchor.monotonic
            follow(header.anchor)
            say(header.anchor.instant, "file \(header.part) of \(header.session), by \(header.program), Linux \(header.kernel)")
        case .device(let device):
            let description = device.description
            let ids = [description.vendor, description.product].map { hexadecimal($0) }.joined(separator: ":")
            say(nil, "device \(device.number), \(device.role): \(DisplayText.escaped(description.name)) (\(ids)) on \(device.seat)")
        case .removed(let device, let time): say(time, "device \(device) is not recorded any more")
        case .lost(let count, let time): say(time, "LOST: \(DisplayText.count(count, "frame")) came too fast")
        case .anchor(let anchor): follow(anchor)
        case .arbitration(let device, let isBlocked, let time):
            say(
                time,
                isBlocked ? "a pen came: touches of device \(device) do not count" : "the pen has gone: touches of device \(device) count")
        case .annotation(let annotation):
            say(Instant(microseconds: annotation.time), "\(DisplayText.escaped(annotation.key)): \(DisplayText.escaped(annotation.text))")
        case .paused(let reason, let time): say(time, "paused: \(DisplayText.escaped(reason))")
        case .resumed(let time): say(time, "goes on")
        case .ended(let time): say(time, "the file ends")
        }
    }

    /// Tells of sleep and of clocks that were set.
    private mutating func follow(_ next: TimeAnchor) {
        defer { anchor = next }
        guard let anchor else { return }
        let (slept, set) = (next.slept(since: anchor), next.wallWasSet(since: anchor))
        if slept > Self.drift { say(next.instant, "the machine has slept for \(seconds(slept)) s") }
        if set.magnitude > UInt64(Self.drift) { say(next.instant, "the clock was set by \(seconds(set)) s") }
    }

    private mutating func say(_ time: Instant?, _ text: String) {
        flush()
        let stamp = time.flatMap { time in begin.map { seconds(time.microseconds &- $0) } } ?? ""
        lines.append(String(repeating: " ", count: max(0, 9 - stamp.count)) + stamp + "  " + text)
    }

    /// Tells of the frames since the last line.
    private mutating func flush() {
        guard frames > 0 else { return }
        let drop = drops > 0 ? ", \(DisplayText.count(drops, "gap")) left by the kernel (SYN_DROPPED)" : ""
        let told = "\(DisplayText.count(frames, "frame")), \(DisplayText.count(strokes, "stroke"))\(drop)"
        (frames, strokes, drops) = (0, 0, 0)
        lines.append(String(repeating: " ", count: 11) + told)
    }

    private func seconds(_ microseconds: Int64) -> String { DisplayText.fixed(Double(microseconds) / 1e6, digits: 3) }

    private func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
