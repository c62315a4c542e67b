internal import Editing
internal import Ink

/// The paper that a block is drawn on: as large as what is drawn, with a margin around it.
struct Page {
    /// In the coordinates of the document.
    let box: Box
    /// From the unit of the document to millimetres.
    let millimetres: Double

    init(_ block: Block, source: ExportSource, margin: Double) {
        millimetres = source.millimetres
        let margin = margin / millimetres
        let bounds = Self.bounds(block, source: source) ?? Box(x: 0, y: 0, width: 0, height: 0)
        box = Box(x: bounds.x - margin, y: bounds.y - margin, width: bounds.width + 2 * margin, height: bounds.height + 2 * margin)
    }

    /// Millimetres.
    var width: Double { box.width * millimetres }
    /// Millimetres.
    var height: Double { box.height * millimetres }

    /// Lines and arrowheads reach beyond the figure's corners.
    private static func grown(_ box: Box, around content: AddedBlock.Content?, by margin: Double) -> Box {
        guard case .figure = content else { return box }
        return Box(x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin)
    }

    /// Around all that is drawn of a block and of the blocks in it.
    private static func bounds(_ block: Block, source: ExportSource) -> Box? {
        var boxes = source.strokes(block.strokes).compactMap(\.renderBounds)
        if block.content != nil, let box = block.box {
            boxes.append(grown(box, around: block.content, by: PageDrawing.headWidth / source.millimetres))
        }
        boxes += Decorations.boxes(of: block)
        boxes += block.children.compactMap { bounds($0, source: source) }
        return boxes.filter { $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite }
            .reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }
}
