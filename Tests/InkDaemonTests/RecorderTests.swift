import Editing
import Evdev
import Glibc
import Ink
import InkClient
import InkProtocol
import PenLog
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Recording pen sessions")
    struct RecorderTests {
        typealias Interface = RecorderInterface

        @Test("nothing is recorded unless somebody starts it, and everybody can see that it goes on")
        func consent() throws {
            let daemon = try RunningDaemon()
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            try pen.visit(strokes: 1)
            #expect(try client.recorderState().state.recording == nil)
            #expect(try client.recordings().recordings == [])
            let watch = try daemon.connect().watchRecorder()
            #expect(try watch.next(timeout: .patience)?.state.recording == nil)
            let state = try client.startRecording(label: "a test", writer: "w1")
            #expect(state.recording != nil && state.paused == nil)
            var told = try #require(try watch.next(timeout: .patience))
            while told.state.devices.isEmpty { told = try #require(try watch.next(timeout: .patience)) }
            #expect(told.state.recording == state.recording && told.state.devices == [Int(pen.id.value)])
            #expect(refusal(Interface.AlreadyRecording.self) { _ = try client.startRecording() }?.name == state.recording)
            let ended = try client.stopRecording()
            #expect(ended.label == "a test" && ended.writer == "w1" && ended.ended != nil && !ended.active && ended.problem == nil)
            #expect(refusal(Interface.NotRecording.self) { _ = try client.stopRecording() } != nil)
            while told.state.recording != nil { told = try #require(try watch.next(timeout: .patience)) }
        }

        @Test("what is recorded plays to the very same pointer events")
        func replay() throws {
            let frames = try Recording.read(samplePath).devices[0].frames
            let live = try RunningDaemon()
            let pen = try TestPen(in: live)
            let client = try live.connect()
            let name = try #require(try client.startRecording().recording)
            try pen.play(frames)
            let ended = try client.stopRecording()
            #expect(ended.files.count == 1)
            let bytes = try client.readRecording(name, file: ended.files[0])
            #expect(bytes.count == ended.bytes)
            let recording = try Recording.parse(bytes)
            #expect(recording.devices.map(\.frames) == [frames])
            #expect(try #require(recording.devices.first).description == pen.description)
            let strokes = try LogFile(bytes).records.filter { if case .stroke = $0 { true } else { false } }
            #expect(strokes.count == (try pen.strokes()[0]))
            let written = try live.penInks().first?.strokes
            let again = try RunningDaemon([recording], speed: 1000)
            try again.play()
            try again.waitUntilQuiet()
            let replayed = try again.penInks().first?.strokes
            #expect(
                replayed?.map { $0.points.map { [$0.x, $0.y, Double($0.force)] } }
                    == written?.map { $0.points.map { [$0.x, $0.y, Double($0.force)] } })
        }

        @Test("a visit of the pen that began before is not in it, and the rest is whole")
        func midVisit() throws {
            let daemon = try RunningDaemon()
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            try pen.come()
            _ = try client.startRecording()
            try pen.stroke()
            try pen.go()
            try pen.visit(strokes: 2)
            let records = try self.records(client, try client.stopRecording())
            let frames = Recording(records).devices.flatMap(\.frames)
            #expect(frames.first?.events.contains { $0.code == Key.toolPen && $0.value == 1 } == true)
            #expect(records.count { if case .stroke = $0 { true } else { false } } == 2)
        }

        @Test("a password, a lock and the switch of a user pause it at once")
        func pauses() throws {
            let daemon = try RunningDaemon()
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            _ = try client.startRecording()
            try pen.visit(strokes: 1)
            let stream = try daemon.connect().attachInputMethod(named: "test")
            let session = try #require(try stream.next(timeout: .patience)?.session)
            _ = try client.call(TextInputInterface.Focus.self, .init(session: session, purpose: .password))
            #expect(try client.recorderState().state.paused == .password)
            try pen.visit(strokes: 5)
            _ = try client.call(TextInputInterface.Unfocus.self, .init(session: session))
            #expect(try client.recorderState().state.paused == nil)
            try daemon.onLoop { daemon in
                for seat in daemon.parts.text.seats.all.values { daemon.parts.text.update(seat) { seat.isLocked = true } }
            }
            #expect(try client.recorderState().state.paused == .locked)
            try pen.visit(strokes: 5)
            try daemon.onLoop { daemon in
                for seat in daemon.parts.text.seats.all.values { daemon.parts.text.update(seat) { seat.isLocked = false } }
            }
            try pen.visit(strokes: 1)
            let records = try self.records(client, try client.stopRecording())
            let recording = Recording(records)
            #expect(recording.devices.count == 2)
            let downs = recording.devices.flatMap(\.frames).flatMap(\.events).count { $0.code == Key.touch && $0.value == 1 }
            #expect(downs == 2)
            let reasons = records.compactMap { if case .paused(let reason, _) = $0 { reason } else { nil } }
            #expect(reasons == ["password", "locked"])
        }

        @Test("a recording is listed, read by its owner alone, and really deleted")
        func keeping() throws {
            let daemon = try RunningDaemon()
            let pen = try TestPen(in: daemon)
            let client = try daemon.connect()
            let name = try #require(try client.startRecording().recording)
            try client.annotateRecording("prompt", "Grüße")
            try pen.visit(strokes: 1)
            #expect(refusal(Interface.RecordingInUse.self) { try client.deleteRecording(name) }?.name == name)
            #expect(try client.recordings().recordings.map(\.active) == [true])
            let ended = try client.stopRecording()
            #expect(try client.recordings().recordings == [ended])
            let folder = "\(daemon.folder.path)/state/recordings/\(getuid())/\(name)"
            for path in [folder + "/recording.json", folder + "/" + ended.files[0], daemon.folder.path + "/state/recordings/salt"] {
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(path)")
            }
            #expect(try records(client, ended).contains { if case .annotation(let a) = $0 { a.text == "Grüße" } else { false } })
            for wrong in ["..", "", "2026", "a/b", name + "/.."] {
                #expect(refusal(Interface.NoSuchRecording.self) { try client.deleteRecording(wrong) } != nil)
            }
            #expect(refusal(Interface.NoSuchFile.self) { _ = try client.readRecording(name, file: "../recording.json") } != nil)
            try client.deleteRecording(name)
            #expect(access(folder, F_OK) != 0)
            #expect(try client.recordings().recordings == [])
        }

        @Test("with as much as may be kept, no more is recorded")
        func limit() throws {
            let daemon = try RunningDaemon { $0.recorderLimit = 1 }
            let client = try daemon.connect()
            let folder = "\(daemon.folder.path)/state/recordings/\(getuid())/2020-01-01-000000"
            for end in ["/state", "/state/recordings", "/state/recordings/\(getuid())", "/state/recordings/\(getuid())/2020-01-01-000000"] {
                mkdir(daemon.folder.path + end, 0o700)
            }
            let file = try #require(fopen(folder + "/0001.inklog.zst", "w"))
            ftruncate(fileno(file), 1 << 20)
            fclose(file)
            #expect(refusal(Interface.Full.self) { _ = try client.startRecording() }?.limit == 1 << 20)
        }

        @Test("what a crash left open is whole up to there, and is closed at the next start")
        func recovery() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/1000/2020-01-01-000000"
            for part in ["/1000", "/1000/2020-01-01-000000"] { mkdir(folder.path + part, 0o700) }
            do {
                let writer = try LogWriter(creating: path + "/0001.inklog", .here(program: "test", session: "s", part: 1))
                try writer.append(.annotation(Annotation(key: "label", text: "kept", at: TimeAnchor.now.instant)))
                try writer.flush()
            }
            let file = try #require(fopen(path + "/0001.inklog", "a"))
            fputs("\u{4}half a record", file)
            fclose(file)
            #expect(RecordingFiles.recoverAll(below: folder.path) == 1)
            let log = try LogFile(path: path + "/0001.inklog.zst")
            #expect(log.records.count == 2 && log.isWhole)
            #expect(RecordingFiles.recoverAll(below: folder.path) == 0)
        }

        private func records(_ client: InkConnection, _ recording: Interface.Recording) throws -> [LogRecord] {
            try recording.files.flatMap { try LogFile(try client.readRecording(recording.name, file: $0)).records }
        }
    }

    @Suite("The files of a recording")
    struct RecordingPartsTests {
        @Test("a full file is closed when the pen has gone, the next stands for itself, and together they are one recording")
        func rotation() throws {
            let folder = try TemporaryFolder()
            let parts = RecordingParts(folder: folder.path, session: "s", names: Pseudonym(salt: [1]), fullFile: 3000)
            try parts.begin()
            var description = DeviceDescription(name: "pen")
            description.axes[Axis.x] = AxisInfo(minimum: 0, maximum: 100_000)
            try parts.append(.device(LoggedDevice(number: 1, description: description, role: "pen", seat: "seat0")))
            var frames: [Frame] = []
            for index in 0..<4000 {
                let time = Instant(microseconds: Int64(index) * 5000)
                var events = [InputEvent(time: time, type: EventType.abs, code: Axis.x, value: Int32(index * 7 % 90_000))]
                // near for long, then away for a moment
                if index % 500 == 0 { events.append(InputEvent(time: time, type: EventType.key, code: Key.toolPen, value: 1)) }
                if index % 500 == 499 { events.append(InputEvent(time: time, type: EventType.key, code: Key.toolPen, value: 0)) }
                frames.append(Frame(time: time, events: events))
                try parts.append(.frame(device: 1, frames[index]))
                if index % 10 == 9 {
                    try parts.flush()
                    try parts.rotateIfDue()
                }
            }
            try parts.end()
            let paths = (1...9).map { folder.path + "/" + RecordingFiles.name(ofPart: $0) + ".zst" }.filter { access($0, F_OK) == 0 }
            #expect(paths.count > 3)
            let files = try paths.map { try LogFile(path: $0).records }
            #expect(access(folder.path + "/" + RecordingFiles.name(ofPart: 1), F_OK) != 0)
            let together = Recording(files.flatMap(\.self))
            // a failure would print all of them
            let isWhole = together.devices.map(\.frames) == [frames]
            #expect(isWhole)
            for (number, records) in files.enumerated() {
                let part = Recording(records)
                // the last may have been begun for nothing
                guard number + 1 < files.count || !part.devices.isEmpty else { continue }
                #expect(part.devices.first?.frames.first?.events.contains { $0.code == Key.toolPen && $0.value == 1 } == true)
                if number > 0 { #expect(part.devices.first?.description.axes[Axis.x]?.value != 0) }
                if case .began(let header) = records[0] { #expect(header.part == number + 1) }
            }
        }

        @Test("the next file does not wait until the ones before are packed, and they count until then")
        func slowPacking() throws {
            let folder = try TemporaryFolder()
            let gate = try EventCounter()
            let begun = try EventCounter(.nonBlocking)
            let parts = RecordingParts(folder: folder.path, session: "s", names: Pseudonym(salt: [1]), fullFile: 2000) { path, size in
                begun.add()
                _ = gate.wait()
                return FilePacking.pack(path, size)
            }
            try parts.begin()
            try parts.append(.device(LoggedDevice(number: 1, description: DeviceDescription(name: "pen"), role: "pen", seat: "seat0")))
            func files(_ ending: String) -> Int {
                (1...99).count { access(folder.path + "/" + RecordingFiles.name(ofPart: $0) + ending, F_OK) == 0 }
            }
            var (time, written) = (Int64(0), 0)
            while files("") < 4 {
                time += 5000
                let events = [InputEvent(time: Instant(microseconds: time), type: EventType.abs, code: Axis.x, value: Int32(time / 5000))]
                try parts.append(.frame(device: 1, Frame(time: Instant(microseconds: time), events: events)))
                try parts.flush()
                try parts.rotateIfDue()
                written += 1
                try #require(written < 10_000)
            }
            #expect(files(".zst") == 0 && parts.bytes > 3 * 2000)
            let early = begun.take()
            #expect(early <= 1)
            gate.add()
            try parts.end()
            #expect(files("") == 0 && files(".zst") == 4 && early + begun.take() == 4)
        }
    }

    @Suite("From the loop to the recording")
    struct LogQueueTests {
        @Test("a full queue counts frames, keeps everything else, and never waits")
        func pressure() throws {
            let queue = try LogQueue(capacity: 2048)
            let time = Instant(microseconds: 5)
            let frame = Frame(time: time, events: (0..<10).map { InputEvent(time: time, type: 3, code: $0, value: -1) })
            for index in 0..<100 { #expect(queue.push(frame, of: DeviceID(3)) == (index < 2048 / 22)) }
            queue.push(.resumed(at: time))
            var records: [LogRecord] = []
            _ = try queue.drain { records.append($0) }
            let kept = records.count { $0 == .frame(device: 3, frame) }
            #expect(kept == 2048 / 22)
            #expect(records[kept] == .resumed(at: time))
            guard case .lost(let lost, _) = records[kept + 1] else { return #expect(Bool(false), "no loss was told") }
            #expect(lost == 100 - kept && records.count == kept + 2)
            for _ in 0..<10 { #expect(queue.push(frame, of: DeviceID(3))) }
            records = []
            #expect(try queue.drain { records.append($0) } == 10 && records == Array(repeating: .frame(device: 3, frame), count: 10))
        }
    }
}
