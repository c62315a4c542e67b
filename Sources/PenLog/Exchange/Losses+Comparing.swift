internal import Evdev

// A writer's losses are what is missing when its file is read again: whatever the reason, none of them is silent.
extension Losses {
    /// What is in the first inks and not in the second.
    init(from inks: [JSONInk], to kept: [JSONInk]) {
        self.init()
        add("all", of: max(0, inks.count - kept.count), "ink")
        // of those without a stroke most formats have nothing
        let inks = inks.count == kept.count ? inks : inks.filter { !$0.strokes.isEmpty }
        for (ink, kept) in zip(inks, kept) {
            let texts: [(String, KeyPath<JSONInk, String?>)] = [
                ("names", \.id), ("writers", \.writer), ("devices", \.device), ("levels", \.level), ("labels", \.label),
                ("styles", \.style),
            ]
            for (name, path) in texts where ink[keyPath: path] != nil && ink[keyPath: path] != kept[keyPath: path] { add(name, "ink") }
            if ink.hertz != nil, ink.hertz != kept.hertz { add("sampling rates", "ink") }
            if ink.unitsPerMillimetre != nil, ink.unitsPerMillimetre != kept.unitsPerMillimetre { add("scales", "ink") }
            if ink.strokes.map(\.count) != kept.strokes.map(\.count) {
                add("strokes", "ink")
            } else if !ink.hasPlaces(of: kept) {
                add("exact places", "ink")
            }
            if ink.isTimed, ink.strokes.map({ $0.map(\.time) }) != kept.strokes.map({ $0.map(\.time) }) { add("exact times", "ink") }
            for channel in JSONInk.Channel.allCases where ink.channels[channel] != nil && ink.channels[channel] != kept.channels[channel] {
                add(channel.name, "ink")
            }
        }
    }

    /// What is in the first recording and not in the second.
    init(from recording: Recording, to kept: Recording) {
        self.init()
        add("all", of: max(0, recording.devices.count - kept.devices.count), "further device")
        if recording.label != nil, recording.label != kept.label { add("the label", "recording") }
        for (device, kept) in zip(recording.devices, kept.devices) {
            let (old, new) = (device.description, kept.description)
            if old.name != new.name { add("the exact name", "device") }
            if old.phys != new.phys { add("the physical path", "device") }
            if old.uniq != new.uniq { add("the serial number", "device") }
            if old.databaseSize != nil, new.databaseSize == nil { add("the size from the tablet database", "device") }
            if old.pressedKeys != new.pressedKeys || old.axes.mapValues(\.value) != new.axes.mapValues(\.value) {
                add("the state at the beginning", "device")
            }
            if device.ranges != kept.ranges { add("codes and axes", "device") }
            if device.frames != kept.frames { add("frames", "device") }
        }
    }
}

extension RecordedDevice {
    /// What it can report, without the state it was in.
    fileprivate var ranges: RecordedDevice {
        var bare = RecordedDevice(description: DeviceDescription(name: ""), frames: [], otherCodes: otherCodes)
        bare.description.keys = description.keys
        bare.description.miscCodes = description.miscCodes
        bare.description.properties = description.properties
        bare.description.axes = description.axes.mapValues { axis in
            var axis = axis
            axis.value = 0
            return axis
        }
        return bare
    }
}

extension JSONInk {
    /// Whether every sample lies where the other's does.
    fileprivate func hasPlaces(of other: JSONInk) -> Bool {
        zip(strokes.joined(), other.strokes.joined()).allSatisfy { $0.x == $1.x && $0.y == $1.y }
    }
}

extension JSONInk.Channel {
    /// What a person calls it.
    var name: String {
        switch self {
        case .force: "force"
        case .tiltX, .tiltY: "tilt (\(rawValue))"
        case .azimuth: "azimuth"
        case .altitude: "altitude"
        }
    }
}
