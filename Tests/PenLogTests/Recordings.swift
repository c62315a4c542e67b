import Evdev
import Glibc
import Ink
import PenLog
import Tablet

/// The project's folder.
let projectRoot = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// A recording that belongs to the tests.
func fixture(_ name: String) -> String { projectRoot + "/Tests/Fixtures/recordings/" + name }

/// Recordings of real devices, which do not belong to the project: INKD_RIG, else beside it.
let rig = getenv("INKD_RIG").map { String(cString: $0) } ?? projectRoot + "/../shared/rig"

/// The files of a folder that end so.
func files(in folder: String, ending: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name.hasSuffix(ending) { names.append(name) }
    }
    return names.sorted().map { folder + "/" + $0 }
}

/// Everything a device's pen or fingers did in a recording; nil for devices that are neither.
func pointerEvents(of device: RecordedDevice) -> [PointerEvent]? {
    var events: [PointerEvent] = []
    let end = device.frames.last?.time ?? Instant(microseconds: 0)
    if device.description.axes[Axis.trackingID] != nil {
        guard var touch = try? TouchTracker(description: device.description, device: DeviceID(1)) else { return nil }
        for frame in device.frames { touch.process(frame, into: &events) }
        touch.disconnect(at: end, into: &events)
    } else {
        var pen = PenTracker(description: device.description, device: DeviceID(1))
        for frame in device.frames { pen.process(frame, into: &events) }
        pen.disconnect(at: end, into: &events)
    }
    return events
}

/// The counts of each phase, as a sentence: `"1 in, 2 down, 31 move, 2 up, 1 out"`.
func count(_ events: [PointerEvent]) -> String {
    let names: [(PointerPhase, String)] = [
        (.proximityIn, "in"), (.hover, "hover"), (.down, "down"), (.move, "move"), (.up, "up"), (.cancel, "cancel"), (.proximityOut, "out"),
    ]
    return names.compactMap { phase, name in
        let number = events.count { $0.phase == phase }
        return number > 0 ? "\(number) \(name)" : nil
    }.joined(separator: ", ")
}
