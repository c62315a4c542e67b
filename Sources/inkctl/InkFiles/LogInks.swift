internal import Evdev
internal import Ink
internal import PenLog

/// The inks of a recorded session.
enum LogInks {
    /// From here to there, and what was asked for meanwhile.
    private struct Window {
        var begin: Instant
        var end: Instant
        var label: String?
    }

    /// Without prompts a pause of so many microseconds ends an ink.
    private static let pause: Int64 = 2_000_000

    /// An ink for every prompt that was accepted; where nothing was asked for, for every pause.
    static func inks(of records: [LogRecord], session: String) -> [JSONInk] {
        let annotations = records.compactMap { if case .annotation(let annotation) = $0 { annotation } else { nil } }
        let writer = annotations.first { $0.key == "writer" }?.text
        let devices = Recording(records).devices
        let prompted = windows(annotations)
        let isPrompted = annotations.contains { $0.key == "prompt" }
        // what was interrupted in the midst of a sentence is not all of it
        let interruptions = interruptions(records)
        let whole = prompted.map { window in !interruptions.contains { $0 > window.begin && $0 < window.end } }
        var written: [(window: Int, ink: JSONInk)] = []
        for device in devices {
            let windows = isPrompted ? prompted : pauses(of: device)
            for (number, piece) in pieces(of: device, windows).enumerated() where !isPrompted || whole[number] {
                guard var ink = PenStrokes.ink(of: piece), !ink.strokes.isEmpty else { continue }
                ink.label = windows[number].label
                ink.writer = writer
                ink.level = "text"
                written.append((number, ink))
            }
        }
        // a sentence that two pens wrote is nobody's
        if isPrompted { written = written.filter { one in written.count { $0.window == one.window } == 1 } }
        return written.enumerated().map { index, one in
            var ink = one.ink
            ink.id = "\(session)#\(index + 1)"
            return ink
        }
    }

    /// When something began to be missing of what the devices did.
    private static func interruptions(_ records: [LogRecord]) -> [Instant] {
        records.compactMap { record in
            switch record {
            case .paused(_, let time), .removed(_, let time), .lost(_, let time): time
            default: nil
            }
        }
    }

    /// Of an accepted sentence counts what was written since it was asked for last.
    private static func windows(_ annotations: [Annotation]) -> [Window] {
        var windows: [Window] = []
        var prompt: Annotation?
        for annotation in annotations {
            let time = Instant(microseconds: annotation.time)
            switch annotation.key {
            case "prompt": prompt = annotation
            case "accepted":
                if let prompt {
                    windows.append(Window(begin: Instant(microseconds: prompt.time), end: time, label: prompt.text))
                }
                prompt = nil
            case "repeated", "skipped": prompt = nil
            default: break
            }
        }
        return windows
    }

    private static func pauses(of device: RecordedDevice) -> [Window] {
        var windows: [Window] = []
        for frame in device.frames {
            guard let last = windows.last, frame.time.since(last.end) < pause else {
                windows.append(Window(begin: frame.time, end: frame.time.advanced(byMicroseconds: 1)))
                continue
            }
            windows[windows.count - 1].end = frame.time.advanced(byMicroseconds: 1)
        }
        return windows
    }

    /// What a device did in each of the windows, which come in order, and how it stood before.
    private static func pieces(of device: RecordedDevice, _ windows: [Window]) -> [RecordedDevice] {
        var state = device.description
        var rest = device.frames[...]
        return windows.map { window in
            while let frame = rest.first, frame.time < window.begin {
                state.follow(frame)
                rest.removeFirst()
            }
            var piece = RecordedDevice(description: state, frames: [])
            while let frame = rest.first, frame.time < window.end {
                piece.frames.append(frame)
                state.follow(frame)
                rest.removeFirst()
            }
            return piece
        }
    }
}
