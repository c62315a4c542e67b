internal import Evdev
internal import Ink

/// The content of a recording, with each device's frames replaced with a digest, so that two recordings can be compared without loading
/// either.
struct RecordingSurvey {
    /// A summary of a device's frames.
    struct Frames: Equatable {
        var count = 0
        /// FNV-1a of the frames' content, 64 bits at a time.
        private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ frame: Frame) {
            count += 1
            add(UInt64(bitPattern: frame.time.microseconds))
            add(UInt64(frame.events.count) << 1 | (frame.followsDrop ? 1 : 0))
            for event in frame.events {
                add(UInt64(bitPattern: event.time.microseconds))
                add(UInt64(event.type) << 48 | UInt64(event.code) << 32 | UInt64(UInt32(bitPattern: event.value)))
            }
        }

        private mutating func add(_ word: UInt64) { digest = (digest ^ word) &* 0x100_0000_01b3 ^ word >> 29 }
    }

    /// The devices, without frames.
    let devices: [RecordedDevice]
    let label: String?
    let frames: [Frames]

    init(_ recording: Recording) {
        devices = recording.devices.map { RecordedDevice(description: $0.description, frames: [], otherCodes: $0.otherCodes) }
        label = recording.label
        frames = recording.devices.map { device in
            var frames = Frames()
            for frame in device.frames { frames.add(frame) }
            return frames
        }
    }

    /// Reads a whole file.
    init(_ file: RecordingFile) throws(RecordingError) { self = try Self.read(file).survey }

    /// Reads a whole file; damaged parts are left out.
    static func read(_ file: RecordingFile) throws(RecordingError) -> (survey: RecordingSurvey, outline: RecordingFile.Outline) {
        var frames: [Frames] = []
        let outline = try file.read { (device, frame) throws(RecordingError) in
            while frames.count <= device { frames.append(Frames()) }
            frames[device].add(frame)
        }
        while frames.count < outline.devices.count { frames.append(Frames()) }
        return (RecordingSurvey(devices: outline.devices, label: outline.label, frames: frames), outline)
    }

    private init(devices: [RecordedDevice], label: String?, frames: [Frames]) {
        self.devices = devices
        self.label = label
        self.frames = frames
    }
}
