import Editing
import Ink
import InkExport
import Recognition

extension FuzzTarget {
    /// What pens and clients draw, however far away and however fast: paths, lines, erasing, readings, undo, exports.
    static let ink = FuzzTarget("ink") { bytes in
        var source = ByteSource(bytes)
        var play = InkPlay(&source)
        while let instruction = source.next(), play.editor.strokeCount < 60 { play.step(instruction, &source) }
        play.end()
    }
}

/// An editor that is drawn in.
private struct InkPlay {
    var editor: InkEditor
    private var time = Instant(microseconds: 1_700_000_000_000_000)
    private var place = Point(x: 10, y: 10)
    private var mayRead = true
    private let format: ExportFormat

    init(_ source: inout ByteSource) {
        let (type, setting) = (source.next() ?? 0, source.next() ?? 0)
        var configuration = EditorConfiguration()
        configuration.eraser.mode = setting & 1 != 0 ? .pixel : .stroke
        configuration.limits.undoSteps = setting & 2 != 0 ? 2 : 1000
        configuration.limits.strokeSamples = setting & 4 != 0 ? 5 : 1000
        configuration.limits.ink = setting & 8 != 0 ? 50 : nil
        configuration.guideGap = setting & 16 != 0 ? 8 : nil
        configuration.style = InkStyle(kind: setting & 32 != 0 ? .marker : .pen, red: setting)
        configuration.unitsPerMillimeter = setting & 64 != 0 ? 100 : 1
        editor = InkEditor(type: PartType.allCases[Int(type) % PartType.allCases.count], configuration: configuration)
        format = ExportFormat.allCases[Int(source.next() ?? 0) % ExportFormat.allCases.count]
    }

    mutating func step(_ instruction: UInt8, _ source: inout ByteSource) {
        time = time.advanced(byMicroseconds: instruction & 0x80 == 0 ? 8000 : Int64(source.value(7)))
        switch instruction & 31 {
        case 0...7: pointer(.move, &source)
        case 8: pointer(.down, &source)
        case 9: pointer(.up, &source)
        case 10: pointer(.cancel, &source)
        case 11: pointer(.down, &source, tool: .eraser)
        case 12: pointer(.proximityOut, &source)
        case 13: _ = editor.undo()
        case 14: _ = editor.redo()
        case 15: erase(&source)
        case 16: add(&source)
        case 17: transform(&source)
        case 18: _ = try? editor.remove(strokes: [StrokeID(UInt64(source.next() ?? 0))])
        case 19: _ = editor.clear()
        case 20: _ = editor.finish()
        case 21: _ = editor.nextDeadline.map { editor.tick(at: $0) }
        case 22: read()
        case 23: _ = try? editor.choose("word", line: LineID(UInt64(source.next() ?? 0)), word: Int(source.next() ?? 0))
        case 24: (_, _) = (editor.takeChanges(), editor.takeReadings())
        default: write(&source)
        }
    }

    /// Undoes everything, does it again, and exports it.
    mutating func end() {
        _ = editor.pointer(event(.cancel, .pen))
        let strokes = editor.strokes
        for point in strokes.flatMap(\.points) { demand(point.x.isFinite && point.y.isFinite, "the place \(point.x), \(point.y)") }
        // the pieces of a stroke that was split lie where it lay
        let names = strokes.map(\.id).sorted()
        demand(Set(names).count == names.count, "two strokes have one name")
        let inLines = editor.lines.flatMap { editor.snapshot(of: $0.id)?.strokes ?? [] }
        let isRead = editor.document.type.isRead
        demand(!isRead || inLines.map(\.id).sorted() == names, "lines have other strokes")
        let snapshot = editor.snapshot(language: nil)
        _ = try? Export.data(of: snapshot.root, in: snapshot, as: format)
        var steps = 0
        while editor.redo() != nil {}
        let last = editor.strokes
        while editor.undo() != nil { steps += 1 }
        while editor.redo() != nil { steps -= 1 }
        demand(steps == 0 && editor.strokes == last, "undone and done again it is another document")
    }

    // MARK: Steps

    private func event(_ phase: PointerPhase, _ tool: PointerTool) -> PointerEvent {
        var event = PointerEvent(phase: phase, tool: tool, device: DeviceID(1), time: time)
        (event.x, event.y) = (place.x, place.y)
        return event
    }

