import Editing
import Foundation
import Glibc
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Packages")
    struct PackageTests {
        @Test("are opened as the option says")
        func options() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            #expect(refusal(PackagesInterface.NoSuchPackage.self) { try client.openPackage("a") }?.name == "a")
            #expect(try client.openPackage("a", .createNew).parts == 0)
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.openPackage("a", .createNew) } != nil)
            _ = try client.createPart("Drawing", in: "a")
            try client.savePackage("a")
            try client.closePackage("a")
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.openPackage("a", .createNew) } != nil)
            #expect(try client.openPackage("a", .create).parts == 1)
            try client.closePackage("a")
            #expect(try client.openPackage("a", .truncateExisting).parts == 0)
        }

        @Test("belong to their parts' editors while these are there, and to nobody else's path")
        func inUse() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(package: "b")
            #expect(refusal(PackagesInterface.PackageInUse.self) { try client.closePackage("b", discardingChanges: true) } != nil)
            #expect(refusal(PackagesInterface.PackageInUse.self) { try client.deletePackage("b") } != nil)
            #expect(refusal(PackagesInterface.PartInUse.self) { try client.removePart(1, of: "b") } != nil)
            try client.closeEditor(editor)
            #expect(refusal(PackagesInterface.UnsavedChanges.self) { try client.closePackage("b") } != nil)
            try client.closePackage("b", discardingChanges: true)
            for name in ["../b", "", ".b", "a/b", "a\u{1}"] {
                #expect(refusal(PackagesInterface.InvalidName.self) { try client.openPackage(name, .create) } != nil)
            }
        }

        @Test("have no working copies in a folder that cannot be written: the daemon does not start, and says why")
        func temporary() throws {
            let error = #expect(throws: DaemonError.self) { try RunningDaemon { $0.temporary = "/proc/inkd" } }
            #expect(error.map { "\($0)" }?.contains("/proc/inkd") == true)
            let folder = try TemporaryFolder()
            let daemon = try RunningDaemon { $0.temporary = folder.path + "/copies" }
            let client = try daemon.connect()
            let watch = try daemon.connect().watchEditors()
            _ = try client.newEditor()
            #expect(access(folder.path + "/copies/packages/\(getuid())/notes-files", F_OK) == 0)
            var reason: String?
            while reason == nil, let reply = try watch.next(timeout: .patience) { reason = reply.error?.reason }
            #expect(reason == "RecognitionUnavailable", "there is no model in this test")
        }

        @Test("say what of them is damaged: when a part is opened, and when they are checked, by name or as a file")
        func damage() throws {
            let folder = try TemporaryFolder()
            let daemon = try RunningDaemon { $0.state = folder.path }
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            try client.write([client.stroke(5, 5), client.stroke(15, 5)], in: editor)
            try client.closeEditor(editor)
            try client.savePackage("notes")
            #expect(try client.checkPackage("notes").damage.isEmpty, "open")
            try client.closePackage("notes")
            let findings = try client.checkPackage("notes")
            #expect(findings.name == "notes" && findings.parts == 1 && findings.things >= 2 && findings.damage.isEmpty, "\(findings)")
            let path = "\(folder.path)/packages/\(getuid())/notes.inkpkg"
            var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let place = try #require(Self.placeOfStroke(in: file))
            file[place] ^= 1
            try Data(file).write(to: URL(filePath: path))
            for damaged in [try client.checkPackage("notes"), try client.checkPackage(file: file)] {
                #expect(damaged.damage.count == 1 && damaged.damage.first?.contains("of part 1 is damaged") == true, "\(damaged)")
            }
            #expect(refusal(PackagesInterface.NoSuchPackage.self) { _ = try client.checkPackage("none") } != nil)
            #expect(refusal(PackagesInterface.PackageDamaged.self) { _ = try client.checkPackage(file: Array("ink".utf8)) } != nil)
            let watch = try daemon.connect().watchEditors()
            #expect(try client.openPackage("notes").damage == nil)
            let other = try client.createEditor()
            try client.setViewSize(of: other, width: 210, height: 297)
            try client.setPart(of: other, to: try client.part(at: 0, of: "notes").id, in: "notes")
            var problem: EditorInterface.Problem?
            while problem?.reason != "PartDamaged", let reply = try watch.next(timeout: .patience) { problem = reply.error ?? problem }
            #expect(problem?.count == 1 && problem?.message.contains("is damaged") == true)
            #expect(try client.strokes(of: other).strokes.count == 1, "the other is there")
        }

        /// A place within the body of the first stroke, which SQLite puts at its page's end.
        private static func placeOfStroke(in file: [UInt8]) -> Int? {
            let (page, count) = (4096, file.count / 4096)
            for index in 1..<count {
                let start = index * page
                // a leaf of an index, which a table without row numbers is: "Database file format", 1.6
                guard file[start] == 10 else { continue }
                let cells = Int(file[start + 3]) << 8 | Int(file[start + 4])
                let content = Int(file[start + 5]) << 8 | Int(file[start + 6])
                if cells >= 2, page - content > 100 { return start + page - 20 }
            }
            return nil
        }

        @Test("keep what was written when the daemon ends without their being closed")
        func recovery() throws {
            let folder = try TemporaryFolder()
            let first = try RunningDaemon { $0.state = folder.path }
            let client = try first.connect()
            let editor = try client.newEditor(.drawing)
            try client.write([client.stroke(5, 5), client.stroke(15, 5)], in: editor)
            let ink = try client.strokes(of: editor).strokes
            first.stop()
            let second = try RunningDaemon { $0.state = folder.path }
            let again = try second.connect()
            let opened = try again.openPackage("notes")
            #expect(opened.unsaved && !opened.recovered, "the end was orderly")
            let other = try again.createEditor()
            try again.setViewSize(of: other, width: 210, height: 297)
            try again.setPart(of: other, to: try again.part(at: 0, of: "notes").id, in: "notes")
            #expect(try again.strokes(of: other).strokes == ink)
        }

        @Test(
            "that were saved and left open are neither unsaved nor recovered after a clean end, and can be closed"
        )
        func cleanEnd() throws {
            let folder = try TemporaryFolder()
            let first = try RunningDaemon { $0.state = folder.path }
            let client = try first.connect()
            let editor = try client.newEditor(.drawing)
            try client.write([client.stroke(5, 5)], in: editor)
            try client.savePackage("notes")
            // and one that never was saved
            try client.openPackage("other", .create)
            _ = try client.createPart("Text", in: "other")
            first.stop()
            let second = try RunningDaemon { $0.state = folder.path }
            let again = try second.connect()
            #expect(try again.packages().map(\.unsaved) == [false, true])
            let opened = try again.openPackage("notes")
            #expect(!opened.unsaved && !opened.recovered)
            try again.closePackage("notes")
            let other = try again.openPackage("other")
            #expect(other.unsaved && !other.recovered && other.parts == 1)
        }

        @Test("are not changed by being looked at")
        func looking() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            try client.openPackage("notes", .create)
            let part = try client.createPart("Text", in: "notes")
            try client.savePackage("notes")
            let editor = try client.createEditor()
            try client.setViewSize(of: editor, width: 210, height: 297)
            try client.setPart(of: editor, to: part.id, in: "notes")
            _ = try client.export(editor, as: .text)
            try client.closeEditor(editor)
            #expect(try client.packages().first?.unsaved == false)
            try client.closePackage("notes")
        }
    }
}
