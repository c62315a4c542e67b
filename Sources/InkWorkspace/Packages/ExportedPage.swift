internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import PenLog

/// A part to be exported as a page of a note application's document.
struct ExportedPage: Sendable {
    private let type: PartType
    private let content: PartContent
    private let view: PartView?
    private let metadata: ParameterSet

    /// Points per millimeter.
    private static let millimeter = 72 / 25.4
    /// The size of A4 in millimeters, for parts without a size.
    private static let page = (width: 210.0, height: 297.0)
    /// The color of hidden text, which can be searched. The text is white and below the ink, in case a program draws it nevertheless.
    private static let hidden = XournalDocument.Color(red: 255, green: 255, blue: 255, alpha: 0)

    /// Reads a part. Called on the packages thread.
    /// - Throws: `PackageError`
    init(_ part: PartID, of package: Package) throws(PackageError) {
        let info = try package.part(part)
        type = info.type
        view = info.view
        content = try package.load(part)
        metadata = try package.metadata(of: part)
    }

    /// Returns the file with these pages. This can take long.
    /// - Throws: `ClientInterface.Failed`
    static func xopp(_ pages: [ExportedPage]) throws(ClientInterface.Failed) -> [UInt8] {
        do throws(RecordingError) {
            return try XournalDocument(pages: pages.map(\.page)).xopp()
        } catch {
            throw .init(reason: "\(error)")
        }
    }

    /// The page: recognized text at the bottom, on its own layer; then pictures, ink, and typed text.
    private var page: XournalDocument.Page {
        // ink of a device whose size is unknown is in the device's own units
        let scale = Self.millimeter / (view?.unitsPerMillimeter ?? 1)
        let ink = InkEditor(Document(type: type, items: content.items), readings: content.readings)
        let width = (view?.width ?? Self.page.width) * scale
        let height = (view?.height ?? Self.page.height) * scale
        var page = XournalDocument.Page(width: max(1, min(100_000, width)), height: max(1, min(100_000, height)))
        let paperColor = metadata.values[ImportedPages.paper.color] ?? metadata.values[ImportedPages.paper.formerColor]
        if case .string(let color)? = paperColor,
            case .string(let style)? = metadata.values[ImportedPages.paper.style]
        {
            page.background = .init(color: color, style: style)
        }
        let read = ink.lines.filter { !$0.text.isEmpty && !$0.words.allSatisfy { $0.typeset != nil } }.map { line in
            XournalDocument.Element.text(
                .init(
                    line.text, at: Point(x: line.box.x * scale, y: line.box.y * scale),
                    size: max(4, min(200, line.box.height * scale / 1.2)),
                    color: Self.hidden))
        }
        if !read.isEmpty { page.layers.append(.init(name: ImportedPages.textLayer, elements: read)) }
        let blocks = content.items.compactMap { item in if case .block(let block) = item { block } else { nil } }
        var formulas = ParameterSet()
        if case .set(let set)? = metadata.values[ImportedPages.formulas] { formulas = set }
        let elements = blocks.flatMap { Self.pictures($0, scale, formulas) } + ink.drawing.strokes.flatMap { Self.strokes($0, scale) }
        let typed = ink.lines.compactMap { Self.text(inTypeOn: $0, content.items, scale) }
        page.layers.append(.init(elements: elements + blocks.flatMap { Self.texts($0, scale) } + typed))
        return page
    }

    private static func pictures(_ block: AddedBlock, _ scale: Double, _ formulas: ParameterSet) -> [XournalDocument.Element] {
        switch block.content {
        case .image(let image):
            var latex: String?
            if case .string(let text)? = formulas.values["added-\(block.id.value)"] { latex = text }
            return [.image(.init(image.bytes, in: block.box.scaled(by: scale), latex: latex))]
        case .figure(let figure, _):
            return figure.outlines.map { line in
                let places = line.map { Point(x: $0.x * scale, y: $0.y * scale) }
                return .stroke(
                    .init(
                        tool: .pen, color: .init(red: 0, green: 0, blue: 0), places: places,
                        widths: [Double](repeating: 0.5 * millimeter, count: places.count)))
            }
        case .empty, .text: return []
        }
    }

