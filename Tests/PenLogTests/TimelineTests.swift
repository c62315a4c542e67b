import Evdev
import Ink
import PenLog
import Testing

@Suite("What came first in a recording")
struct TimelineTests {
    @Test("frames of all devices come in order of time, and each device's in its own")
    func order() {
        let recording = Recording(devices: [device([1, 5, 4]), device([1, 2, 6])])
        #expect(told(recording) == ["0.0", "1.0", "1.1", "0.1", "0.2", "1.2"])
    }

    @Test("what a log tells first comes first, whatever the times say")
    func logOrder() throws {
        let (pen, touch) = (device([100, 200]), device([105, 205]))
        var records: [LogRecord] = [.device(LoggedDevice(number: 4, description: pen.description, role: "pen", seat: "seat0"))]
        records.append(.device(LoggedDevice(number: 9, description: touch.description, role: "touch", seat: "seat0")))
        records += [
            .frame(device: 9, touch.frames[0]), .frame(device: 4, pen.frames[0]), .frame(device: 4, pen.frames[1]),
            .frame(device: 9, touch.frames[1]),
        ]
        let recording = Recording(records)
        #expect(recording.order == [0, 1, 1, 0] && told(recording) == ["0.0", "1.0", "1.1", "0.1"])
        let again = Recording(recording.records(.here(program: "test", session: "s", part: 1)))
        #expect(again == recording)
    }

    @Test("an order that time tells anyhow is not kept, and one that is wrong harms nobody")
    func needless() {
        let both = [device([1, 3]), device([2])]
        let records = Recording(devices: both).records(.here(program: "test", session: "s", part: 1))
        #expect(Recording(records) == Recording(devices: both))
        #expect(told(Recording(devices: both, order: [7, -1, 1, 1, 1])) == ["1.0", "0.0", "0.1"])
    }

    @Test("a visit goes from one coming of a pen to the next, with what is told in between")
    func visits() {
        let pen = device([0, 1, 2, 3, 4, 5, 6], keys: [1: 1, 2: 0, 4: 1, 6: 0])
        let recording = Recording(devices: [pen])
        #expect(recording.visits(of: recording.timeline) == [0..<4, 4..<7])
        var near = recording
        near.devices[0].description.pressedKeys = [Key.toolPen]
        near.devices[0].frames.removeFirst(2)
        #expect(near.visits(of: near.timeline) == [0..<2, 2..<5])
        #expect(Recording(devices: []).visits(of: []) == [])
        #expect(Recording(devices: [device([1, 2])]).visits(of: Recording(devices: [device([1, 2])]).timeline) == [0..<2])
    }

    @Test("a finger that comes before the pen has gone is of the same visit")
    func together() {
        let recording = Recording(devices: [device([0, 10, 20], keys: [0: 1, 1: 0, 2: 1]), device([5, 15], keys: [0: 1, 1: 0])])
        #expect(recording.visits(of: recording.timeline) == [0..<4, 4..<5])
    }

    private func told(_ recording: Recording) -> [String] { recording.timeline.map { "\($0.device).\($0.frame)" } }

    /// - Parameter keys: frames that press (1) or let go of (0) the pen's key.
    private func device(_ times: [Int64], keys: [Int: Int32] = [:]) -> RecordedDevice {
        let frames = times.enumerated().map { index, microseconds in
            let time = Instant(microseconds: microseconds)
            let key = keys[index].map { InputEvent(time: time, type: EventType.key, code: Key.toolPen, value: $0) }
            return Frame(time: time, events: [key ?? InputEvent(time: time, type: EventType.abs, code: Axis.x, value: Int32(index))])
        }
        return RecordedDevice(description: DeviceDescription(name: "device"), frames: frames)
    }
}
