public import Evdev
internal import Ink

/// One frame of a recording, by the numbers of its device and of itself there.
public struct RecordedMoment: Sendable, Hashable {
    /// Among the recording's devices.
    public var device: Int
    /// Among the device's frames.
    public var frame: Int
}

extension Recording {
    /// All frames of all devices, one after the other as they came.
    ///
    /// `order` tells how; without it time does, and of frames of the same time those of the first device come first.
    public var timeline: [RecordedMoment] {
        var next = devices.map { _ in 0 }
        let ordered = order.compactMap { device -> RecordedMoment? in
            guard devices.indices.contains(device), next[device] < devices[device].frames.count else { return nil }
            defer { next[device] += 1 }
            return RecordedMoment(device: device, frame: next[device])
        }
        let rest = devices.indices.flatMap { device in
            (next[device]..<devices[device].frames.count).map { RecordedMoment(device: device, frame: $0) }
        }
        // a device's frames stay in their order, whatever their times say
        var latest = devices.map { _ in Instant(microseconds: .min) }
        let times = rest.map { moment in
            latest[moment.device] = max(latest[moment.device], self[moment].time)
            return latest[moment.device]
        }
        let sorted = rest.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        return ordered + sorted.map { rest[$0] }
    }

    /// The frame of a moment of `timeline`.
    public subscript(moment: RecordedMoment) -> Frame { devices[moment.device].frames[moment.frame] }

    /// Cuts the timeline where somebody comes who was away: one visit of the pen, or of fingers, after the other. What a device tells
    /// while nobody is there belongs to the visit before.
    ///
    /// A pen or finger is there while a key is down, which tools and contacts are. A device that never lets go of them has one visit.
    public func visits(of timeline: [RecordedMoment]) -> [Range<Int>] {
        var down = Set<[Int]>()
        for (number, device) in devices.enumerated() { down.formUnion(device.description.pressedKeys.map { [number, Int($0)] }) }
        var starts: [Int] = []
        var wasThere = false
        for (index, moment) in timeline.enumerated() {
            let hadNobody = down.isEmpty
            for event in self[moment].events where event.type == EventType.key {
                if event.value == 0 {
                    down.remove([moment.device, Int(event.code)])
                } else {
                    down.insert([moment.device, Int(event.code)])
                }
            }
            if index == 0 || (hadNobody && wasThere && !down.isEmpty) { starts.append(index) }
            wasThere = wasThere || !down.isEmpty || !hadNobody
        }
        return zip(starts, starts.dropFirst() + [timeline.count]).map { $0..<$1 }
    }
}