    private mutating func pointer(_ phase: PointerPhase, _ source: inout ByteSource, tool: PointerTool = .pen) {
        // as far as a device with the coarsest units can say
        place = source.place(near: place, farthest: 1e13)
        var event = event(phase, tool)
        event.force = Float(source.next() ?? 0) / 255
        event.followsGap = event.force == 1
        _ = editor.pointer(event)
    }

    /// A stroke of a few samples, as most are.
    private mutating func write(_ source: inout ByteSource) {
        pointer(.down, &source)
        for _ in 0..<(source.next() ?? 0) & 15 {
            time = time.advanced(byMicroseconds: 8000)
            pointer(.move, &source)
        }
        pointer(.up, &source)
    }

    private mutating func erase(_ source: inout ByteSource) {
        var (corner, places) = (place, [Point]())
        for _ in 0...((source.next() ?? 0) & 7) {
            corner = source.place(near: corner, farthest: 1e6)
            places.append(corner)
        }
        let radius = max(1e-9, min(1e6, abs(source.place(near: Point(x: 0, y: 0), farthest: 1e6).x)))
        _ = editor.erase(along: EraserTrack(places: places, radius: radius), mode: editor.configuration.eraser.mode)
    }

    private mutating func add(_ source: inout ByteSource) {
        var (corner, samples) = (place, [InkPoint]())
        for _ in 0...((source.next() ?? 0) & 31) {
            corner = source.place(near: corner, farthest: 1e6)
            let moment = Instant(microseconds: Int64(UInt32(bitPattern: source.value(4))) * 1_000_000_000_000)
            samples.append(InkPoint(x: corner.x, y: corner.y, time: moment, force: Float(source.next() ?? 0) / 255))
        }
        _ = try? editor.add([InkStroke(id: StrokeID(0), fitting: samples, created: samples[0].time.microseconds)])
    }

    private mutating func transform(_ source: inout ByteSource) {
        var numbers: [Double] = []
        for _ in 0..<6 { numbers.append(source.place(near: Point(x: 0, y: 0), farthest: .greatestFiniteMagnitude).x) }
        let map = InkTransform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        _ = try? editor.transform(strokes: editor.drawing.strokes.prefix(4).map(\.id), by: map)
    }

    /// Has the first lines read, if they are not too long, once in an input: it takes the most time by far.
    private mutating func read() {
        guard mayRead else { return }
        mayRead = false
        for line in editor.lines.prefix(2) {
            guard let snapshot = editor.snapshot(of: line.id), snapshot.strokes.reduce(0, { $0 + $1.points.count }) < 100 else { continue }
            let transcript = ModelCheck.transcript(of: snapshot.strokes)
            _ = editor.apply(transcript, to: line.id, revision: snapshot.revision, isFinal: snapshot.isFinal)
        }
    }
}

extension InkStroke {
    /// Puts it into a document, and that into a file.
    func export(as number: UInt8) {
        var editor = InkEditor(type: .drawing)
        guard (try? editor.add([self])) != nil else { return }
        let (snapshot, formats) = (editor.snapshot(language: nil), ExportFormat.allCases)
        _ = try? Export.data(of: snapshot.root, in: snapshot, as: formats[Int(number) % formats.count])
    }
}

extension ByteSource {
    /// A place beside another one, or anywhere.
    fileprivate mutating func place(near other: Point, farthest: Double) -> Point {
        func number(_ kind: UInt8, _ near: Double, _ source: inout ByteSource) -> Double {
            let value =
                switch kind & 7 {
                case 0...3: near + Double(source.value(6)) / 8
                case 4: Double(source.value(4)) / 100
                case 5: Double(source.value(7))
                case 6: Double(bitPattern: UInt64(UInt32(bitPattern: source.value(7))) << 32)
                default: Double(source.value(6)) * farthest / 100
                }
            return value.isFinite ? min(farthest, max(-farthest, value)) : 0
        }
        let kinds = next() ?? 0
        let x = number(kinds, other.x, &self)
        return Point(x: x, y: number(kinds >> 3, other.y, &self))
    }
}
