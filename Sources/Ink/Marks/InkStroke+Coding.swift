extension InkStroke {
    /// The version that `encoded` writes.
    private static let version: UInt8 = 1

    /// What follows the style, as bits.
    private struct Parts: OptionSet {
        let rawValue: UInt8
        static let transform = Parts(rawValue: 1)
        static let mask = Parts(rawValue: 2)
        static let kept = Parts(rawValue: 4)
    }

    /// The stroke as it is after it was stored: numbers rounded to their steps. Those that a pen drew are so from the start, and erasing
    /// and transforming keeps them so; `encoded` loses nothing of them.
    public var quantised: InkStroke {
        var stroke = self
        stroke.path = path.quantised
        stroke.mask = mask?.quantised(for: path)
        return stroke
    }

    /// The stroke as bytes, rounded as `quantised` says. A transform with numbers that are not finite cannot be read again.
    ///
    /// A version (1); names, creation and style; a byte that says which parts there are; the path; transform, kept range, eraser tracks.
    /// Whole numbers are varints, and of those of control points and tracks the differences from one to the next.
    public func encoded() -> [UInt8] {
        let stroke = quantised
        var writer = InkBytesWriter()
        writer.write(Self.version)
        writer.write(unsigned: id.value)
        writer.write(unsigned: root.value)
        writer.write(signed: path.created)
        for byte in [style.kind.rawValue, style.red, style.green, style.blue, style.alpha] { writer.write(byte) }
        var parts: Parts = transform == .identity ? [] : .transform
        if let mask { parts.formUnion(mask.kept == nil ? .mask : [.mask, .kept]) }
        writer.write(parts.rawValue)
        stroke.path.write(to: &writer)
        if parts.contains(.transform) {
            for number in [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty] { writer.write(number) }
        }
        stroke.mask?.write(to: &writer, precision: path.precision)
        return writer.bytes
    }

    /// The stroke that `encoded` wrote; needs memory in proportion to the bytes, whatever they are.
    ///
    /// - Throws: ``InkCodingError`` for everything else.
    public init(decoding bytes: [UInt8]) throws(InkCodingError) {
        var reader = InkBytesReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let (id, root) = (StrokeID(try reader.unsigned("name")), StrokeID(try reader.unsigned("root")))
        let created = try reader.signed("creation")
        let number = try reader.byte()
        guard let kind = InkStyle.Kind(rawValue: number) else { throw .invalid(field: "kind", value: "\(number)") }
        let style = InkStyle(
            kind: kind, red: try reader.byte(), green: try reader.byte(), blue: try reader.byte(), alpha: try reader.byte())
        let parts = Parts(rawValue: try reader.byte())
        guard parts.rawValue < 8, parts.contains(.mask) || !parts.contains(.kept) else {
            throw .invalid(field: "list of parts", value: "\(parts.rawValue)")
        }
        let path = try StrokePath(from: &reader, created: created)
        var transform = InkTransform.identity
        if parts.contains(.transform) {
            func next() throws(InkCodingError) -> Double { try reader.finiteDouble("transform") }
            transform = InkTransform(a: try next(), b: try next(), c: try next(), d: try next(), tx: try next(), ty: try next())
        }
        let mask = parts.contains(.mask) ? try StrokeMask(from: &reader, of: path, hasKept: parts.contains(.kept)) : nil
        guard reader.remaining == 0 else { throw .trailingBytes(reader.remaining) }
        self.init(id: id, root: root, path: path, style: style, transform: transform, mask: mask)
    }
}

extension StrokeMask {
    fileprivate func write(to writer: inout InkBytesWriter, precision: Double) {
        if let kept {
            writer.write(signed: Int64(kept.lowerBound / Quantum.parameter))
            writer.write(signed: Int64(kept.upperBound / Quantum.parameter))
        }
        writer.write(unsigned: UInt64(tracks.count))
        for track in tracks {
            writer.write(signed: Quantum.steps(track.radius, precision, Quantum.coordinates))
            writer.write(unsigned: UInt64(track.places.count))
            writer.write(track.places, precision: precision)
        }
    }

    fileprivate init(from reader: inout InkBytesReader, of path: StrokePath, hasKept: Bool) throws(InkCodingError) {
        self.init()
        if hasKept {
            let most = Int64(path.parameters.upperBound / Quantum.parameter)
            let lower = try reader.signed("kept range", in: 0...most)
            let upper = try reader.signed("kept range", in: lower...most)
            kept = Double(lower) * Quantum.parameter...Double(upper) * Quantum.parameter
        }
        for _ in 0..<(try reader.count("number of tracks", size: 4)) {
            let radius = try reader.signed("radius", in: 1...Quantum.coordinates.upperBound)
            let count = try reader.count("number of places", size: 2)
            guard count > 0 else { throw .invalid(field: "number of places", value: "0") }
            tracks.append(EraserTrack(places: try reader.places(count, precision: path.precision), radius: Double(radius) * path.precision))
        }
    }
}
