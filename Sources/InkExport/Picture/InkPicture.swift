internal import CCairo
public import Ink

/// An ink in a picture: its strokes, and its reading.
public struct InkPicture: Sendable {
    /// In the unit of the ink, y downwards, with times and force where they are known.
    public var strokes: [[InkPoint]]
    /// Millimetres that the hand moved for a unit of the ink; nil if it is unknown.
    public var millimetresPerUnit: Double?
    /// Whether the times were reported by the pen and not made up.
    public var isTimed: Bool
    /// The caption below the ink; nil for none.
    public var caption: String?
    /// The reading, drawn at the words' places, in the unit of the ink.
    public var words: [TranscribedWord]

    /// Strokes of which nothing else is known.
    public init(
        strokes: [[InkPoint]], millimetresPerUnit: Double? = nil, isTimed: Bool = false, caption: String? = nil,
        words: [TranscribedWord] = []
    ) {
        self.strokes = strokes
        self.millimetresPerUnit = millimetresPerUnit
        self.isTimed = isTimed
        self.caption = caption
        self.words = words
    }

    /// Around all that can be drawn; nil without ink.
    var bounds: Box? {
        Box(around: strokes.lazy.joined().filter { $0.x.isFinite && $0.y.isFinite })
    }

    /// From the first sample to the last, in microseconds.
    var times: (first: Instant, last: Instant)? {
        let times = strokes.lazy.joined().map(\.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return (first, last)
    }

    /// The width of the pen in units of the ink: half a millimetre, as far as that suits the height of the ink. Contributors have
    /// been wrong about their tablets.
    var penWidth: Double {
        let boxes = strokes.compactMap { Box(around: $0) }
        // a dash is no high letter, and no flat one either
        let heights = boxes.map { max($0.height, $0.width / 4) }.filter { $0 > 0 && $0.isFinite }.sorted()
        guard let highest = heights.last else { return 1 }
        // dots and bars that were added later do not tell the height of a word
        let usual = max(heights[heights.count / 2], 0.6 * highest)
        guard let millimetresPerUnit, millimetresPerUnit > 0 else { return usual / 18 }
        return min(usual / 12, max(usual / 36, 0.5 / millimetresPerUnit))
    }
}

/// A file format of pictures, named as the files end.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png, svg, pdf
}

/// Options for drawing ink.
public struct PictureOptions: Sendable, Hashable {
    /// The line is wider where the pen was pressed harder.
    public var followsForce = true
    /// The ways of the lifted pen are dotted: straight ones, since nothing was sampled there.
    public var showsMoves = false
    /// Whether colours show the time; a legend explains them.
    public var showsTime = false
    /// The magnification; nil for as large as `width` and `height` allow.
    public var scale: Double?
    /// The largest width of the ink in millimetres, unless there is a scale.
    public var width = 150.0
    /// The largest height of the ink in millimetres, unless there is a scale.
    public var height = 60.0
    /// Whether ink that was written larger than that is made smaller, too, and not kept at its own size as far as a sheet of paper goes.
    public var isRoomExact = false
    /// Inks side by side; nil for as many as make a sheet of a pleasant shape.
    public var columns: Int?
    /// Pixels per inch of PNG.
    public var resolution = 150.0
    /// The largest PNG, in pixels: each takes four bytes while it is drawn.
    public var maximumPixels = 64_000_000

    /// The usual.
    public init() {}
}

extension InkPicture {
    /// The picture as a file, on white paper. The same ink and options give the same bytes.
    ///
    /// - Throws: `ExportError` if it is too large for the format.
    public func data(as format: PictureFormat, options: PictureOptions = PictureOptions()) throws(ExportError) -> [UInt8] {
        let layout = PictureLayout(self, options: options)
        let file = PictureFile(width: layout.width, height: layout.height)
        return try file.data(as: format, options: options) { cairo in
            PictureDrawing(cairo: cairo, picture: self, layout: layout, options: options).draw()
        }
    }

    /// Several pictures as one file: a sheet of them, in their order.
    ///
    /// - Throws: `ExportError` if it is too large for the format.
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

/// The layout of several pictures on one sheet: all in cells of the same size, row by row.
struct ContactSheet {
    /// Millimetres, of a cell.
    static let cell = (width: 64.0, height: 38.0)

    let columns: Int
    let rows: Int

    init(count: Int, columns: Int?) {
        // about as wide as high: a cell is wider than high by this
        let shape = Self.cell.width / Self.cell.height
        let square = max(1, Int((Double(max(1, count)) / shape).squareRoot().rounded(.up)))
        self.columns = max(1, min(columns ?? max(3, square), max(1, count)))
        rows = max(1, (count + self.columns - 1) / self.columns)
    }

    /// Millimetres.
    var width: Double { Double(columns) * Self.cell.width }
    /// Millimetres.
    var height: Double { Double(rows) * Self.cell.height }

    /// The upper left corner of a picture by its index.
    func corner(of index: Int) -> Place {
        Place(x: Double(index % columns) * Self.cell.width, y: Double(index / columns) * Self.cell.height)
    }
}
