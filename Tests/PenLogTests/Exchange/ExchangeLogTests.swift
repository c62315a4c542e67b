import Evdev
import PenLog
import Testing

@Suite("Pen logs as other formats")
struct ExchangeLogTests {
    private let exchange = Exchange { _ in nil }

    @Test("a log goes into libinput's format and back with every frame, and what was noted is told as lost")
    func libinput() throws {
        let records = LogSamples.long(60)
        let log = try LogSamples.bytes(records).bytes
        let contents = try ExchangeFormat.log.read(log)
        let (yaml, losses) = try exchange.write(contents, as: .libinput)
        guard case .recording(let kept) = try ExchangeFormat.libinput.read(yaml) else { return #expect(Bool(false)) }
        #expect(kept.devices.map(\.frames) == Recording(records).devices.map(\.frames))
        #expect(losses.sentences.contains { $0.hasPrefix("all of 1 stroke's end") })
        let (again, more) = try exchange.write(.recording(kept), as: .log)
        guard case .log(let read) = try ExchangeFormat.log.read(again) else { return #expect(Bool(false)) }
        #expect(Recording(read.records).devices.map(\.frames) == kept.devices.map(\.frames) && more.isEmpty)
    }

    @Test("a log goes into a log as it is, packed or not")
    func same() throws {
        let log = try LogSamples.bytes(LogSamples.everything).bytes
        let (bytes, losses) = try exchange.write(try ExchangeFormat.log.read(log), as: .log)
        #expect(try LogFile(bytes).records == LogSamples.everything && losses.isEmpty)
        #expect(ExchangeFormat(path: "a/0001.inklog.zst") == .log && ExchangeFormat(path: "pen.inklog") == .log)
    }

    @Test("what is no log is refused")
    func refusal() {
        #expect(throws: RecordingError.self) { try ExchangeFormat.log.read(Array("E: 0.0 0000 0000 0".utf8)) }
    }
}
