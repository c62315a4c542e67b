import Testing

@testable import InkProtocol

@Suite struct ContentMessageTests {
    private static let point = InkInterface.PathPoint(
        x: 1, y: 2, time: 0.5, width: 0.25, height: 0.5, opacity: 1, force: 0.5, azimuth: 3, altitude: 1.5)
    private static let box = EditorInterface.Box(x: 1, y: 2, width: 3, height: 4)
    private static let matrix = InkInterface.Matrix(a: 1, b: 0, c: 0, d: 1, tx: 2.5, ty: -1)

    @Test("the messages about paths fit the interface and decode to themselves")
    func paths() throws {
        let stroke = InkInterface.Stroke(id: 1, x: [1, 2.5], y: [0, 0], force: [0.5, 1], time: [1, 2])
        try checkMessages(InkInterface.Strokes.self, .init(editor: "pen0"), .init(revision: 1, strokes: [stroke]))
        try checkMessages(
            InkInterface.Strokes.self, .init(editor: "pen0", ids: [1], region: Self.box, since: 4),
            .init(revision: 5, strokes: [stroke], removed: [2], complete: false))
        for bounds in [Self.box, nil] {
            let path = InkInterface.Path(
                id: 4, root: 1, style: .init(kind: "pen", red: 255, green: 0, blue: 1, alpha: 128), created: 1_700_000_000_000.5,
                controlPoints: [Self.point, Self.point], transform: Self.matrix, visible: [.init(first: 0, last: 0.5)],
                kept: bounds == nil ? nil : .init(first: 0, last: 1),
                bounds: bounds)
            let copy = InkInterface.Stroke(id: 2, x: [], y: [], force: [], time: [], root: 1, width: [], height: [], path: path)
            try checkMessages(InkInterface.Strokes.self, .init(editor: "e1", paths: true), .init(revision: 1, strokes: [copy]))
            try checkMessages(InkInterface.AddStrokes.self, .init(editor: "e1", strokes: [.init(copy)]), .init(revision: 2, strokes: [5]))
            try checkMessages(InkInterface.GetPath.self, .init(editor: "e1", stroke: 4), .init(path: path))
        }
        for stride in InkInterface.Stride.allCases {
            try checkMessages(
                InkInterface.Interpolate.self, .init(editor: "e1", stroke: 4, by: stride, step: 0.5, first: 0, last: 1),
                .init(points: [Self.point]))
            try checkMessages(
                InkInterface.Offset.self, .init(editor: "e1", stroke: 4, parameter: 1, by: stride, amount: -0.5),
                .init(parameter: 0.5, point: Self.point))
        }
        try checkMessages(InkInterface.Interpolate.self, .init(editor: "e1", stroke: 4, by: .time, step: 0.5), .init(points: []))
        try checkMessages(
            InkInterface.Replay.self, .init(editor: "e1", speed: 2, longestPause: 0.5),
            .init(elapsed: 0, duration: 2.5, stroke: 4, point: Self.point))
        try checkMessages(InkInterface.Replay.self, .init(editor: "e1"), .init(elapsed: 1, duration: 1))
    }

    @Test("the messages that change ink fit the interface and decode to themselves")
    func ink() throws {
        let strokes = [InkInterface.NewStroke(x: [1, 2], y: [3, 4]), .init(x: [1], y: [3], force: [0.5], time: [5])]
        try checkMessages(InkInterface.AddStrokes.self, .init(editor: "e1", strokes: strokes), .init(revision: 2, strokes: [7, 8]))
        try checkMessages(InkInterface.RemoveStrokes.self, .init(editor: "e1", strokes: [7]), .init(revision: 3))
        for mode in InkInterface.EraserMode.allCases {
            try checkMessages(
                InkInterface.Erase.self, .init(editor: "e1", x: [1], y: [2], radius: 1.5, mode: mode), .init(revision: 4))
        }
        try checkMessages(InkInterface.Erase.self, .init(editor: "e1", x: [1], y: [2]), .init(revision: 4))
        try checkMessages(InkInterface.Transform.self, .init(editor: "e1", strokes: [8], matrix: Self.matrix), .init(revision: 5))
    }

