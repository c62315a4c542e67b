import ArgumentParser
import Foundation
import Ink
import InkClient
import InkProtocol
import PenLog
import Testing

@testable import inkctl

@Suite("Commands about content")
struct ContentCommandTests {
    @Test("packages and parts are tables")
    func packages() {
        let notes = PackagesInterface.Package(name: "notes", open: true, unsaved: true, recovered: false, parts: 2, bytes: 40_960)
        let new = PackagesInterface.Package(name: "a\u{1b}", open: false, unsaved: false, recovered: false)
        #expect(
            PackagesListCommand.lines([notes, new]) == [
                "NAME     PARTS         SIZE  STATE", "notes        2        41 kB  open, unsaved", "a\\u{1b}      –  never saved",
            ])
        #expect(PackagesListCommand.lines([]) == ["No packages. Create one with `inkctl packages create`."])
        let parts = [PackagesInterface.Part(id: 7, index: 0, type: "Text", language: "en"), .init(id: 3, index: 1, type: "Raw Content")]
        #expect(
            PackagesPartsCommand.lines(parts) == [
                "PART  TYPE         LANGUAGE  ID", "   0  Text         en         7", "   1  Raw Content  –          3",
            ])
        #expect(PackagesPartsCommand.lines([]) == ["No parts. Add one with `inkctl packages add`."])
    }

    @Test("what a check of a package found is one line, and nothing in it steers a terminal")
    func findings() {
        let whole = PackagesInterface.Findings(name: "notes", parts: 1, things: 30, damage: [])
        #expect(PackagesCheckCommand.line(whole) == "notes: no damage, 1 part, 30 items")
        let damaged = PackagesInterface.Findings(name: "a\u{1b}", parts: 2, things: 3, damage: ["stroke 3 is \u{1b}", "so is 4"])
        #expect(PackagesCheckCommand.line(damaged) == "a\\u{1b}: damaged: stroke 3 is \\u{1b}; so is 4")
    }

    @Test("what a search found is a table; nothing in it steers a terminal")
    func search() throws {
        let word = SearchInterface.Word(
            term: "tenace", text: "terrace", found: "Tenace", guess: 1, confidence: 0.25, form: .whole, line: 3, strokes: [4],
            ranges: [.init(stroke: 4, first: 0, last: 9)], box: .init(x: 12.4, y: 80, width: 20, height: 4))
        let hit = SearchInterface.Hit(
            package: "a\u{1b}", part: 7, index: 1, type: "Text", score: 0.25, text: "spring terrace", words: [word])
        let reply = SearchInterface.Find.Reply(hits: [hit], total: 3, unread: 1, unreadable: ["b"])
        #expect(
            SearchCommand.lines(.init(words: reply)) == [
                "SCORE  PACKAGE  PART  POSITION (MM)  FOUND             LINE",
                " 0.25  a\\u{1b}     1  12, 80         Tenace (terrace)  spring terrace",
            ])
        #expect(SearchCommand.notes(on: .init(words: reply)).count == 3)
        let nothing = SearchFindings(words: .init(hits: [], total: 0, unread: 0), drawings: .init(drawings: [], total: 0))
        #expect(SearchCommand.lines(nothing) == ["Nothing was found."] && SearchCommand.notes(on: nothing).isEmpty)
        // drawings come behind words
        let drawing = SearchInterface.Drawing(
            package: "b\u{1b}", part: 2, index: 0, type: "Drawing", score: 0.961, strokes: [1, 2],
            box: .init(x: 3, y: 4, width: 5, height: 6))
        let both = SearchFindings(words: reply, drawings: .init(drawings: [drawing], total: 2, unreadable: ["b"]))
        #expect(SearchCommand.lines(both).last == " 0.96  b\\u{1b}     0  3, 4           drawing           2 strokes")
        #expect(SearchCommand.notes(on: both).count == 4 && both.bestPage == .init(package: "a\u{1b}", part: 7))
        #expect(try both.objects.count == 2 && both.marks(on: .init(package: "b\u{1b}", part: 2)).map(\.text) == [""])
    }

    @Test("blocks are a table, words have their candidates in a row")
    func blocks() {
        let box = EditorInterface.Box(x: 9.6, y: 20, width: 30, height: 8.2)
        let blocks = [
            BlocksInterface.Block(id: "root", type: "Text", children: [], box: box, strokes: [1, 2], text: "hi\nyou"),
            .init(id: "b1", type: "Node", parent: "root", children: [], strokes: [], text: "", shape: "circle"),
        ]
        #expect(
            BlocksListCommand.lines(blocks) == [
                "BLOCK  TYPE    STROKES  POSITION (MM)   TEXT", "root   Text          2  10, 20, 30 × 8  hi\\u{a}you",
                "b1     circle        0  –",
            ])
        let line = EditorInterface.Line(
            id: 3, text: "hi you", candidates: [], final: true, stablePrefix: 0, box: box,
            words: [
                .init(text: "hi", ranges: [], candidates: [.init(text: "hi"), .init(text: "hl")], graphemes: []),
                .init(text: "you", ranges: [], candidates: [], graphemes: []),
            ])
        #expect(CandidatesCommand.rows(line) == ["line 3: hi you", "  word 0: hi  hl", "  word 1: you"])
    }

    @Test("settings are a table, and a text stays a text")
    func configuration() throws {
        let settings = [
            EditorInterface.Setting(
                key: "eraser.mode", value: .init(.text("pixel")), own: true, summary: "what it takes", source: .user),
            .init(key: "undo.limit", value: .init(.number(1000)), own: false, summary: "how many", source: .builtIn),
        ]
        #expect(
            ConfigListCommand.lines(settings) == [
                "KEY          VALUE  FROM      MEANING", "eraser.mode  pixel  you       what it takes",
                "undo.limit   1000   built-in  how many",
            ])
        // `pen.mode` has its place
        let replaced = EditorInterface.Setting(key: "pen.enabled", value: .init(.flag(true)), own: false, summary: "", source: .user)
        #expect(ConfigListCommand.lines([replaced]).count == 1 && ConfigExportCommand.lines([replaced]) == ["{}"])
        func word(_ source: EditorInterface.Source?, own: Bool = false) -> String {
            ConfigListCommand.source(.init(key: "k", value: .init(.flag(true)), own: own, summary: "", source: source))
        }
        #expect([.daemon, .session, .editor].map { word($0) } == ["inkd.yaml", "you, once", "this editor"])
        #expect(word(nil) == "" && word(nil, own: true) == "set", "an inkd that does not say it")
        #expect(try ConfigSetCommand.content("12", of: "k", like: .text("")) == .text("12"))
        #expect(try ConfigSetCommand.content("12", of: "k", like: .number(1)) == .number(12))
        #expect(try ConfigSetCommand.content("true", of: "k", like: .flag(false)) == .flag(true))
        #expect(throws: InkctlError.wrongKind(key: "k", value: "x", wanted: "a number")) {
            try ConfigSetCommand.content("x", of: "k", like: .number(1))
        }
        #expect(throws: InkctlError.self) { try ConfigSetCommand.content("1", of: "k", like: .flag(true)) }
        #expect(EditorInterface.Value.Content("nan") == .text("nan") && EditorInterface.Value.Content.number(1.5).word == "1.5")
    }

    @Test("an assignment has a key")
    func assignments() {
        #expect(Assignment(argument: "a=b=c").map { [$0.key, $0.value] } == ["a", "b=c"])
        #expect(Assignment(argument: "a=")?.value == "" && Assignment(argument: "=b") == nil && Assignment(argument: "a") == nil)
    }

    @Test("a file's ending tells the format, and --format overrules it")
    func formats() throws {
        #expect(try ExportCommand.format(nil, for: "/a.b/page.SVG") == .svg)
        #expect(try ExportCommand.format(.pdf, for: "page.svg") == .pdf)
        #expect(try ExportCommand.format(nil, for: nil) == .text)
        for path in ["page", "page.doc", "a.svg/page"] {
            #expect(throws: InkctlError.unknownEnding(path)) { try ExportCommand.format(nil, for: path) }
        }
        #expect(try ExportCommand.named("image/png") == .png && ExportCommand.named("jiix") == .jiix)
        #expect(throws: (any Error).self) { try ExportCommand.parse(["notes", "--format", "doc"]) }
    }

    @Test("an export's switches are numbers and flags")
    func options() throws {
        let option = try ExportCommand.option(#require(Assignment(argument: "export.image-resolution=300")))
        #expect(option == .init(key: "export.image-resolution", number: 300))
        #expect(try ExportCommand.option(#require(Assignment(argument: "a=true"))) == .init(key: "a", flag: true))
        #expect(throws: (any Error).self) { try ExportCommand.option(#require(Assignment(argument: "a=b"))) }
    }

    @Test("command lines that make no sense are refused")
    func validation() {
        for words in [
            ["export", "notes", "--editor", "pen0"], ["export", "notes", "-1"], ["write", "notes", "--per-mm", "0"],
            ["write", "notes", "--part=-1"], ["packages", "move", "notes", "0"],
            ["packages", "move", "notes", "0", "--to", "1", "--into", "a"],
            ["packages", "metadata", "notes", "--set", "a"], ["packages", "export", "notes"], ["packages", "import", "notes"],
            ["config", "set", "a"], ["replay-ink", "notes", "--speed", "0"],
            ["choose", "notes", "--line", "1"],
        ] {
            #expect(throws: (any Error).self, "\(words)") { try Inkctl.parseAsRoot(words) }
        }
    }

    @Test("inks come below each other and below what is there, in millimeters")
    func placement() throws {
        let ink = try JSONInk(line: #"{"strokes":[[100,200,0,50],[140,210,10,0]]}"#)
        var placement = InkPlacement(below: nil, at: 1000)
        let first = placement.place(ink, unitsPerMillimeter: 10)
        #expect(
            first == [
                .init(x: [10, 10], y: [10, 15], time: [1000, 1010]), .init(x: [14, 15], y: [11, 11], time: [1210, 1220]),
            ])
        #expect(placement.place(ink, unitsPerMillimeter: 10).first == .init(x: [10, 10], y: [25, 30], time: [1720, 1730]))
        #expect(InkPlacement.duration(of: [ink, ink]) == 1440)
        var lower = InkPlacement(below: .init(x: 0, y: 30, width: 5, height: 20), at: 0)
        #expect(lower.place(ink, unitsPerMillimeter: nil).first?.y == [60, 72])
        #expect(lower.place(try JSONInk(line: #"{"strokes":[]}"#), unitsPerMillimeter: nil).isEmpty)
    }

    @Test("every refusal about content says what to do, in words")
    func refusals() throws {
        let errors: [any VarlinkError] = [
            PackagesInterface.NoSuchPackage(name: "p"), PackagesInterface.PackageExists(name: "p"),
            PackagesInterface.PackageInUse(name: "p"), PackagesInterface.PackageNotOpen(name: "p"),
            PackagesInterface.InvalidName(name: "", reason: "no"), PackagesInterface.PackageDamaged(name: "p", reason: "no"),
            PackagesInterface.UnsavedChanges(name: "p"), PackagesInterface.NoSuchPart(package: "p", part: 5),
            PackagesInterface.PartInUse(package: "p", part: 5), PackagesInterface.NoSuchPartType(type: "text", types: ["Text"]),
            PackagesInterface.InvalidMetadata(key: "k", reason: "no"), TransfersInterface.TooLarge(size: 6, limit: 5),
            PackagesInterface.StorageFailed(reason: "no"),
            EditorInterface.NoPart(editor: "e1"), EditorInterface.NoViewSize(editor: "e1"), EditorInterface.DeviceEditor(editor: "pen0"),
            EditorInterface.TooManyEditors(limit: 5), EditorInterface.NotIdle(editor: "e1", timeout: 10),
            EditorInterface.NoSuchWord(editor: "e1", line: 1, word: 2), EditorInterface.InvalidPointerEvents(index: 3, reason: "no"),
            EditorInterface.NoSuchKey(key: "k"), EditorInterface.InvalidValue(key: "k", reason: "no"),
            EditorInterface.LanguageFixed(package: "p", part: 1, language: "en"),
            EditorInterface.NoLanguage(language: "ja", reason: "no", available: ["en"]), InkInterface.NoSuchStroke(stroke: 5),
            InkInterface.InvalidInk(reason: "no"), BlocksInterface.BlockInvalid(block: "b", revision: 5),
            BlocksInterface.Unsupported(type: "Math", operation: "Add"),
            BlocksInterface.NoSuchState(state: "x", states: ["handwriting"]),
            BlocksInterface.NoSuchFormat(format: "a/b", formats: ["text/plain"]),
            BlocksInterface.ExportFailed(format: "a/b", reason: "no"), BlocksInterface.ImportFailed(reason: "no"),
            BlocksInterface.InvalidImage(reason: "no"), BlocksInterface.EmptyClipboard(),
            EditorInterface.EditorExists(editor: "e1"), ClientInterface.Failed(reason: "no"),
            ClientInterface.InvalidMessage(reason: "no"), ClientInterface.MessageTooLarge(size: 6, limit: 5),
            ClientInterface.QuotaExceeded(quota: "quotas.editors", used: 6, limit: 5, remedy: "close one"),
        ]
        for error in errors {
            let reply = try Reply(decoding: Reply.encode(any: error).dropLast())
            let explanation = ClientError.refused(name: reply.error ?? "", parameters: reply.parameters).explanation
            #expect(!explanation.contains("org.inkd"), "\(explanation)")
        }
        #expect(ClientError.badCall(.messageTooLarge(limit: 5)).explanation.contains("5 bytes"))
    }
}
