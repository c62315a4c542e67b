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
        var inks: [JSONInk] = []
        for device in devices {
            for window in isPrompted ? prompted : pauses(of: device) {
                guard var ink = PenStrokes.ink(of: device.during(window.begin, window.end)), !ink.strokes.isEmpty else { continue }
                ink.label = window.label
                ink.writer = writer
                ink.level = "text"
                ink.id = "\(session)#\(inks.count + 1)"
                inks.append(ink)
            }
        }
        return inks
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
}

extension RecordedDevice {
    /// What it did in that time, and how it stood before.
    fileprivate func during(_ begin: Instant, _ end: Instant) -> RecordedDevice {
        var part = RecordedDevice(description: description, frames: [])
        for frame in frames where frame.time < end {
            if frame.time < begin { part.description.follow(frame) } else { part.frames.append(frame) }
        }
        return part
    }
}
