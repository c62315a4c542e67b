import Compression
import Foundation
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("The recognizer on the socket")
    struct RecognizerTests {
        private typealias Ink = RecognizerInterface.Ink
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"
        private static let models = projectRoot + "/models"
        private static let hasModels = ["symbols", "gestures", "language/en"].allSatisfy {
            FileManager.default.fileExists(atPath: "\(models)/\($0).safetensors")
        }
        private static let hasShapes = FileManager.default.fileExists(atPath: models + "/shapes.safetensors")

        /// A zigzag that could be a word, with its top-left corner there.
        private static func scribble(_ x: Double, _ y: Double) -> Ink {
            var ink = Ink(x: [], y: [])
            for sample in 0..<40 {
                let height = sample % 8 < 4 ? sample % 4 : 4 - sample % 4
                ink.x.append(x + Double(sample) / 2)
                ink.y.append(y + Double(height))
            }
            return ink
        }

        private static func refusal<E: VarlinkError>(_ type: E.Type, _ work: () throws -> Void) -> E? {
            do {
                try work()
                return nil
            } catch {
                return (error as? ClientError)?.refusal(as: type)
            }
        }

        @Test("what can be read is told")
        func query() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = projectRoot + "/Tests/Fixtures/recognition" }
            let abilities = try daemon.connect().recognizerAbilities()
            #expect(abilities.language == "" && abilities.languages.contains("mul-Latn") && abilities.kinds.contains(.text))
            #expect(abilities.recognitionTypes.count == 4 && abilities.limits.points == RecognitionServer.inkLimit)
            let parameters = try #require(Interfaces.definitions["org.inkd.Recognizer"]?.methods["Recognize"]).input.map(\.name)
            #expect(Set(abilities.hints + ["strokes", "transfer"]) == Set(parameters))
        }

        @Test("lines of a page are told apart, or not if all is said to be one; every sample has its place")
        func page() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let client = try daemon.connect()
            let strokes = [Self.scribble(0, 0), Self.scribble(25, 0), Self.scribble(0, 40), Self.scribble(25, 40)]
            let page = try client.recognize(.init(strokes: strokes, alternatives: 4), timeout: .patience)
            #expect(page.lines.map(\.strokes) == [[0, 1], [2, 3]])
            #expect(page.candidates.count <= 4 && page.lines.allSatisfy { $0.candidates.count <= 4 })
            #expect(page.candidates.first?.text == page.lines.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"))
            for word in page.words {
                let line = try #require(word.line)
                #expect(word.ranges.allSatisfy { page.lines[line].strokes.contains($0.stroke) && $0.last < 40 })
                #expect(word.graphemes?.map(\.text).joined() == word.text && word.candidates?.first?.text == word.text)
            }
            let line = try client.recognize(.init(strokes: strokes, layout: .line), timeout: .patience)
            #expect(line.lines.map(\.strokes) == [[0, 1, 2, 3]])
            let area = try client.recognize(.init(strokes: strokes, writingArea: .init(width: 50, height: 5)), timeout: .patience)
            #expect(area.lines.count == 1)
            #expect(try client.recognize(.init(strokes: []), timeout: .patience).candidates.isEmpty)
        }

        @Test("hints hold: only these characters come out, in an alphabet of its own or of a kind of text")
        func hints() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let client = try daemon.connect()
            let strokes = [Self.scribble(0, 0)]
            let digits = try client.recognize(.init(strokes: strokes, graphemeSet: ["1", "2"]), timeout: .patience)
            #expect(digits.candidates.allSatisfy { $0.text.allSatisfy { "12".contains($0) } })
            for type in RecognizerInterface.RecognitionType.allCases {
                let reply = try client.recognize(
                    .init(strokes: strokes, recognitionType: type, preContext: "hello", userWords: [.init(text: "inkd", weight: 2)]),
                    timeout: .patience)
                #expect(reply.lines.count == 1)
            }
        }

        @Test("hints that cannot be meant, and languages that are not there, are refused by name")
        func refusedHints() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = projectRoot + "/Tests/Fixtures/recognition" }
            let client = try daemon.connect()
            let strokes = [Self.scribble(0, 0)]
            func hint(_ parameters: RecognizerInterface.Recognize.Parameters) -> String? {
                Self.refusal(RecognizerInterface.InvalidHint.self) { _ = try client.recognize(parameters, timeout: .patience) }?.hint
            }
            #expect(hint(.init(strokes: strokes, language: "en_US")) == "language")
            #expect(hint(.init(strokes: strokes, graphemeSet: ["ab"])) == "graphemeSet")
            #expect(hint(.init(strokes: strokes, graphemeSet: ["漢"])) == "graphemeSet")
            #expect(hint(.init(strokes: strokes, writingArea: .init(width: 0, height: 1))) == "writingArea")
            let missing = Self.refusal(RecognizerInterface.NoLanguage.self) {
                _ = try client.recognize(.init(strokes: strokes, language: "fr-CA"), timeout: .patience)
            }
            #expect(missing?.language == "fr-CA" && missing?.available.contains("mul-Latn") == true)
            for language in ["", "mul-Latn", "mul"] {
                #expect(try client.recognize(.init(strokes: strokes, language: language), timeout: .patience).lines.count == 1)
            }
        }

        @Test("without a model for it nothing is made of symbols, shapes and gestures")
        func noModels() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let ink = Self.scribble(0, 0)
            #expect(Self.refusal(RecognizerInterface.NoModel.self) { _ = try client.recognizeSymbol(.init(strokes: [ink])) } != nil)
            #expect(Self.refusal(RecognizerInterface.NoModel.self) { _ = try client.recognizeShape(.init(strokes: [ink])) } != nil)
            #expect(Self.refusal(RecognizerInterface.NoModel.self) { _ = try client.recognizeSketch(.init(strokes: [ink])) } != nil)
            #expect(
                Self.refusal(RecognizerInterface.NoModel.self) { _ = try client.recognizeGesture(.init(stroke: ink, strokes: [])) } != nil)
            let word = RecognizerInterface.Word(text: "a", ranges: [.init(stroke: 0, first: 3, last: 40)])
            let refusal = Self.refusal(RecognizerInterface.InvalidHint.self) {
                _ = try client.recognizeGesture(.init(stroke: ink, strokes: [ink], words: [word]))
            }
            #expect(refusal?.hint == "words")
        }

        @Test("a symbol and a gesture are read", .enabled(if: hasModels, "needs the models that come with inkd"))
        func others() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            let line = Ink(x: (0...20).map(Double.init), y: Array(repeating: 0, count: 21))
            let symbols = try client.recognizeSymbol(.init(strokes: [line], alternatives: 4), timeout: .patience)
            #expect(symbols.count == 4 && symbols.allSatisfy { (0...1).contains($0.score) })
            #expect(symbols.map(\.score) == symbols.map(\.score).sorted(by: >))
            let digits = try client.recognizeSymbol(.init(strokes: [line], among: ["1", "7"]), timeout: .patience)
            #expect(Set(digits.map(\.command)) == ["1", "7"])
            let text = Self.scribble(0, 0)
            let strike = Ink(x: (0...30).map { Double($0) - 4 }, y: Array(repeating: 1.5, count: 31))
            let gesture = try client.recognizeGesture(.init(stroke: strike, strokes: [text]), timeout: .patience)
            if let gesture { #expect(gesture.words.allSatisfy { $0.word == 0 } && (0...1).contains(gesture.score)) }
            #expect(try client.recognizeGesture(.init(stroke: text, strokes: []), timeout: .patience) == nil)
        }

        @Test(
            "a formula is read and worked out; too many strokes are refused",
            .enabled(if: hasModels, "needs the models that come with inkd"))
        func formula() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            let line = Ink(x: Array(repeating: 0, count: 21), y: (0...20).map(Double.init))
            // a one with its flag, a bar, and a two
            let above = Ink(x: [8, 10] + Array(repeating: 12, count: 21), y: [9, 7] + (5...25).map(Double.init))
            let across = Ink(x: (0...23).map(Double.init), y: Array(repeating: 31, count: 24))
            let bow = (0...17).map { Double($0) / 5 }
            let other = Ink(x: bow.map { 11 - 5 * cos($0) } + [6, 17], y: bow.map { 43 - 5 * sin($0) } + [57, 57])
            let reply = try client.recognizeFormula(
                .init(strokes: [above, across, other], alternatives: 2, solve: .init(angle: .degrees)), timeout: .patience)
            #expect(reply.candidates.first?.latex.hasPrefix("\\frac") == true && reply.candidates.count <= 2)
            #expect(reply.mathml.contains("<mfrac>") && reply.symbols.count == 3 && reply.result != nil)
            #expect(reply.symbols.flatMap(\.ranges).map(\.stroke).sorted() == [0, 1, 2])
            #expect(try client.recognizeFormula(.init(strokes: [line]), timeout: .patience).result == nil)
            let many = Array(repeating: line, count: 201)
            let refusal = Self.refusal(RecognizerInterface.InvalidInk.self) {
                _ = try client.recognizeFormula(.init(strokes: many), timeout: .patience)
            }
            #expect(refusal?.stroke == 200)
            let long = Ink(x: Array(repeating: 0, count: 20_001), y: (0...20_000).map(Double.init))
            let size = Self.refusal(RecognizerInterface.InkTooLarge.self) {
                _ = try client.recognizeFormula(.init(strokes: [long]), timeout: .patience)
            }
            #expect(size?.limit == 20_000)
        }

        @Test("a shape is read with its measures", .enabled(if: hasShapes, "needs the model of shapes"))
        func shape() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            let angles = (0...60).map { Double($0) * 2 * .pi / 60 }
            let circle = Ink(x: angles.map { 50 + 20 * cos($0) }, y: angles.map { 50 + 20 * sin($0) })
            let reply = try client.recognizeShape(.init(strokes: [circle]), timeout: .patience)
            #expect(["circle", "ellipse"].contains(reply.candidates.first?.name ?? ""))
            #expect(reply.candidates.first?.geometry?.points.first.map { abs($0.x - 50) < 2 && abs($0.y - 50) < 2 } == true)
        }

        @Test("a sketch is read with its name and emoji", .enabled(if: hasModels, "needs the models that come with inkd"))
        func sketch() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            try daemon.wait("models") { !$0.shared.models.catalog.tags.isEmpty }
            #expect(try client.call(RecognizerInterface.Query.self, .init()).kinds.contains(.sketches))
            // a ladder, by an unsteady hand: two rails and five rungs
            let rails = [30.0, 60].map { x in Ink(x: (0...20).map { x + sin(Double($0)) }, y: (0...20).map { Double($0) * 6 }) }
            let rungs = (1...5).map { rung in
                Ink(x: (0...8).map { 30 + Double($0) * 3.75 }, y: (0...8).map { Double(rung) * 20 + cos(Double($0 * rung)) })
            }
            let reply = try client.recognizeSketch(.init(strokes: rails + rungs), timeout: .patience)
            #expect(reply.candidates.count == 5 && reply.candidates.contains { $0.name == "ladder" })
            #expect(zip(reply.candidates, reply.candidates.dropFirst()).allSatisfy { $0.score >= $1.score })
            let emoji = try client.recognizeSketch(.init(strokes: rails + rungs, onlyEmoji: true), timeout: .patience)
            #expect(emoji.candidates.allSatisfy { $0.emoji != nil } && emoji.candidates.first?.emoji == "🪜")
        }

        /// 日, 本 and 。 as strokes from corner to corner, beside one another.
        private static func row() -> [Ink] {
            func stroke(_ corners: (Double, Double)...) -> Ink {
                var (x, y): ([Double], [Double]) = ([], [])
                for (from, to) in zip(corners, corners.dropFirst()) {
                    for step in 0...12 {
                        let part = Double(step) / 12
                        x.append(from.0 + (to.0 - from.0) * part)
                        y.append(from.1 + (to.1 - from.1) * part)
                    }
                }
                return Ink(x: x, y: y)
            }
            return [
                stroke((3, 1), (3, 19)), stroke((3, 1), (15, 1), (15, 19)), stroke((3, 10), (15, 10)), stroke((3, 19), (15, 19)),
                stroke((22, 5), (40, 5)), stroke((31, 0), (31, 20)), stroke((31, 5), (22, 15)), stroke((31, 5), (40, 15)),
                stroke((27, 15), (35, 15)), stroke((46, 16), (44, 18), (46, 20), (48, 18), (46, 16)),
            ]
        }

        @Test("characters are read, alone and in a row", .enabled(if: hasModels, "needs the models that come with inkd"))
        func characters() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            try daemon.wait("models") { !$0.shared.models.catalog.tags.isEmpty }
            let abilities = try client.call(RecognizerInterface.Query.self, .init())
            #expect(abilities.kinds.contains(.characters) && abilities.characters == ["el", "ja", "ko", "zh-Hans", "zh-Hant"])
            #expect(abilities.languages.contains("ja"))
            let row = Self.row()
            for language in ["ja", "zh-CN", "zh-TW"] {
                let one = try client.recognizeCharacter(.init(strokes: Array(row[..<4]), language: language), timeout: .patience)
                #expect(one.count == 10 && one.first?.text == "日" && (0...1).contains(one[0].score))
                let reply = try client.recognizeCharacters(.init(strokes: row, language: language), timeout: .patience)
                #expect(reply.text == "日本。" && reply.characters.map(\.strokes) == [[0, 1, 2, 3], [4, 5, 6, 7, 8], [9]])
                #expect(reply.characters[1].box.x == 22 && reply.characters[1].candidates.count == 10)
                let text = try client.recognize(.init(strokes: row, alternatives: 2, language: language, layout: .line), timeout: .patience)
                #expect(text.candidates.first?.text == "日本。" && text.candidates.count == 2 && text.words.map(\.text) == ["日", "本", "。"])
            }
            let over = row[..<4] + row[4..<9].map { Ink(x: $0.x.map { $0 - 20 }, y: $0.y) }
            let both = try client.recognizeCharacters(
                .init(strokes: Array(over), language: "ja", layout: .superimposed), timeout: .patience)
            #expect(both.text == "日本")
            // the boxes say what belongs together, and in which order it is read; what lies beside them belongs to the nearest
            func read(_ boxes: [RecognizerInterface.Box], layout: RecognizerInterface.CharacterLayout? = nil) throws -> String {
                try client.recognizeCharacters(
                    .init(strokes: row, language: "ja", layout: layout, boxes: boxes), timeout: .patience
                ).text
            }
            let cells: [RecognizerInterface.Box] = [20, 0, 42].map { .init(x: $0, y: -1, width: 21, height: 22) }
            #expect(try read(cells) == "本日。")
            for (boxes, problem) in [
                ([], "is empty: give at least one box, or omit it"),
                (Array(repeating: cells[0], count: 401), "has 401 boxes: give at most 400"),
                ([cells[0], .init(x: 0, y: 0, width: 0, height: 9)], "box 1 is 0.0 wide and 9.0 high: both must be positive"),
                ([.init(x: 1e12, y: 0, width: 9, height: 9)], "box 0 has a number that is not finite or beyond 1000000000"),
            ] {
                let refused = Self.refusal(RecognizerInterface.InvalidHint.self) { _ = try read(boxes) }
                #expect(refused?.hint == "boxes" && refused?.reason == problem)
            }
            #expect(Self.refusal(RecognizerInterface.InvalidHint.self) { _ = try read(cells, layout: .row) }?.hint == "layout")
            let missing = Self.refusal(RecognizerInterface.NoLanguage.self) {
                _ = try client.recognizeCharacter(.init(strokes: row, language: "th"), timeout: .patience)
            }
            #expect(missing?.available.contains("ja") == true)
            let dot = [Ink(x: [1], y: [1])]
            let refused = Self.refusal(RecognizerInterface.InvalidInk.self) {
                _ = try client.recognizeCharacter(.init(strokes: dot, language: "ja"), timeout: .patience)
            }
            #expect(refused != nil)
            #expect(try client.recognizeCharacters(.init(strokes: dot, language: "ja"), timeout: .patience).characters.isEmpty)
        }

        @Test(
            "an editor reads one character in each of a client's boxes, in their order",
            .enabled(if: hasModels, "needs the models that come with inkd"))
        func boxes() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = Self.models }
            let client = try daemon.connect()
            try daemon.wait("models") { !$0.shared.models.catalog.tags.isEmpty }
            try client.openPackage("notes", .create)
            let part = try client.createPart("Text", in: "notes")
            let editor = try client.createEditor()
            // 日 and 本 run into one another, and are read from right to left as their boxes say
            let cells: [EditorInterface.Box] = [18, 0].map { .init(x: $0, y: -1, width: 22, height: 22) }
            try client.setViewSize(of: editor, width: 210, height: 297, boxes: cells)
            try client.setConfiguration("text.configuration.language", to: .text("ja"), of: editor)
            try client.setPart(of: editor, to: part.id, in: "notes")
            let strokes = Self.row()[..<9].map { InkInterface.NewStroke(x: $0.x.map { $0 > 18 ? $0 - 4 : $0 }, y: $0.y) }
            _ = try client.addStrokes(strokes, to: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            #expect(try client.state(of: editor).lines.map(\.text) == ["本日"])
            // without them it is a row again
            try client.setViewSize(of: editor, width: 210, height: 297)
            _ = try client.addStrokes([.init(x: [46, 44, 46, 48, 46], y: [16, 18, 20, 18, 16])], to: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            #expect(try client.state(of: editor).lines.map(\.text) == ["日本。"])
        }

        @Test(
            "what editors read with can be removed, and the next ink is read with what answers to the language then",
            .enabled(if: hasModels, "needs the models that come with inkd"))
        func inUse() throws {
            let daemon = try RunningDaemon(model: Self.tiny) { $0.language = "en-GB" }
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.models + "/language/en.safetensors")))
            let watch = try daemon.connect().installModel(size: bytes.count)
            let upload = try #require(try watch.next(timeout: .patience)).upload
            let client = try daemon.connect()
            for start in stride(from: 0, to: bytes.count, by: ModelsInterface.Write.limit) {
                _ = try client.write(Array(bytes[start..<min(bytes.count, start + ModelsInterface.Write.limit)]), toUpload: upload)
            }
            while try watch.next(timeout: .patience) != nil {}
            #expect(try client.models().map(\.inUse) == [true] && client.recognizerAbilities().language == "en")
            #expect(try client.recognize(.init(strokes: [Self.scribble(0, 0)]), timeout: .patience).lines.count == 1)
            try client.removeModel("en")
            #expect(try client.models().isEmpty && client.recognizerAbilities().language == "")
            #expect(try client.recognize(.init(strokes: [Self.scribble(0, 0)]), timeout: .patience).lines.count == 1)
        }

        @Test("a model of the system's whose numbers overflow is no model, and the connection goes on")
        func overflowing() throws {
            let fixtures = projectRoot + "/Tests/Fixtures/recognition"
            let good = try [UInt8](Data(contentsOf: URL(filePath: fixtures + "/tiny-symbols.safetensors")))
            let bad = try #require(
                DamagedModel.overflowing(good, tensors: "output.") { $0.withUnsafeBytes { SHA256.hexadecimal(of: $0) } })
            let folder = try TemporaryFolder()
            try Data(bad).write(to: URL(filePath: folder.path + "/symbols.safetensors"))
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = folder.path }
            let client = try daemon.connect()
            let error = Self.refusal(RecognizerInterface.NoModel.self) {
                _ = try client.recognizeSymbol(.init(strokes: [Self.scribble(0, 0)]), timeout: .patience)
            }
            #expect(error?.reason.contains("not finite") == true)
            #expect(try client.information().product == "inkd")
        }

        @Test("a reply of a stream that JSON has no numbers for ends it with an error, and the connection goes on")
        func unencodable() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connectRaw()
            client.send(#"{"method":"org.inkd.Devices.Watch","more":true}"#)
            try daemon.wait("a watch") { $0.parts.clients.all.contains { $0.watch != nil } }
            try daemon.onLoop { daemon in
                guard let client = daemon.parts.clients.all.first else { return }
                daemon.parts.clients.stream(AdaptationInterface.Adapt.self, to: client, as: .final) { _ in .init(progress: .nan) }
            }
            var reply = try client.receive()
            while reply?.continues == true { reply = try client.receive() }
            #expect(reply?.error == ClientInterface.Failed.name && reply?.parameters["reason"]?.string?.contains("progress") == true)
            client.send(#"{"method":"org.varlink.service.GetInfo"}"#)
            #expect(try client.receive()?.parameters["product"]?.string == "inkd")
        }
    }
}
