internal import Evdev
internal import Ink
package import PenLog
internal import Tablet

/// The inks of a recorded session.
package enum LogInks {
    /// A time range of a session, and the prompt or label that applies in it.
    private struct Window {
        var begin: Instant
        var end: Instant
        var label: String?
    }

    /// The duration of a pause that ends an ink without prompts, in microseconds.
    private static let pause: Int64 = 2_000_000

    /// Segments a session into inks. With prompts: one ink for each accepted prompt, with the prompt as its label. With labels only: one
    /// for each label, with all writing while it was set. Otherwise: one for the writing between pauses of two seconds.
    package static func inks(of records: [LogRecord], session: String) -> [JSONInk] {
        let annotations = records.compactMap { if case .annotation(let annotation) = $0 { annotation } else { nil } }
        let writer = annotations.first { $0.key == "writer" }?.text
        let devices = Recording(records).devices
        let prompted = windows(annotations)
        let isPrompted = annotations.contains { $0.key == "prompt" }
        // an interruption within a sentence means that part of it is missing
        let interruptions = interruptions(records)
        let whole = prompted.map { window in !interruptions.contains { $0 > window.begin && $0 < window.end } }
        var written: [(window: Int, ink: JSONInk)] = []
        for device in devices {
            let windows = isPrompted ? prompted : labeled(annotations, device)
            for (number, piece) in pieces(of: device, windows).enumerated() where !isPrompted || whole[number] {
                guard var ink = PenStrokes.ink(of: piece), !ink.strokes.isEmpty else { continue }
                ink.label = windows[number].label
                ink.writer = writer
                ink.level = "text"
                written.append((number, ink))
            }
        }
        // with two pens at once it is unclear which one wrote the sentence
        if isPrompted { written = written.filter { one in written.count { $0.window == one.window } == 1 } }
        return written.enumerated().map { index, one in
            var ink = one.ink
            ink.id = "\(session)#\(index + 1)"
            return ink
        }
    }

    /// Returns the start time of each gap in the log.
    private static func interruptions(_ records: [LogRecord]) -> [Instant] {
        records.compactMap { record in
            switch record {
            case .paused(_, let time), .removed(_, let time), .lost(_, let time): time
            default: nil
            }
        }
    }

    /// Returns the time ranges from a prompt's last display to its acceptance.
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

    /// Returns the time ranges of labels. Unlabeled ink is split at pauses.
    private static func labeled(_ annotations: [Annotation], _ device: RecordedDevice) -> [Window] {
        var labels: [Annotation] = []
        // a session's next file repeats the current label
        for annotation in annotations where annotation.key == "label" && labels.last != annotation { labels.append(annotation) }
        guard let first = labels.first, let end = device.frames.map(\.time).max()?.advanced(byMicroseconds: 1) else {
            return pauses(of: device.frames[...])
        }
        let ends = labels.dropFirst().map(\.time) + [.max]
        let begin = Instant(microseconds: first.time)
        return pauses(of: device.frames.prefix { $0.time < begin })
            + zip(labels, ends).flatMap { label, next -> [Window] in
                let window = Window(
                    begin: Instant(microseconds: label.time), end: min(Instant(microseconds: next), end), label: label.text)
                guard label.text.isEmpty else { return [window] }
                return pauses(of: device.frames.filter { $0.time >= window.begin && $0.time < window.end }[...])
            }
    }

    private static func pauses(of frames: ArraySlice<Frame>) -> [Window] {
        var windows: [Window] = []
        for frame in frames {
            guard let last = windows.last, frame.time.since(last.end) < pause else {
                windows.append(Window(begin: frame.time, end: frame.time.advanced(byMicroseconds: 1)))
                continue
            }
            windows[windows.count - 1].end = frame.time.advanced(byMicroseconds: 1)
        }
        return windows
    }

    /// Returns the device's frames in each window, with the device's state at the beginning of that window. The windows are in order.
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

/// The strokes of a pen in a recording, tracked as the daemon tracks a live pen.
package enum PenStrokes {
    /// Returns the ink of a device's pen: in device units if both axes have the same resolution, otherwise in micrometers. nil for touch
    /// devices.
    package static func ink(of device: RecordedDevice) -> JSONInk? {
        let description = device.description
        guard description.axes[Axis.trackingID] == nil, let x = description.axes[Axis.x], let y = description.axes[Axis.y] else {
            return nil
        }
        var tracker = PenTracker(description: description, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in device.frames { tracker.process(frame, into: &events) }
        tracker.disconnect(at: device.frames.last?.time ?? Instant(microseconds: 0), into: &events)
        let strokes = strokes(of: events)
        let isSquare = x.resolution == y.resolution && tracker.geometry.isAsReported || tracker.geometry.isUnitless
        let start = strokes.first?.first?.time ?? Instant(microseconds: 0)
        var ink = JSONInk(
            strokes: strokes.map { events in
                events.map { event in
                    let place = isSquare ? (Int64(event.rawX), Int64(event.rawY)) : (thousandths(event.x), thousandths(event.y))
                    return JSONInk.Sample(x: place.0, y: place.1, time: event.time.since(start))
                }
            })
        ink.device = description.name.isEmpty ? nil : description.name
        ink.unitsPerMillimeter = tracker.geometry.isUnitless ? nil : isSquare ? Double(x.resolution) : 1000
        if description.axes[Axis.pressure] != nil { ink.channels[.force] = values(of: strokes, \.force) }
        if description.axes[Axis.tiltX] != nil, description.axes[Axis.tiltY] != nil {
            ink.channels[.azimuth] = values(of: strokes, \.azimuth)
            ink.channels[.altitude] = values(of: strokes, \.altitude)
        }
        return ink
    }

    /// Returns the samples of the finished strokes of the pen's tip.
    private static func strokes(of events: [PointerEvent]) -> [[PointerEvent]] {
        var strokes: [[PointerEvent]] = []
        var open: [PointerEvent] = []
        for event in events where event.tool == .pen {
            switch event.phase {
            case .down: open = [event]
            case .move: open.append(event)
            case .up:
                if !open.isEmpty { strokes.append(open) }
                open = []
            case .cancel: open = []
            case .proximityIn, .hover, .proximityOut: break
            }
        }
        return strokes
    }

    private static func thousandths(_ millimeters: Double) -> Int64 { Int64(min(1e9, max(-1e9, (millimeters * 1000).rounded()))) }

    /// Returns one value of every sample, as the shortest decimal number that identifies it.
    private static func values(of strokes: [[PointerEvent]], _ value: KeyPath<PointerEvent, Float>) -> [[Double]] {
        strokes.map { $0.map { Double("\($0[keyPath: value])") ?? 0 } }
    }
}
