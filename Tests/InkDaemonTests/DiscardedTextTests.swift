import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What was discarded is in no file")
    struct DiscardedTextTests {
        /// A word that is in no other file, as text and as the index compares it.
        private static let word = "Zwetschgenkuchen"

        private func files(with word: String, of daemon: RunningDaemon) -> [String] { daemon.filesOfState(with: word) }

        /// A package with a part that has a text, indexed.
        private func write(
            _ text: String, into name: String, of daemon: RunningDaemon, over client: InkConnection, isSearched: Bool? = nil
        ) throws -> (editor: String, part: Int) {
            try client.openPackage(name, .create)
            if let isSearched {
                _ = try client.call(
                    PackagesInterface.SetMetadata.self, .init(package: name, metadata: ["search": .init(flag: isSearched)]))
            }
            let part = try client.createPart("Text Document", in: name).id
            let editor = try client.createEditor()
            try client.setViewSize(of: editor, width: 200, height: 200)
            try client.setPart(of: editor, to: part, in: name)
            let jiix =
                #"{"type":"Text","version":"3","id":"MainBlock","label":"\#(text)","#
                + #""bounding-box":{"x":10,"y":10,"width":100,"height":6}}"#
            _ = try client.call(
                BlocksInterface.Import.self, .init(editor: editor, format: "application/vnd.myscript.jiix", text: jiix))
            return (editor, part)
        }

        private func hits(_ word: String, over client: InkConnection) throws -> Int {
            try client.call(SearchInterface.Find.self, .init(words: word)).total
        }

        @Test("a package that is closed with its changes discarded leaves no word behind")
        func discarded() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            #expect(files(with: Self.word, of: daemon).contains { $0.contains(".search.sqlite") })
            try client.closeEditor(editor)
            try client.closePackage("notes", discardingChanges: true)
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("what was saved before is found again, and what was not is gone")
        func partly() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write("Haferflocken", into: "notes", of: daemon, over: client)
            try client.savePackage("notes")
            try client.closeEditor(editor)
            let (second, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.closeEditor(second)
            try client.closePackage("notes", discardingChanges: true)
            #expect(files(with: Self.word, of: daemon) == [])
            #expect(try hits("Haferflocken", over: client) == 1 && hits(Self.word, over: client) == 0)
        }

        @Test("a package that was deleted leaves no word behind, nor one that was never saved")
        func deleted() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.savePackage("notes")
            try client.closeEditor(editor)
            try client.closePackage("notes")
            #expect(files(with: Self.word, of: daemon).count >= 2)
            try client.deletePackage("notes")
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("a part that was removed leaves no word behind once its package is saved")
        func removedPart() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, part) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.savePackage("notes")
            try client.closeEditor(editor)
            _ = try client.call(PackagesInterface.RemovePart.self, .init(package: "notes", part: part))
            #expect(!files(with: Self.word, of: daemon).contains { $0.contains(".search.sqlite") })
            try client.savePackage("notes")
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("text that was erased is in no file once its package is saved, while it is still open")
        func erased() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.clear(editor)
            _ = try hits(Self.word, over: client)
            try client.savePackage("notes")
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("text that was undone is in no file once its package is saved")
        func undone() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.undo(editor)
            try client.savePackage("notes")
            #expect(files(with: Self.word, of: daemon) == [])
            #expect(try hits(Self.word, over: client) == 0)
            // and what is done again is there again
            try client.redo(editor)
            try client.savePackage("notes")
            #expect(files(with: Self.word, of: daemon).contains("packages/\(getuid())/notes.inkpkg"))
        }

        @Test("what was cleared on a writing pad is in no file while the pad is open, and can be undone")
        func clearedPad() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "pad", of: daemon, over: client, isSearched: false)
            #expect(!files(with: Self.word, of: daemon).isEmpty)
            try client.clear(editor)
            try client.savePackageToTemp("pad")
            #expect(files(with: Self.word, of: daemon) == [])
            try client.undo(editor)
            #expect(!files(with: Self.word, of: daemon).isEmpty)
            try client.closeEditor(editor)
            try client.closePackage("pad", discardingChanges: true)
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("a damaged index does not stay when a package is deleted")
        func damagedIndex() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "notes", of: daemon, over: client)
            #expect(try hits(Self.word, over: client) == 1)
            try client.savePackage("notes")
            try client.closeEditor(editor)
            try client.closePackage("notes")
            let index = "\(daemon.folder.path)/state/packages/\(getuid())/.search.sqlite"
            var bytes = try #require(FileManager.default.contents(atPath: index))
            // the tables are still those of an index, and their pages are damaged
            for place in 4096..<bytes.count where place % 4096 < 8 { bytes[place] = 0xff }
            daemon.stop()
            try bytes.write(to: URL(filePath: index))
            let again = try RunningDaemon { $0.state = daemon.folder.path + "/state" }
            try again.connect().deletePackage("notes")
            #expect(files(with: Self.word, of: daemon) == [])
        }

        @Test("a package whose metadata keep it out of searches, as a writing pad's do, is never in the index")
        func keptOut() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (editor, _) = try write(Self.word, into: "pad", of: daemon, over: client, isSearched: false)
            #expect(try hits(Self.word, over: client) == 0)
            #expect(!files(with: Self.word, of: daemon).isEmpty, "the working copy has it")
            #expect(!files(with: Self.word, of: daemon).contains { $0.contains(".search.sqlite") })
            // neither when it is closed, and read from its file
            try client.savePackage("pad")
            try client.closeEditor(editor)
            try client.closePackage("pad")
            #expect(try hits(Self.word, over: client) == 0)
            #expect(!files(with: Self.word, of: daemon).contains { $0.contains(".search.sqlite") })
            // until it is let in again
            try client.openPackage("pad")
            _ = try client.call(PackagesInterface.SetMetadata.self, .init(package: "pad", metadata: [:]))
            #expect(try hits(Self.word, over: client) == 1)
        }
    }
}

extension RunningDaemon {
    /// The files below the daemon's state that have a word in them, in any case of its letters: in UTF-8 or UTF-16, or backward, as the index
    /// compares it too.
    func filesOfState(with word: String) -> [String] {
        let state = folder.path + "/state"
        let names = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
        let words = [word.lowercased(), String(word.lowercased().reversed())]
        let needles = words.flatMap { word in
            [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].compactMap { word.data(using: $0) }
        }
        return names.filter { name in
            guard let bytes = FileManager.default.contents(atPath: state + "/" + name) else { return false }
            let folded = Data(bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 })
            return needles.contains { folded.range(of: $0) != nil }
        }.sorted()
    }
}
