import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Removing everything that is stored of a user")
    struct ForgettingTests {
        private static let word = "Zwetschgenkuchen"

        /// A package with a part that has the word, still open in an editor.
        private func write(into name: String, over client: InkConnection) throws -> String {
            try client.openPackage(name, .create)
            let part = try client.createPart("Text Document", in: name).id
            let editor = try client.createEditor()
            try client.setViewSize(of: editor, width: 200, height: 200)
            try client.setPart(of: editor, to: part, in: name)
            let jiix =
                #"{"type":"Text","version":"3","id":"MainBlock","label":"\#(Self.word)","#
                + #""bounding-box":{"x":10,"y":10,"width":100,"height":6}}"#
            _ = try client.call(
                BlocksInterface.Import.self, .init(editor: editor, format: "application/vnd.myscript.jiix", text: jiix))
            return editor
        }

        private func removeAll(over client: InkConnection) throws {
            for item in try client.storedData().items { try client.remove(item) }
        }

        @Test("leaves no word in packages, index, recordings, corrected words and settings")
        func everything() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            #expect(try client.storedData().isEmpty)
            // saved and closed, open and unsaved, and never saved
            for (name, isSaved, isClosed) in [("saved", true, true), ("open", true, false), ("new", false, false)] {
                let editor = try write(into: name, over: client)
                if isSaved { try client.savePackage(name) }
                try client.closeEditor(editor)
                if isClosed { try client.closePackage(name) }
            }
            #expect(try client.call(SearchInterface.Find.self, .init(words: Self.word)).total == 3)
            let ended = try #require(try client.startRecording(label: Self.word, writer: Self.word).recording)
            _ = try client.stopRecording()
            let words = CorrectionFile(of: getuid(), state: daemon.folder.path + "/state")
            _ = try words.add(.init(strokes: [.init(x: [1, 2, 3], y: [0, 4, 0])], text: Self.word))
            try client.setConfiguration("pen.applications", to: .text(Self.word), persist: true)
            let folders = Set(daemon.filesOfState(with: Self.word).compactMap { $0.split(separator: "/").first.map(String.init) })
            #expect(folders == ["packages", "recordings", "hands", "settings"])

            let data = try client.storedData()
            #expect(!data.isEmpty)
            let names = data.items.map { item in
                switch item {
                case .package(let package): package.name
                case .recording(let recording): recording.name
                case .adaptation(let state): "\(state.corrections ?? 0) corrected"
                case .setting(let setting): setting.key
                }
            }
            #expect(names == ["new", "open", "saved", ended, "1 corrected", "pen.applications"])
            try removeAll(over: client)
            #expect(daemon.filesOfState(with: Self.word) == [])
            #expect(try client.storedData().isEmpty)
            // and once more, with nothing there
            try removeAll(over: client)
        }

        @Test("stops a recording, and names a package that an editor has")
        func inUse() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            _ = try client.startRecording(label: Self.word)
            let editor = try write(into: "notes", over: client)
            let data = try client.storedData()
            for item in data.items {
                if case .package = item {
                    #expect(refusal(PackagesInterface.PackageInUse.self) { try client.remove(item) }?.name == "notes")
                } else {
                    try client.remove(item)
                }
            }
            #expect(try client.recordings().recordings == [])
            #expect(try client.packages().map(\.name) == ["notes"])
            try client.closeEditor(editor)
            try removeAll(over: client)
            #expect(daemon.filesOfState(with: Self.word) == [])
        }
    }
}
