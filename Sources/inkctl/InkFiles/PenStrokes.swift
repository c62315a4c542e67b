internal import Evdev
internal import Ink
internal import PenLog
internal import Tablet

/// What a pen wrote in a recording, as the daemon would see it.
enum PenStrokes {
    /// The ink of a device's pen, in the device's own units where they are square, else in thousandths of a millimetre; nil for fingers.
    static func ink(of device: RecordedDevice) -> JSONInk? {
        let description = device.description
        guard description.axes[Axis.trackingID] == nil, let x = description.axes[Axis.x], let y = description.axes[Axis.y] else {
            return nil
        }
        var tracker = PenTracker(description: description, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in device.frames { tracker.process(frame, into: &events) }
        tracker.disconnect(at: device.frames.last?.time ?? Instant(microseconds: 0), into: &events)
        let strokes = strokes(of: events)
        let isSquare = x.resolution == y.resolution && x.resolution > 0 || tracker.geometry.isUnitless
        let start = strokes.first?.first?.time ?? Instant(microseconds: 0)
        var ink = JSONInk(
            strokes: strokes.map { events in
                events.map { event in
                    let place = isSquare ? (Int64(event.rawX), Int64(event.rawY)) : (thousandths(event.x), thousandths(event.y))
                    return JSONInk.Sample(x: place.0, y: place.1, time: event.time.since(start))
                }
            })
        ink.device = description.name.isEmpty ? nil : description.name
        ink.unitsPerMillimetre = tracker.geometry.isUnitless ? nil : isSquare ? Double(x.resolution) : 1000
        if description.axes[Axis.pressure] != nil { ink.channels[.force] = values(of: strokes, \.force) }
        if description.axes[Axis.tiltX] != nil, description.axes[Axis.tiltY] != nil {
            ink.channels[.azimuth] = values(of: strokes, \.azimuth)
            ink.channels[.altitude] = values(of: strokes, \.altitude)
        }
        return ink
    }

    /// The samples of strokes that were finished with the pen's writing end.
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

    private static func thousandths(_ millimetres: Double) -> Int64 { Int64(min(1e9, max(-1e9, (millimetres * 1000).rounded()))) }

    /// As many digits as tell one value from the next.
    private static func values(of strokes: [[PointerEvent]], _ value: KeyPath<PointerEvent, Float>) -> [[Double]] {
        strokes.map { $0.map { Double("\($0[keyPath: value])") ?? 0 } }
    }
}