    /// Returns the typeset words on a line; nil without such words.
    private static func text(inTypeOn line: LineState, _ items: [DocumentItem], _ scale: Double) -> XournalDocument.Element? {
        let names = Set(line.words.compactMap(\.typeset))
        guard !names.isEmpty else { return nil }
        let words = items.compactMap { item in if case .word(let word) = item, names.contains(word.id) { word } else { nil } }
            .sorted { $0.box.x < $1.box.x }
        guard let first = words.first?.box else { return nil }
        let box = words.dropFirst().reduce(first) { $0.union($1.box) }
        return .text(
            .init(
                names.count == line.words.count ? line.text : words.map(\.text).joined(separator: " "),
                at: Point(x: box.x * scale, y: box.y * scale),
                size: max(1, min(box.height / 1.2, words[0].em) * scale), color: .init(red: 0, green: 0, blue: 0)))
    }

    private static func texts(_ block: AddedBlock, _ scale: Double) -> [XournalDocument.Element] {
        guard case .text(let lines) = block.content else { return [] }
        return lines.map { line in
            .text(
                .init(
                    line.text, at: Point(x: line.box.x * scale, y: line.box.y * scale), size: max(1, line.box.height * scale / 1.2),
                    color: .init(red: 0, green: 0, blue: 0)))
        }
    }

    /// Returns one element for each visible part of the stroke.
    private static func strokes(_ stroke: InkStroke, _ scale: Double) -> [XournalDocument.Element] {
        let (path, style) = (stroke.path, stroke.style)
        // widths scale by the square root of the growth of areas, because lengths grow by different factors in different directions
        let growth = abs(stroke.transform.determinant).squareRoot() * scale
        let alpha = style.kind == .marker ? style.alpha / 2 : style.alpha
        let color = XournalDocument.Color(red: style.red, green: style.green, blue: style.blue, alpha: alpha)
        let parameters = stroke.sampleParameters
        return stroke.maskedPathRanges.compactMap { range in
            let inside = parameters.filter { range.contains($0) }
            guard !inside.isEmpty else { return nil }
            var (places, widths) = ([Point](), [Double]())
            for parameter in inside {
                let point = path.point(at: parameter)
                let place = stroke.transform(Point(x: point.x, y: point.y))
                places.append(Point(x: place.x * scale, y: place.y * scale))
                widths.append(max(0.01, Double(point.width + point.height) / 2 * growth))
            }
            if style.kind == .marker { widths = [Double](repeating: widths.reduce(0, +) / Double(widths.count), count: widths.count) }
            return .stroke(.init(tool: style.kind == .marker ? .highlighter : .pen, color: color, places: places, widths: widths))
        }
    }
}

extension Figure {
    /// The lines that draw the figure.
    fileprivate var outlines: [[Point]] {
        switch self {
        case .polygon(let points, let closed, let headAtStart, let headAtEnd):
            var lines = [closed ? points + points.prefix(1) : points]
            if headAtStart, points.count > 1 { lines.append(Self.head(at: points[0], from: points[1])) }
            if headAtEnd, points.count > 1 { lines.append(Self.head(at: points[points.count - 1], from: points[points.count - 2])) }
            return lines
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            let turn = InkTransform.rotation(radians: rotation)
            return [
                (0...64).map { step in
                    let around = InkTransform.rotation(radians: 2 * .pi * Double(step) / 64)(Point(x: 1, y: 0))
                    let place = turn(Point(x: radiusX * around.x, y: radiusY * around.y))
                    return Point(x: center.x + place.x, y: center.y + place.y)
                }
            ]
        }
    }

    /// Returns the head of an arrow: two barbs of 4 millimeters.
    private static func head(at tip: Point, from tail: Point) -> [Point] {
        let length = max(tip.distance(to: tail), 1e-6)
        let back = Point(x: (tail.x - tip.x) / length * 4, y: (tail.y - tip.y) / length * 4)
        let barbs = [-0.45, 0.45].map { InkTransform.rotation(radians: $0)(back) }.map { Point(x: tip.x + $0.x, y: tip.y + $0.y) }
        return [barbs[0], tip, barbs[1]]
    }
}
