import Editing
import InkClient
import InkProtocol
import PenLog
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("The sample session, replayed")
    struct ReplayTests {
        @Test("device, pointer and editor watches tell the whole story")
        func story() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 50)
            let devices = try daemon.connect().watchDevices()
            let pointers = try daemon.connectRaw()
            pointers.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            let editors = try daemon.connectRaw()
            editors.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
            let device = try #require(try devices.next(timeout: .patience))
            #expect(
                device.change == .present && device.sequence == 1 && device.device.replay
                    && device.device.editor == "pen\(device.device.id)")
            try daemon.play(when: 3)
            try daemon.waitUntilQuiet(pointers, editors)

            let phases = try pointers.replies(of: PointerInterface.Watch.self).flatMap(\.events).map(\.phase)
            expectBalanced(phases)
            let downs = phases.count { $0 == .down }
            #expect(downs > 0 && phases.count { $0 == .up } == downs)

            let replies = try editors.replies(of: EditorInterface.Watch.self)
            #expect(replies.first?.sequence == 1 && zip(replies, replies.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
            #expect(replies.first?.change == .present && replies.first?.state.empty == true)
            let changes = replies.filter { $0.change == .contentChanged }
            #expect(changes.count >= downs)
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.state.revision < $1.state.revision })
            #expect(changes.allSatisfy { !$0.state.idle && $0.line == nil })
            let last = try #require(replies.last)
            #expect(last.change == .idle && last.state.idle && last.state.strokes == downs)
        }

        @Test("undo, redo and clear change what the calls and the watch tell")
        func editing() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 1000)
            let client = try daemon.connect()
            try daemon.play()
            try daemon.waitUntilQuiet()
            let editor = try #require(try client.editors().first)
            let watch = try daemon.connect().watchEditors(editor.editor)
            #expect(try watch.next(timeout: .patience)?.state.strokes == editor.strokes)
            let ink = try client.strokes(of: editor.editor)
            #expect(ink.strokes.count == editor.strokes && ink.revision == editor.revision)
            #expect(
                ink.strokes.allSatisfy {
                    $0.x.count == $0.y.count && $0.x.count == $0.force.count && $0.x.count == $0.time.count && !$0.x.isEmpty
                })

            let undone = try client.undo(editor.editor)
            #expect(undone.strokes == editor.strokes - 1 && undone.canRedo && undone.revision > editor.revision)
            #expect(try watch.next(timeout: .patience)?.change == .contentChanged)
            #expect(try client.redo(editor.editor).strokes == editor.strokes)
            let cleared = try client.clear(editor.editor)
            #expect(cleared.empty && cleared.strokes == 0 && cleared.text?.isEmpty == true && cleared.canUndo)
            #expect(try client.strokes(of: editor.editor).strokes.isEmpty)
            #expect(try client.undo(editor.editor).strokes == editor.strokes)
            #expect(try client.strokes(of: editor.editor).strokes == ink.strokes)
            while try client.state(of: editor.editor).state.canUndo { _ = try client.undo(editor.editor) }
            do throws(ClientError) {
                _ = try client.undo(editor.editor)
                Issue.record("undid nothing")
            } catch {
                #expect(error.refusal(as: EditorInterface.NothingToUndo.self)?.editor == editor.editor)
            }
        }

        @Test("without a model ink is served, no text, and Recognize says why")
        func noModel() throws {
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 1000, model: "/nowhere/none.safetensors")
            let client = try daemon.connect()
            let line = [RecognizerInterface.Ink(x: [0, 1, 2], y: [0, 1, 0])]
            do throws(ClientError) {
                _ = try client.recognize(line, timeout: .patience)
                Issue.record("read without a model")
            } catch {
                #expect(error.refusal(as: RecognizerInterface.NoModel.self)?.reason.contains("none.safetensors") == true, "\(error)")
            }
            try daemon.play()
            try daemon.waitUntilQuiet()
            let editor = try #require(try client.editors().first)
            #expect(editor.idle && editor.strokes > 0 && editor.text?.isEmpty == true)
        }

        @Test(
            "with a model the text is the one that was written", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
        func text() throws {
            // slowly, so that a busy machine reads a line before it is whole, too
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 0.5, model: modelPath)
            let client = try daemon.connect()
            try daemon.wait("model") { $0.shared.models.problem == nil }
            let watch = try daemon.connectRaw()
            watch.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
            try daemon.play(when: 1)
            try daemon.waitUntilQuiet(watch)
            let replies = try watch.replies(of: EditorInterface.Watch.self)
            #expect(replies.contains { $0.change == .recognition && $0.line?.final == false })
            let final = try #require(replies.last { $0.change == .recognition }?.line)
            #expect(final.final && final.candidates.first == final.text)
            #expect(!final.words.isEmpty && final.words.allSatisfy { $0.box != nil && !$0.ranges.isEmpty })
            let editor = try #require(try client.editors().first)
            #expect(editor.text == sampleText.split(separator: "\n").joined(separator: "\n"))

            let strokes = try client.strokes(of: editor.editor).strokes.map { RecognizerInterface.Ink(x: $0.x, y: $0.y) }
            let reading = try client.recognize(strokes, alternatives: 2, timeout: .patience)
            #expect(reading.candidates.first?.text == editor.text && reading.candidates.count <= 2)
        }

        @Test(
            "a daemon that ends with its recording tells of everything first, also of one cut off in mid-stroke", arguments: [100_000, 60])
        func ends(frames: Int) throws {
            var recording = try Recording.read(samplePath)
            recording.devices[0].frames = Array(recording.devices[0].frames.prefix(frames))
            let daemon = try RunningDaemon([recording], speed: 50, ends: true)
            let editors = try daemon.connectRaw()
            editors.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
            try daemon.play(when: 1)
            #expect(daemon.waitForEnd())
            let changes = try editors.replies(of: EditorInterface.Watch.self).map(\.change)
            #expect(changes.suffix(2) == [.idle, .closed] && editors.isHungUp())
        }

        @Test("a recording cut off in mid-stroke ends as an unplugged pen does")
        func cutOff() throws {
            var recording = try Recording.read(samplePath)
            recording.devices[0].frames = Array(recording.devices[0].frames.prefix(60))
            let daemon = try RunningDaemon([recording], speed: 100)
            let pointers = try daemon.connectRaw()
            pointers.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            try daemon.play(when: 1)
            try daemon.waitUntilQuiet(pointers)
            let phases = try pointers.replies(of: PointerInterface.Watch.self).flatMap(\.events).map(\.phase)
            #expect(phases.contains(.cancel))
            expectBalanced(phases)
        }
    }
}

extension RawClient {
    /// The replies that have come to a watch.
    func replies<M: StreamingVarlinkMethod>(of method: M.Type) throws -> [M.Reply] {
        var replies: [M.Reply] = []
        for reply in try takeReplies() {
            #expect(reply.error == nil && reply.continues)
            replies.append(try reply.parameters(as: M.Reply.self))
        }
        return replies
    }
}

/// Whether everything that began has ended, in the right order.
func expectBalanced(_ phases: [PointerInterface.Phase], isFinger: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
    var isNear = isFinger
    var isDown = false
    for (index, phase) in phases.enumerated() {
        let fits: Bool
        switch phase {
        case .proximityIn: (fits, isNear) = (!isNear, true)
        case .hover: fits = isNear && !isDown
        case .down: (fits, isDown) = (isNear && !isDown, true)
        case .move: fits = isDown
        case .up, .cancel: (fits, isDown) = (isDown, false)
        case .proximityOut: (fits, isNear) = (isNear && !isDown, false)
        }
        #expect(fits, "\(phase) at \(index)", sourceLocation: sourceLocation)
    }
    #expect(!isDown && isNear == isFinger, "something was left in progress", sourceLocation: sourceLocation)
}
