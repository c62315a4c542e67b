import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Search", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct SearchTests {
        /// A daemon with all models.
        private func start(in folder: TemporaryFolder? = nil, _ change: (inout Settings) -> Void = { _ in }) throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
                if let folder { $0.state = folder.path }
                change(&$0)
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }

        /// Writes a text into an editor, and waits until it is read.
        private func write(_ text: String, in editor: String, y: Double = 40, seed: UInt64 = 1, _ client: InkConnection) throws {
            var hand = Handwriting()
            hand.seed = seed
            let strokes = try hand.strokes(writing: text)
            let box = try #require(Box(around: strokes.flatMap(\.points)))
            let ink = strokes.map { stroke in
                InkInterface.NewStroke(x: stroke.points.map { $0.x - box.x + 20 }, y: stroke.points.map { $0.y - box.y + y })
            }
            try client.write(ink, in: editor, processGestures: false)
            try client.waitForIdle(editor, timeout: .patience)
        }

        @Test("finds what was just written, by its second guess as well, and follows choices and undo")
        func writing() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            try write("sunny terrace", in: editor, client)
            let line = try #require(try client.state(of: editor).lines.first)
            let word = try #require(line.words.last)
            let hit = try #require(try client.search(for: word.text, matching: .whole).hits.first)
            #expect(hit.package == "notes" && hit.index == 0 && hit.type == "Text" && hit.text == line.text && hit.words.count == 1)
            #expect(hit.words[0].line == line.id && hit.words[0].box == word.box && hit.words[0].ranges == word.ranges)
            #expect(Set(hit.words[0].strokes) == Set(word.ranges.map(\.stroke)) && hit.words[0].guess == 0)
            #expect(try !client.search(for: String(word.text.prefix(3)), matching: .beginning).hits.isEmpty)
            // what it may say besides
            let folded = word.text.lowercased().filter(\.isLetter)
            let second = try #require(
                word.candidates.map(\.text).first { $0.lowercased().filter(\.isLetter) != folded && $0.allSatisfy(\.isLetter) })
            let guess = try #require(try client.search(for: second, matching: .whole).hits.first?.words.first)
            #expect(guess.guess > 0 && guess.text == word.text && guess.found.lowercased() == second.lowercased())
            #expect(guess.confidence < hit.words[0].confidence)
            // what a person has chosen it says for sure
            try client.selectCandidate("zebra", forWord: line.words.count - 1, ofLine: line.id, in: editor)
            #expect(try client.search(for: second, matching: .whole).hits.isEmpty)
            #expect(try client.search(for: "zebra").hits.first?.words.first?.confidence == 1)
            try client.undo(editor)
            #expect(try client.search(for: "zebra").hits.isEmpty)
            #expect(try client.search(for: second, matching: .whole).hits.count == 1)
            try client.clear(editor)
            #expect(try client.search(for: word.text).hits.isEmpty)
            try client.undo(editor)
            try client.waitForIdle(editor, timeout: .patience)
            #expect(try client.search(for: word.text, matching: .whole).hits.count == 1)
        }

        @Test("follows packages that are closed, discarded, renamed, copied and deleted")
        func packages() throws {
            let folder = try TemporaryFolder()
            var daemon = try start(in: folder)
            var client = try daemon.connect()
            var editor = try client.newEditor()
            try write("house", in: editor, client)
            let word = try #require(try client.state(of: editor).lines.first?.words.first?.text)
            func places() throws -> [String] {
                try client.search(for: word, matching: .whole).hits.map { "\($0.package) \($0.index)" }.sorted()
            }
            #expect(try places() == ["notes 0"])
            let part = try #require(try client.parts(of: "notes").first?.id)
            let other = try client.createPart("Text", in: "notes").id
            try client.movePart(other, of: "notes", to: 0)
            #expect(try places() == ["notes 1"])
            _ = try client.clonePart(part, of: "notes")
            #expect(try places() == ["notes 1", "notes 2"])
            try client.closeEditor(editor)
            try client.savePackage("notes")
            try client.removePart(part, of: "notes")
            #expect(try places() == ["notes 1"])
            try client.closePackage("notes", discardingChanges: true)
            #expect(try places() == ["notes 1", "notes 2"], "as it was saved")
            try client.renamePackage("notes", to: "diary")
            #expect(try places() == ["diary 1", "diary 2"])
            try client.savePackage("diary", as: "copy")
            #expect(try places() == ["copy 1", "copy 2", "diary 1", "diary 2"])
            let file = try client.exportPackage("copy")
            try client.deletePackage("copy")
            #expect(try places() == ["diary 1", "diary 2"])
            try client.importPackage("in", file)
            #expect(try places() == ["diary 1", "diary 2", "in 1", "in 2"])
            // over a restart, with the index as it was, and without
            for removes in [false, true] {
                daemon.stop()
                let index = "\(folder.path)/packages/\(getuid())/.search.sqlite"
                #expect(FileManager.default.fileExists(atPath: index))
                if removes { try FileManager.default.removeItem(atPath: index) }
                daemon = try start(in: folder)
                client = try daemon.connect()
                #expect(try places() == ["diary 1", "diary 2", "in 1", "in 2"])
            }
            // a file that somebody puts in place of one
            try client.openPackage("empty", .create)
            try client.savePackage("empty")
            try client.closePackage("empty")
            let root = "\(folder.path)/packages/\(getuid())"
            try FileManager.default.removeItem(atPath: root + "/in.inkpkg")
            try FileManager.default.copyItem(atPath: root + "/empty.inkpkg", toPath: root + "/in.inkpkg")
            try Data("no package".utf8).write(to: URL(fileURLWithPath: root + "/empty.inkpkg"))
            let reply = try client.search(for: word, matching: .whole)
            #expect(reply.hits.map(\.package) == ["diary", "diary"] && reply.unreadable == ["empty"])
            editor = try client.newEditor(package: "new")
            try write("house", in: editor, client)
            #expect(try places().contains("new 0"))
        }

        @Test("finds nothing of other users, nor what nobody has given a name")
        func users() throws {
            let daemon = try start { $0.accessUsers = ["65534"] }
            let client = try daemon.connect()
            let editor = try client.newEditor()
            try write("private", in: editor, client)
            let word = try #require(try client.state(of: editor).lines.first?.words.first?.text)
            #expect(try client.search(for: word).total > 0)
            guard OtherUser.isPossible else { return }
            let stranger = try OtherUser.connect(to: daemon, as: 65534)
            stranger.send(#"{"method":"org.inkd.Search.Find","parameters":{"words":"\#(word)"}}"#)
            let reply = try stranger.receive()
            #expect(reply?.error == nil && reply?.parameters["hits"] == .array([]))
        }

        @Test("takes words alone, and says what it takes")
        func refusals() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            for words in ["", "\"*", String(repeating: "a ", count: 17)] {
                #expect(refusal(ClientInterface.InvalidValue.self) { _ = try client.search(for: words) }?.parameter == "words")
            }
            for limit in [0, 501] {
                #expect(refusal(ClientInterface.InvalidValue.self) { _ = try client.search(for: "a", limit: limit) }?.parameter == "limit")
            }
            #expect(refusal(PackagesInterface.NoSuchPackage.self) { _ = try client.search(for: "a", in: "none") }?.name == "none")
            #expect(try client.search(for: "\" OR terms:*").hits.isEmpty)
            // what nobody reads is told
            let editor = try client.newEditor()
            try client.write([client.stroke(5, 5)], in: editor)
            #expect(try client.search(for: "word").unread == 1)
        }
    }
}
