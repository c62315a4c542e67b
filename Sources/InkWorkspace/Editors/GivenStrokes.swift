internal import Editing
internal import Ink
internal import InkProtocol

/// Converts strokes from a client to an editor's ink, with the editor's defaults for missing values.
struct GivenStrokes: Sendable {
    private let style: InkStyle
    private let pens: PenStyles?
    private let unit: Double

    init(_ configuration: EditorConfiguration) {
        style = configuration.style
        pens = configuration.pens
        unit = configuration.unitsPerMillimeter
    }

    /// Returns the strokes, with paths fitted to the samples. This can take long.
    /// - Throws: `InvalidInk`, `NoSuchPen`; `CancellationError` once the caller has disconnected.
    func strokes(_ given: [InkInterface.NewStroke], for caller: Caller) throws -> [InkStroke] {
        try given.enumerated().map { index, stroke in
            try caller.requireAwaited()
            return try self.stroke(stroke, named: "strokes[\(index)]")
        }
    }

    private func stroke(_ new: InkInterface.NewStroke, named name: String) throws -> InkStroke {
        if let path = new.path {
            var stroke = try path.stroke(named: "\(name).path", precision: 0.05 * unit / 32)
            if let style = try style(new.style, pen: new.pen, named: name) { stroke.style = style }
            return stroke
        }
        let samples = try new.points(from: WallClock().now.microsecondsSince1970(EditorRegistry.now), named: name)
        let style = try style(new.style, pen: new.pen, named: name) ?? style
        let mask = try mask(of: new, named: name)
        let begin = samples.first?.time.microseconds ?? 0
        let fitted = FittedPath(fitting: samples, tolerance: 0.05 * unit, style: style, created: begin)
        var stroke = InkStroke(
            id: StrokeID(0), path: new.width.map { fitted.marked(widths: $0, heights: new.height) } ?? fitted.path, style: style)
        if let matrix = new.transform { stroke.transform = try matrix.transform() }
        if mask.kept != nil || !mask.tracks.isEmpty {
            let kept = mask.kept.map { fitted.parameter(atSample: $0.lowerBound)...fitted.parameter(atSample: $0.upperBound) }
            stroke.mask = StrokeMask(kept: kept, tracks: mask.tracks)
            // the mask is rounded as in a stored stroke
            stroke = stroke.quantized
        }
        return stroke
    }

    /// Returns the style in a call, given directly or as the name of a pen; nil if neither is given.
    /// - Throws: `InvalidInk` if both are given, or the style is invalid; `NoSuchPen`
    func style(_ style: InkInterface.Style?, pen: String?, named name: String) throws -> InkStyle? {
        switch (style, pen) {
        case (nil, nil): return nil
        case (let style?, nil): return try style.style(named: "\(name).style")
        case (nil, let pen?):
            guard let style = pens?[pen] else {
                throw InkInterface.NoSuchPen(pen: String(pen.prefix(80)), pens: pens?.pens.map(\.name) ?? [])
            }
            return style
        case (_?, _?): throw InkInterface.InvalidInk(reason: "\(name) has both style and pen: give one of them")
        }
    }

    /// Returns the mask of a new stroke. The range of the mask consists of sample indices instead of path parameters.
    private func mask(of new: InkInterface.NewStroke, named name: String) throws(InkInterface.InvalidInk) -> StrokeMask {
        let erased = new.erased ?? []
        let places = erased.reduce(0) { $0 + $1.x.count }
        guard places <= InkInterface.Track.mostPlaces else {
            throw .init(reason: "\(name).erased has \(places) points: give at most \(InkInterface.Track.mostPlaces)")
        }
        var tracks: [EraserTrack] = []
        for (index, track) in erased.enumerated() { tracks.append(try track.track(named: "\(name).erased[\(index)]")) }
        return StrokeMask(kept: try new.visiblePart(named: name), tracks: tracks)
    }
}
