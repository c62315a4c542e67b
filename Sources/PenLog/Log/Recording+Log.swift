internal import Evdev
internal import Ink

extension Recording {
    /// What a log's devices did. One that went and came again, or was not recorded for a while, is another device after that, as it was
    /// when it came: the kernel's own numbers of devices are not told apart either.
    public init(_ records: some Sequence<LogRecord>) {
        self.init(devices: [])
        // how devices that are there are known, and where their frames go
        var places: [Int: Int] = [:]
        var known: [Int: DeviceDescription] = [:]
        for record in records {
            switch record {
            case .device(let device):
                // one that was there all the time is told of again where a session's next file begins
                if known[device.number] == nil { places[device.number] = nil }
                known[device.number] = device.description
            case .removed(let device, _):
                known[device] = nil
                places[device] = nil
            case .paused: places = [:]
            case .frame(let device, let frame):
                guard let description = known[device] else { continue }
                let place = places[device] ?? devices.count
                if place == devices.count { devices.append(RecordedDevice(description: description, frames: [])) }
                places[device] = place
                devices[place].frames.append(frame)
                order.append(place)
            case .annotation(let annotation):
                if annotation.key == "label", label == nil { label = annotation.text }
            default: break
            }
        }
        // of two devices that were read at the same time, one came first
        let told = order
        order = []
        if timeline.map(\.device) != told { order = told }
    }

    /// The log of a session in which just this happened: frames of all devices in order of time.
    public func records(_ header: LogHeader) -> [LogRecord] {
        var records: [LogRecord] = [.began(header)]
        for (number, device) in devices.enumerated() {
            records.append(.device(LoggedDevice(number: number, description: device.description, role: "", seat: "seat0")))
        }
        let start = Instant(microseconds: header.anchor.monotonic)
        if let label { records.append(.annotation(Annotation(key: "label", text: label, at: start))) }
        let timeline = timeline
        records += timeline.map { .frame(device: $0.device, self[$0]) }
        return records + [.ended(at: timeline.map { self[$0].time }.max() ?? start)]
    }
}
