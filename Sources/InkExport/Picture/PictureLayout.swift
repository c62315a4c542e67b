internal import Glibc
internal import Ink

/// The layout of a picture of one ink, in millimeters of the paper from its upper left corner.
struct PictureLayout {
    /// A scale bar: a line whose length corresponds to a length of hand movement.
    struct ScaleBar: Equatable {
        /// The length of hand movement in millimeters.
        var millimeters: Double
        /// The position and length of the bar on the paper; its height is 0.
        var box: Box
    }

    static let margin = 5.0
    /// The font size of explanatory text, in millimeters.
    static let small = 2.6
    /// The font size of the recognized words, in millimeters.
    static let word = 3.0
    /// The maximum magnification.
    private static let mostScale = 12.0
    /// The maximum pen width in millimeters. Without this limit, a dot alone would be scaled to the size of the paper.
    private static let widestPen = 4.0
    /// The maximum size in millimeters of ink that exceeds the requested size: nearly a sheet of A4.
    private static let largest = (width: 180.0, height: 260.0)

    /// The width of the paper.
    private(set) var width = 0.0
    /// The height of the paper.
    private(set) var height = 0.0
    /// The factor from the unit of the ink to millimeters of the paper.
    let scale: Double
    /// The position on the paper of the ink's origin.
    private(set) var origin = Point(x: 0, y: 0)
    /// The font size of the caption, in millimeters.
    let textSize: Double
    /// The left end of the caption's baseline, and the caption's maximum width; nil without a caption.
    private(set) var caption: (place: Point, width: Double)?
    /// The box of the color scale for time; nil if it is not shown. The legend's text is to the right of the box.
    private(set) var legend: Box?
    private(set) var bar: ScaleBar?

    /// - Parameter cell: the size of the paper; nil for a paper whose size depends on the ink.
    init(_ picture: InkPicture, options: PictureOptions, cell: (width: Double, height: Double)? = nil) {
        let bounds = picture.bounds ?? Box(x: 0, y: 0, width: 0, height: 0)
        textSize = cell == nil ? 4.2 : 3.2
        let above = picture.words.isEmpty ? 0 : Self.word * 1.4
        let hasCaption = picture.caption?.isEmpty == false
        let hasBar = picture.millimetersPerUnit != nil && picture.bounds != nil
        // without a caption, the scale bar is in the row of the legend
        let captionRow = hasCaption || hasBar && !options.showsTime ? textSize * 1.9 : 0
        let legendRow = options.showsTime ? Self.small * 2.2 : 0
        let around = 2 * Self.margin
        let others = above + captionRow + legendRow + around
        let natural = picture.millimetersPerUnit.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        // half of the pen width extends beyond the samples on each side
        let pen = picture.penWidth
        let ink = (width: bounds.width + pen, height: bounds.height + pen)
        func fitting(_ width: Double, _ height: Double) -> Double { min(max(1, width) / ink.width, max(1, height) / ink.height) }
        let room = cell.map { fitting($0.width - around, $0.height - others) }
        let asked = options.scale.map { $0 * (natural ?? Self.assumed(bounds)) }
        let most = min(natural.map { $0 * Self.mostScale } ?? .infinity, Self.widestPen / pen)
        let usual = min(fitting(options.width, options.height), most)
        let whole = options.isRoomExact ? 0 : min(natural ?? 0, fitting(Self.largest.width, Self.largest.height))
        scale = room.map { min($0, asked ?? most) } ?? asked ?? max(usual, whole)

        if hasBar, let natural { bar = Self.bar(natural: natural, scale: scale, longest: cell == nil ? 32 : 16) }
        let legendWidth = cell == nil ? 36.0 : 18
        let legendText = options.showsTime ? legendWidth + 26 + (hasCaption ? 0 : bar?.box.width ?? 0) : 0
        let drawn = (width: ink.width * scale, height: ink.height * scale)
        width = cell?.width ?? max(drawn.width, legendText, (bar?.box.width ?? 0) + (hasCaption ? 40 : 0), 30) + around
        height = cell?.height ?? drawn.height + others
        let free = (width: width - around - drawn.width, height: height - others - drawn.height)
        origin = Point(
            x: Self.margin + free.width / 2 + (pen / 2 - bounds.x) * scale,
            y: Self.margin + above + free.height / 2 + (pen / 2 - bounds.y) * scale)
        let bottom = height - Self.margin
        let baseline = bottom - (captionRow > 0 ? legendRow : 0)
        if var bar {
            (bar.box.x, bar.box.y) = (width - Self.margin - bar.box.width, baseline)
            self.bar = bar
        }
        let taken = bar.map { $0.box.width + 4 } ?? 0
        if hasCaption { caption = (Point(x: Self.margin, y: baseline), width - around - taken) }
        if options.showsTime { legend = Box(x: Self.margin, y: bottom - Self.small * 0.8, width: legendWidth, height: Self.small * 0.8) }
    }

    /// Returns the position on the paper that corresponds to a position of the ink.
    func place(_ x: Double, _ y: Double) -> Point { Point(x: origin.x + x * scale, y: origin.y + y * scale) }

    /// Returns the assumed millimeters per unit for ink of unknown size: the ink is as high as a word.
    private static func assumed(_ bounds: Box) -> Double {
        let extent = bounds.height > 0 ? bounds.height : bounds.width
        return extent > 0 ? 12 / extent : 1
    }

    /// Returns the longest scale bar of 1, 2, 5, 10, 20, 50… millimeters that is not longer than `longest` on the paper.
    private static func bar(natural: Double, scale: Double, longest: Double) -> ScaleBar? {
        let most = longest / scale * natural
        guard most.isFinite, most > 0 else { return nil }
        let power = pow(10, log10(most).rounded(.down))
        let length = [5, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
        return ScaleBar(millimeters: length, box: Box(x: 0, y: 0, width: length / natural * scale, height: 0))
    }
}
