import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Content too large for a call comes and goes in parts")
    struct TransferTests {
        private typealias Transfers = TransfersInterface

        /// A JPEG of 16 × 8 pixels with so many megabytes of comments in it.
        private static func jpeg(megabytes: Int) throws -> [UInt8] {
            let small =
                "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESUM8SDc9Pjv/"
                + "2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAIABADASIAAhEBAxEB/8QA"
                + "HwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK"
                + "FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
                + "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC"
                + "AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE"
                + "hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCrBr/T560Y"
                + "Nf6fPRRXfxDhqeuhWRYSlpof/9k="
            let bytes = [UInt8](try #require(Data(base64Encoded: small)))
            let comment = [0xff, 0xfe, 0xff, 0xff] + [UInt8](repeating: 0x2e, count: 0xffff - 2)
            let count = (megabytes << 20) / comment.count + 1
            return bytes[..<2] + Array(repeatElement(comment, count: count).joined()) + bytes[2...]
        }

        /// Lines of zigzags, as many as give a hundred thousand samples.
        private static let page: [(x: [Double], y: [Double])] = (0..<2500).map { stroke in
            var ink: (x: [Double], y: [Double]) = ([], [])
            for sample in 0..<40 {
                let height = sample % 8 < 4 ? sample % 4 : 4 - sample % 4
                ink.x.append(Double(stroke % 50 * 25) + Double(sample) / 2)
                ink.y.append(Double(stroke / 50 * 40 + height))
            }
            return ink
        }

        private static func begin(_ client: InkConnection, _ size: Int) throws -> Int {
            try client.call(Transfers.Begin.self, .init(size: size)).transfer
        }

        private static func write(_ bytes: [UInt8], to transfer: Int, _ client: InkConnection) throws -> Int {
            try client.call(Transfers.Write.self, .init(transfer: transfer, data: Data(bytes).base64EncodedString())).received
        }

        @Test("a picture of twenty megabytes is added, and exported again as it was")
        func picture() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.textDocument)
            let jpeg = try Self.jpeg(megabytes: 20)
            _ = try client.addImage(jpeg, media: "image/jpeg", x: 10, y: 10, to: editor)
            let page = try client.export(editor, as: .svg, inParts: true)
            #expect(page.count > 20 << 20)
            #expect(Data(page).range(of: Data(Data(jpeg).base64EncodedString().utf8)) != nil)
            #expect(try Self.count(of: daemon) == 0)
        }

        @Test("a page of a hundred thousand samples is added in slices, and what is no ink is not")
        func strokes() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let strokes = Self.page.map { InkInterface.NewStroke(x: $0.x, y: $0.y) }
            let added = try client.addStrokes(strokes, to: editor)
            #expect(added.count == strokes.count && Set(added).count == added.count)
            #expect(try client.waitForIdle(editor, timeout: .patience).strokes == strokes.count)
            for text in ["[", "{}", "[1]", #"[{"x":[1],"y":[1,2]}]"#, #"[{"x":[1],"y":[1],"colour":1}]"#] {
                let transfer = try client.send(Array(text.utf8))
                #expect(
                    refusal(InkInterface.InvalidInk.self) {
                        _ = try client.call(InkInterface.AddStrokes.self, .init(editor: editor, transfer: transfer))
                    } != nil)
            }
            let many = InkInterface.NewStroke(x: [Double](repeating: 1, count: 20_000), y: [Double](repeating: 1, count: 20_000))
            #expect(refusal(InkInterface.InvalidInk.self) { try client.addStrokes(Array(repeating: many, count: 26), to: editor) } != nil)
            #expect(try client.state(of: editor).state.strokes == strokes.count)
        }

        @Test("a page of a hundred thousand samples is read line by line; as one line it is too much")
        func recognition() throws {
            let daemon = try RunningDaemon(model: projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors")
            let client = try daemon.connect()
            let strokes = Self.page.map { RecognizerInterface.Ink(x: $0.x, y: $0.y) }
            let read = try client.recognize(.init(strokes: strokes))
            #expect(read.lines.count == 50 && read.lines.flatMap(\.strokes).sorted() == Array(strokes.indices))
            let few = Array(strokes[..<50])
            let direct = try client.recognize(.init(strokes: few))
            let transfer = try client.send(try JSONWriter.bytes(of: few))
            #expect(try client.recognize(.init(transfer: transfer)) == direct)
            let refused = refusal(RecognizerInterface.InkTooLarge.self) { _ = try client.recognize(.init(strokes: strokes, layout: .line)) }
            #expect(refused?.limit == RecognitionServer.inkLimit)
            let twice = refusal(RecognizerInterface.InkTooLarge.self) { _ = try client.recognize(.init(strokes: strokes + strokes + few)) }
            #expect(twice?.limit == RecognitionServer.pageLimit)
            let bad = refusal(RecognizerInterface.InvalidInk.self) {
                _ = try client.recognize(.init(transfer: try client.send(Array(#"[{"x":[1],"y":[2]},{"x":1}]"#.utf8))))
            }
            #expect(bad?.stroke == 1)
        }

        @Test("a package goes out and comes in again under another name, with all that was in it")
        func package() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            _ = try client.addStrokes([client.stroke(5, 5), client.stroke(15, 5)], to: editor)
            let ink = try client.strokes(of: editor).strokes
            try client.setMetadata(["title": .text("one")], of: "notes")
            let file = try client.exportPackage("notes")
            #expect(try client.packages().first?.unsaved == false)
            let copy = try client.importPackage("copy", file)
            #expect(!copy.open && copy.bytes != nil)
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.importPackage("notes", file) } != nil)
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.importPackage("copy", file) } != nil)
            #expect(refusal(PackagesInterface.InvalidName.self) { try client.importPackage("../copy", file) } != nil)
            for damaged in [[], [1, 2, 3], Array(file[..<(file.count / 2)])] {
                #expect(refusal(PackagesInterface.PackageDamaged.self) { try client.importPackage("damaged", damaged) } != nil)
            }
            #expect(refusal(PackagesInterface.NoSuchPackage.self) { _ = try client.exportPackage("damaged") } != nil)
            #expect(try client.packages().map(\.name) == ["copy", "notes"])
            try client.openPackage("copy")
            #expect(try client.metadata(of: "copy") == ["title": .text("one")])
            let other = try client.createEditor()
            try client.setViewSize(of: other, width: 210, height: 297)
            try client.setPart(of: other, to: try client.part(at: 0, of: "copy").id, in: "copy")
            #expect(try client.strokes(of: other).strokes == ink)
        }

        @Test("JIIX of several megabytes comes back in; exactly one of the parameters is taken")
        func parameters() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            _ = try client.addStrokes(Self.page[..<500].map { InkInterface.NewStroke(x: $0.x, y: $0.y) }, to: editor)
            let options = [BlocksInterface.Option(key: "export.jiix.strokes", flag: true)]
            let text = String(decoding: try client.export(editor, as: .jiix, options: options, inParts: true), as: UTF8.self)
            #expect(text.utf8.count > 512 << 10)
            let part = try client.createPart("Drawing", in: "notes")
            try client.setPart(of: editor, to: part.id, in: "notes")
            try client.importText(text, into: editor)
            #expect(try client.waitForIdle(editor, timeout: .patience).strokes == 500)
            let transfer = try Self.begin(client, 0)
            func refused(_ call: () throws -> Void) -> String? { refusal(ServiceInterface.InvalidParameter.self, call)?.parameter }
            let image = BlocksInterface.AddImage.Parameters(editor: editor, x: 1, y: 1, media: "image/png")
            #expect(refused { _ = try client.call(BlocksInterface.AddImage.self, image) } == "data")
            var both = image
            (both.data, both.transfer) = ("", transfer)
            #expect(refused { _ = try client.call(BlocksInterface.AddImage.self, both) } == "transfer")
            let jiix = BlocksInterface.Format.jiix.rawValue
            #expect(refused { _ = try client.call(BlocksInterface.Import.self, .init(editor: editor, format: jiix)) } == "text")
            #expect(refused { _ = try client.call(InkInterface.AddStrokes.self, .init(editor: editor)) } == "strokes")
            #expect(refused { _ = try client.call(RecognizerInterface.Recognize.self, .init()) } == "strokes")
            let strokes = [client.stroke(1, 1)]
            #expect(
                refused { _ = try client.call(InkInterface.AddStrokes.self, .init(editor: editor, strokes: strokes, transfer: transfer)) }
                    == "transfer")
            func invalid(_ call: () throws -> Void) -> String? { refusal(ClientInterface.InvalidValue.self, call)?.parameter }
            #expect(invalid { _ = try Self.begin(client, -1) } == "size")
            #expect(invalid { _ = try client.call(Transfers.Read.self, .init(transfer: transfer, offset: -1)) } == "offset")
        }

        @Test("a transfer takes what was announced, in base64, and is used when it is complete")
        func rules() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let transfer = try Self.begin(client, 6)
            #expect(try Self.write([1, 2, 3], to: transfer, client) == 3)
            let data = refusal(Transfers.InvalidData.self) {
                _ = try client.call(Transfers.Write.self, .init(transfer: transfer, data: "?"))
            }
            #expect(data?.transfer == transfer)
            let large = refusal(Transfers.TooLarge.self) { _ = try Self.write([1, 2, 3, 4], to: transfer, client) }
            #expect(large == .init(size: 7, limit: 6))
            let incomplete = refusal(Transfers.Incomplete.self) {
                _ = try client.call(PackagesInterface.Import.self, .init(name: "a", transfer: transfer))
            }
            #expect(incomplete == .init(transfer: transfer, received: 3, size: 6))
            #expect(try Self.write([4, 5, 6], to: transfer, client) == 6)
            #expect(try client.call(Transfers.Read.self, .init(transfer: transfer, offset: 4)) == .init(data: "BQY=", size: 6))
            #expect(try client.call(Transfers.Read.self, .init(transfer: transfer, offset: 60)).data == "")
            let longest = try Self.begin(client, 1 << 20)
            let piece = refusal(Transfers.TooLarge.self) {
                _ = try Self.write([UInt8](repeating: 0, count: Transfers.Write.limit + 1), to: longest, client)
            }
            #expect(piece?.limit == Transfers.Write.limit)
            // it was taken, whatever came of it
            #expect(
                refusal(PackagesInterface.PackageDamaged.self) {
                    _ = try client.call(PackagesInterface.Import.self, .init(name: "a", transfer: transfer))
                } != nil)
            #expect(refusal(Transfers.NoSuchTransfer.self) { try client.endTransfer(transfer) } != nil)
            try client.endTransfer(longest)
            #expect(refusal(Transfers.NoSuchTransfer.self) { _ = try client.fetch(longest) }?.transfer == longest)
        }

        @Test("a transfer is its connection's alone, ends with it, and has no name in any folder")
        func ownership() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            do {
                let owner = try daemon.connect()
                let transfer = try owner.send([1, 2, 3])
                #expect(refusal(Transfers.NoSuchTransfer.self) { _ = try client.fetch(transfer) } != nil)
                #expect(refusal(Transfers.NoSuchTransfer.self) { _ = try Self.write([], to: transfer, client) } != nil)
                #expect(refusal(Transfers.NoSuchTransfer.self) { try client.endTransfer(transfer) } != nil)
                #expect(refusal(Transfers.NoSuchTransfer.self) { _ = try client.recognize(.init(transfer: transfer)) } != nil)
                #expect(try Self.count(of: daemon) == 1)
                let folder = daemon.folder.path + "/state/transfers"
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
                #expect(try owner.fetch(transfer) == [1, 2, 3])
                _ = try owner.send([UInt8](repeating: 0, count: 1000))
            }
            let end = ContinuousClock.now + .patience
            while try Self.count(of: daemon) > 0, ContinuousClock.now < end { usleep(2000) }
            #expect(try Self.count(of: daemon) == 0)
        }

        @Test("a user has so many transfers, and so many bytes in them")
        func quotas() throws {
            let daemon = try RunningDaemon {
                $0.quotas.transfers = 2
                $0.quotas.transferSize = 1
            }
            let (client, other) = (try daemon.connect(), try daemon.connect())
            #expect(
                refusal(Transfers.TooLarge.self) { _ = try Self.begin(client, 1 << 20 | 1) } == .init(size: 1 << 20 | 1, limit: 1 << 20))
            let first = try Self.begin(client, 1 << 19)
            let size = refusal(ClientInterface.QuotaExceeded.self) { _ = try Self.begin(other, 1 << 19 | 1) }
            #expect(size?.quota == "quotas.transferSize" && size?.limit == 1 << 20)
            let second = try Self.begin(other, 1 << 19)
            let count = refusal(ClientInterface.QuotaExceeded.self) { _ = try Self.begin(other, 0) }
            #expect(count?.quota == "quotas.transfers" && count?.used == 2)
            try client.endTransfer(first)
            try other.endTransfer(second)
            try other.endTransfer(try Self.begin(other, 1 << 20))
        }

        /// Transfers that there are, of all users.
        private static func count(of daemon: RunningDaemon) throws -> Int {
            try daemon.onLoop { $0.shared.usage.transfers.count }
        }
    }
}