    @Test("the messages about blocks fit the interface and decode to themselves")
    func blocks() throws {
        let root = BlocksInterface.Block(id: "root", type: "Container", children: ["b1"], strokes: [], text: "hi")
        let block = BlocksInterface.Block(
            id: "b1", type: "Drawing", parent: "root", children: [], box: Self.box, strokes: [1], text: "", shape: "circle",
            media: "image/png")
        try checkMessages(BlocksInterface.List.self, .init(editor: "e1"), .init(revision: 1, blocks: [root, block]))
        try checkMessages(BlocksInterface.Hit.self, .init(editor: "e1", x: 1, y: 2), .init(revision: 1, block: block))
        try checkMessages(BlocksInterface.Hit.self, .init(editor: "e1", x: 1, y: 2), .init(revision: 1))
        try checkMessages(
            BlocksInterface.Add.self, .init(editor: "e1", x: 1, y: 2, width: 3, height: 4, type: "Math"), .init(revision: 2, block: "b2"))
        try checkMessages(BlocksInterface.Add.self, .init(editor: "e1", x: 1, y: 2, type: "Text"), .init(revision: 2, block: "b2"))
        try checkMessages(
            BlocksInterface.AddImage.self, .init(editor: "e1", x: 1, y: 2, width: 3, media: "image/png", data: "AAE="),
            .init(revision: 2, block: "b2"))
        try checkMessages(BlocksInterface.Remove.self, .init(editor: "e1", block: "b1", revision: 1), .init(revision: 2))
        try checkMessages(BlocksInterface.Move.self, .init(editor: "e1", block: "b1", x: 5, y: -2.5, revision: 1), .init(revision: 2))
        try checkMessages(BlocksInterface.Convert.self, .init(editor: "e1"), .init(revision: 2))
        try checkMessages(
            BlocksInterface.Convert.self,
            .init(editor: "e1", block: "b1", revision: 1, state: "digital-edit", words: [.init(line: 1, word: 0)]), .init(revision: 2))
        try checkMessages(
            BlocksInterface.ConversionStates.self, .init(editor: "e1", block: "b1"), .init(revision: 2, states: ["handwriting"]))
        try checkMessages(BlocksInterface.Copy.self, .init(editor: "e1", block: "b1", revision: 1), .init())
        try checkMessages(BlocksInterface.Paste.self, .init(editor: "e1", x: 1, y: 2), .init(revision: 2, block: "b2"))
        let options = [BlocksInterface.Option(key: "export.jiix.strokes", flag: true), .init(key: "export.image.resolution", number: 300)]
        try checkMessages(
            BlocksInterface.Export.self, .init(editor: "e1", block: "b1", format: "image/png", options: options),
            .init(revision: 1, data: "AAE="))
        try checkMessages(BlocksInterface.Export.self, .init(editor: "e1", format: "text/plain"), .init(revision: 1, text: "hi"))
        try checkMessages(
            BlocksInterface.Import.self, .init(editor: "e1", format: "text/plain", text: "x"), .init(revision: 1, chosen: 2, strokes: 3))
    }

    @Test("the messages about a search fit the interface and decode to themselves")
    func search() throws {
        let word = SearchInterface.Word(
            term: "a", text: "A", found: "a", guess: 1, confidence: 0.5, form: .beginning, line: 2, block: "added-3", strokes: [4],
            ranges: [.init(stroke: 4, first: 0, last: 5)], box: .init(x: 1, y: 2, width: 3, height: 4), typeset: true)
        let hit = SearchInterface.Hit(package: "n", part: 1, index: 0, type: "Text", score: 0.5, text: "A b", words: [word])
        try checkMessages(
            SearchInterface.Find.self, .init(words: "a", matching: .similar, package: "n", limit: 5),
            .init(hits: [hit], total: 7, unread: 1, unreadable: ["m"]))
        try checkMessages(SearchInterface.Find.self, .init(words: "a"), .init(hits: [], total: 0, unread: 0))
        let drawing = SearchInterface.Drawing(
            package: "n", part: 1, index: 0, type: "Drawing", score: 0.5, strokes: [4], box: .init(x: 1, y: 2, width: 3, height: 4))
        try checkMessages(
            SearchInterface.FindDrawings.self, .init(strokes: [.init(x: [1, 2], y: [0, 0.5])], package: "n", limit: 5),
            .init(drawings: [drawing], total: 7, unreadable: ["m"]))
        try checkMessages(SearchInterface.FindDrawings.self, .init(strokes: []), .init(drawings: [], total: 0))
    }

