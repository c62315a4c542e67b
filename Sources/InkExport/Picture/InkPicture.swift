internal import CCairo
public import Ink

/// An ink that is drawn as a picture, with its strokes and its reading.
public struct InkPicture: Sendable {
    /// The strokes in the ink's unit, with y downward. Times and forces are included if they are known.
    public var strokes: [[InkPoint]]
    /// The millimeters of hand movement per unit of the ink; nil if unknown.
    public var millimetersPerUnit: Double?
    /// Whether the times were reported by the pen. If false, they are estimates.
    public var isTimed: Bool
    /// The caption below the ink; nil for no caption.
    public var caption: String?
    /// The words of the reading, in the ink's unit. They are drawn at their positions.
    public var words: [TranscribedWord]

    /// Creates a picture of strokes; further properties are optional.
    public init(
        strokes: [[InkPoint]], millimetersPerUnit: Double? = nil, isTimed: Bool = false, caption: String? = nil,
        words: [TranscribedWord] = []
    ) {
        self.strokes = strokes
        self.millimetersPerUnit = millimetersPerUnit
        self.isTimed = isTimed
        self.caption = caption
        self.words = words
    }

    /// The bounding box of all drawable points; nil without ink.
    var bounds: Box? {
        Box(around: strokes.lazy.joined().filter { $0.x.isFinite && $0.y.isFinite })
    }

    /// The times of the first and last sample.
    var times: (first: Instant, last: Instant)? {
        let times = strokes.lazy.joined().map(\.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return (first, last)
    }

    /// The width of the pen in the ink's unit: half a millimeter, limited in proportion to the height of the ink, because contributors have
    /// reported wrong sizes of their tablets.
    var penWidth: Double {
        let boxes = strokes.compactMap { Box(around: $0) }
        // a quarter of the width counts as height, so that a dash counts as neither high nor flat
        let heights = boxes.map { max($0.height, $0.width / 4) }.filter { $0 > 0 && $0.isFinite }.sorted()
        guard let highest = heights.last else { return 1 }
        // dots and bars that were added later do not determine the height of a word
        let usual = max(heights[heights.count / 2], 0.6 * highest)
        guard let millimetersPerUnit, millimetersPerUnit > 0 else { return usual / 18 }
        return min(usual / 12, max(usual / 36, 0.5 / millimetersPerUnit))
    }
}

/// A picture file format, named by its extension.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png, svg, pdf
}

/// Options for drawing ink.
public struct PictureOptions: Sendable, Hashable {
    /// Whether the line is wider where the pen was pressed harder.
    public var followsForce = true
    /// Whether pen-up movements are drawn as dotted straight lines; straight because the lifted pen was not sampled.
    public var showsMoves = false
    /// Whether colors show the time. If true, a legend explains them.
    public var showsTime = false
    /// The magnification; nil for the largest at which the ink fits into `width` and `height`.
    public var scale: Double?
    /// The maximum width of the ink in millimeters, used if `scale` is nil.
    public var width = 150.0
    /// The maximum height of the ink in millimeters, used if `scale` is nil.
    public var height = 60.0
    /// Whether ink never exceeds `width` and `height`. If false, larger ink keeps its own size as long as it fits on a sheet of paper.
    public var isRoomExact = false
    /// The number of pictures side by side on a sheet; nil for an approximately square sheet.
    public var columns: Int?
    /// Pixels per inch of PNG.
    public var resolution = 150.0
    /// Maximum number of pixels of a PNG. Each pixel takes four bytes of memory during drawing.
    public var maximumPixels = 64_000_000

    /// Creates the default options.
    public init() {}
}

extension InkPicture {
    /// Returns the picture as a file, on white paper. Equal ink with equal options gives equal bytes.
    ///
    /// - Throws: `ExportError` if the picture is too large for the format.
    public func data(as format: PictureFormat, options: PictureOptions = PictureOptions()) throws(ExportError) -> [UInt8] {
        let layout = PictureLayout(self, options: options)
        let file = PictureFile(width: layout.width, height: layout.height)
        return try file.data(as: format, options: options) { cairo in
            PictureDrawing(cairo: cairo, picture: self, layout: layout, options: options).draw()
        }
    }

    /// Returns several pictures as one file: a sheet with the pictures in order.
    ///
    /// - Throws: `ExportError` if the sheet is too large for the format.
    public static func sheet(
        of pictures: [InkPicture], as format: PictureFormat, options: PictureOptions = PictureOptions()
    ) throws(ExportError) -> [UInt8] {
        let sheet = ContactSheet(count: pictures.count, columns: options.columns)
        return try PictureFile(width: sheet.width, height: sheet.height).data(as: format, options: options) { cairo in
            for (index, picture) in pictures.enumerated() {
                let corner = sheet.corner(of: index)
                let layout = PictureLayout(picture, options: options, cell: ContactSheet.cell)
                cairo_save(cairo)
                cairo_translate(cairo, corner.x, corner.y)
                let drawing = PictureDrawing(cairo: cairo, picture: picture, layout: layout, options: options)
                drawing.drawFrame()
                drawing.draw()
                drawing.draw(number: index + 1)
                cairo_restore(cairo)
            }
        }
    }
}

extension PictureFile {
    fileprivate func data(
        as format: PictureFormat, options: PictureOptions, _ drawing: (OpaquePointer) -> Void
    ) throws(ExportError) -> [UInt8] {
        func onPaper(_ cairo: OpaquePointer) {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
            drawing(cairo)
        }
        switch format {
        case .png:
            return try png(resolution: options.resolution, maximumPixels: options.maximumPixels, isTransparent: false, onPaper)
        case .svg: return try svg(onPaper)
        case .pdf: return try pdf(onPaper)
        }
    }
}

/// The layout of several pictures on one sheet, in rows of cells of the same size.
struct ContactSheet {
    /// The size of a cell in millimeters.
    static let cell = (width: 64.0, height: 38.0)

    let columns: Int
    let rows: Int

    init(count: Int, columns: Int?) {
        // the sheet is about square; this is the ratio of a cell's width to its height
        let shape = Self.cell.width / Self.cell.height
        let square = max(1, Int((Double(max(1, count)) / shape).squareRoot().rounded(.up)))
        self.columns = max(1, min(columns ?? max(3, square), max(1, count)))
        rows = max(1, (count + self.columns - 1) / self.columns)
    }

    /// The width in millimeters.
    var width: Double { Double(columns) * Self.cell.width }
    /// The height in millimeters.
    var height: Double { Double(rows) * Self.cell.height }

    /// Returns the upper left corner of the picture with an index.
    func corner(of index: Int) -> Point {
        Point(x: Double(index % columns) * Self.cell.width, y: Double(index / columns) * Self.cell.height)
    }
}