    @Test("the messages about transfers, and those that name one, fit the interface and decode to themselves")
    func transfers() throws {
        try checkMessages(TransfersInterface.Begin.self, .init(size: 3), .init(transfer: 1))
        try checkMessages(TransfersInterface.Write.self, .init(transfer: 1, data: "AAE="), .init(received: 2))
        try checkMessages(TransfersInterface.Read.self, .init(transfer: 1, offset: 0), .init(data: "AAE=", size: 3))
        try checkMessages(TransfersInterface.End.self, .init(transfer: 1), .init())
        try checkMessages(
            BlocksInterface.AddImage.self, .init(editor: "e1", x: 1, y: 2, media: "image/png", transfer: 1), .init(revision: 2, block: "b2")
        )
        try checkMessages(
            BlocksInterface.Export.self, .init(editor: "e1", format: "image/png", asTransfer: true),
            .init(revision: 1, transfer: 1, size: 3))
        try checkMessages(
            BlocksInterface.Import.self, .init(editor: "e1", format: "a/b", transfer: 1), .init(revision: 1, chosen: 2, strokes: 3))
        try checkMessages(InkInterface.AddStrokes.self, .init(editor: "e1", transfer: 1), .init(revision: 2, strokes: [7]))
        try checkMessages(
            RecognizerInterface.Recognize.self, .init(transfer: 1), .init(candidates: [], words: [], lines: []))
        let package = PackagesInterface.Package(name: "old", open: false, unsaved: false, recovered: false, bytes: 3)
        try checkMessages(PackagesInterface.Import.self, .init(name: "old", transfer: 1), .init(package: package))
        try checkMessages(PackagesInterface.Export.self, .init(name: "old"), .init(transfer: 1, size: 3))
    }

    @Test("the messages about packages fit the interface and decode to themselves")
    func packages() throws {
        let open = PackagesInterface.Package(name: "notes", open: true, unsaved: true, recovered: false, parts: 2, bytes: 4096)
        let closed = PackagesInterface.Package(name: "old", open: false, unsaved: false, recovered: false)
        let part = PackagesInterface.Part(id: 3, index: 0, type: "Text", language: "en")
        let plain = PackagesInterface.Part(id: 4, index: 1, type: "Raw Content")
        try checkMessages(PackagesInterface.List.self, .init(), .init(packages: [open, closed]))
        for option in PackagesInterface.OpenOption.allCases {
            try checkMessages(PackagesInterface.Open.self, .init(name: "notes", option: option), .init(package: open))
        }
        try checkMessages(PackagesInterface.Open.self, .init(name: "notes"), .init(package: open))
        try checkMessages(PackagesInterface.Save.self, .init(name: "notes"), .init(package: open))
        try checkMessages(PackagesInterface.SaveToTemp.self, .init(name: "notes"), .init(package: open))
        try checkMessages(PackagesInterface.Close.self, .init(name: "notes", discard: true), .init())
        try checkMessages(PackagesInterface.Delete.self, .init(name: "notes"), .init())
        try checkMessages(PackagesInterface.Parts.self, .init(package: "notes"), .init(parts: [part, plain]))
        try checkMessages(PackagesInterface.CreatePart.self, .init(package: "notes", type: "Text"), .init(part: part))
        try checkMessages(PackagesInterface.GetPart.self, .init(package: "notes", index: 0), .init(part: part))
        try checkMessages(PackagesInterface.ClonePart.self, .init(package: "notes", part: 3, into: "old"), .init(part: plain))
        try checkMessages(PackagesInterface.MovePart.self, .init(package: "notes", part: 3, into: "old", index: 1), .init(part: plain))
        try checkMessages(PackagesInterface.RemovePart.self, .init(package: "notes", part: 3), .init())
        let metadata = ["a": PackagesInterface.Value(.text("b")), "n": .init(.number(1.5)), "f": .init(.flag(true))]
        try checkMessages(PackagesInterface.GetMetadata.self, .init(package: "notes"), .init(metadata: metadata))
        try checkMessages(PackagesInterface.SetMetadata.self, .init(package: "notes", part: 3, metadata: metadata), .init())
    }
}
