internal import Compression
internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import PenLog

/// The pages of a note application's document, as the parts that they become.
struct ImportedPages: Sendable {
    /// The media type of the files that are imported and exported.
    static let mediaType = "application/x-xopp"
    /// The name of the layer of recognized text in exports. An import leaves this layer out, because its text is recognized anew.
    static let textLayer = "Recognized text"
    /// The former name of the layer of recognized text.
    static let formerTextLayer = "Recognised text"
    /// Millimeters per point.
    static let point = 25.4 / 72
    /// The keys of a part's metadata for its paper, and a key used by older versions.
    static let paper = (color: "paper.color", style: "paper.style", formerColor: "paper.colour")
    /// The key of a part's metadata for the LaTeX of pictures of formulas, by the names of their blocks.
    static let formulas = "formulas.latex"

    /// A page that becomes a part.
    private struct Page: Sendable {
        let view: PartView
        let changes: [DocumentChange]
        let metadata: ParameterSet
    }

    private let pages: [Page]
    /// Content that could not be imported, as sentences.
    let lost: [String]

    /// Maximum number of sentences about content that could not be imported.
    private static let mostLost = 50
    /// Maximum number of strokes of a page.
    private static let mostStrokes = 100_000
    /// Maximum number of formulas of a page whose LaTeX is stored, and maximum length of the LaTeX in bytes.
    private static let (mostFormulas, longestFormula) = (900, 4_000)
    /// Maximum number of white-out strokes of a page: each is compared with all strokes below.
    private static let mostWhiteOut = 2_000

    /// Returns the maximum size of a file after unpacking, in bytes. The unpacked content is not retained.
    /// - Throws: `ImportFailed`
    static func unpackedSize(_ file: [UInt8]) throws(PackagesInterface.ImportFailed) -> Int {
        do throws(RecordingError) {
            return try XournalDocument.unpackedSize(file, limit: XournalFile.mostBytes)
        } catch {
            throw .init(reason: "\(error)")
        }
    }

    /// Unpacks a file.
    /// - Throws: `ImportFailed`
    static func unpacked(_ file: [UInt8]) throws(PackagesInterface.ImportFailed) -> XournalFile {
        let kind = FileKind(of: file)
        do throws(RecordingError) {
            return try XournalFile(file)
        } catch {
            throw .init(reason: Self.isXournal(kind) ? "\(error)" : Self.reason(kind))
        }
    }

    /// Returns whether a file may be a document of Xournal++, judged by its beginning.
    private static func isXournal(_ kind: FileKind) -> Bool {
        ["document of Xournal++", "gzip", "ZIP archive", "XML"].contains { kind.name.contains($0) } || kind == .text
    }

    private static func reason(_ kind: FileKind) -> String {
        "the file is \(kind.name), not a Xournal++ document" + (kind.remedy.map { ": \($0)" } ?? ": give a .xopp or .xoj file")
    }

    /// Reads a document, and makes parts of its pages. Can take long.
    ///
    /// - Parameters:
    ///   - now: microseconds since 1970, for strokes, which have no times in such files.
    ///   - caller: the caller that waits for the result.
    /// - Throws: `ImportFailed`; `CancellationError` once the caller has disconnected.
    init(_ file: XournalFile, at now: Int64, for caller: Caller) throws {
        var document: XournalDocument
        do throws(RecordingError) {
            document = try XournalDocument(file)
        } catch {
            let kind = FileKind(of: file.beginning)
            throw PackagesInterface.ImportFailed(reason: Self.isXournal(kind) ? "\(error)" : Self.reason(kind))
        }
        var lost = document.leftOut
        var (pages, clock) = ([Page](), now)
        for number in document.pages.indices {
            let page = document.pages[number]
            let count = page.layers.reduce(0) { $0 + $1.elements.count }
            guard count <= Self.mostStrokes else {
                throw PackagesInterface.ImportFailed(
                    reason: "page \(number + 1) has \(count) items, and the maximum is \(Self.mostStrokes): split the page")
            }
            pages.append(try Self.page(page, &clock, &lost, for: caller))
            // a page's elements are freed once its part is made
            document.pages[number].layers = []
        }
        self.pages = pages
        let sentences = lost.sentences
        let rest = sentences.count - Self.mostLost
        self.lost = rest > 0 ? Array(sentences.prefix(Self.mostLost)) + ["and \(rest) more"] : sentences
    }

    /// Creates the parts. If one of them cannot be created, the others are removed again.
    /// - Throws: `PackageError`
    func put(into package: Package) throws(PackageError) -> [PartID] {
        var parts: [PartID] = []
        do throws(PackageError) {
            for page in pages {
                let part = try package.createPart(.textDocument).id
                parts.append(part)
                try package.setView(page.view, of: part)
                if !page.metadata.values.isEmpty { try package.setMetadata(page.metadata, of: part) }
                try package.append(page.changes, to: part)
            }
        } catch {
            for part in parts { try? package.removePart(part) }
            throw error
        }
        return parts
    }

    private static func page(
        _ page: XournalDocument.Page, _ clock: inout Int64, _ lost: inout LeftOut, for caller: Caller
    ) throws(CancellationError) -> Page {
        var (strokes, texts, images) = ([InkStroke](), [TypesetLine](), [(image: InkImage, box: Box, latex: String?)]())
        var whiteOut = 0
        for layer in page.layers where layer.name != textLayer && layer.name != formerTextLayer {
            for element in layer.elements {
                if caller.isGone { throw CancellationError() }
                switch element {
                case .stroke(let stroke) where stroke.tool == .eraser:
                    whiteOut += 1
                    guard whiteOut <= mostWhiteOut else { continue }
                    strokes = strokes.flatMap { below in below.erased(by: EraserTrack(stroke)) { StrokeID(0) } ?? [below] }
                case .stroke(let stroke): strokes += InkStroke.pieces(of: stroke, at: &clock)
                case .text(let text): texts += TypesetLine.lines(of: text)
                case .image(let image):
                    if let checked = InkImage(image) {
                        images.append((checked, image.box.scaled(by: point), image.latex))
                    } else if let latex = image.latex {
                        // most pictures of formulas that cannot be imported are PDF
                        texts += TypesetLine.lines(of: latex, in: image.box)
                        lost.add("picture of a formula", "its LaTeX replaces it as text")
                    } else {
                        let kind = FileKind(of: image.bytes).name
                        lost.add("picture", "it is \(kind)\(kind.hasPrefix("a PNG") || kind.hasPrefix("a JPEG") ? ", and damaged" : "")")
                    }
                }
            }
        }
        if whiteOut > mostWhiteOut {
            lost.add("stroke of white-out", "a page has more than \(mostWhiteOut)", of: whiteOut - mostWhiteOut)
        }
        var ink = InkEditor(type: .textDocument)
        // strokes that were erased completely are left out
        _ = try? ink.add(strokes.filter { !$0.maskedPathRanges.isEmpty })
        for line in texts { _ = ink.addText([line]) }
        var metadata = ParameterSet()
        var formulas = ParameterSet()
        for (image, box, latex) in images {
            guard let name = try? ink.add(.drawing, box: box, content: .image(image)).1, let latex else { continue }
            if formulas.values.count < Self.mostFormulas, latex.utf8.count <= Self.longestFormula, !latex.unicodeScalars.contains("\0") {
                formulas.values[name] = .string(latex)
            } else {
                lost.add(
                    "LaTeX of a formula", "a page keeps at most \(Self.mostFormulas) of \(Self.longestFormula) bytes; its picture was kept")
            }
        }
        if !formulas.values.isEmpty { metadata.values[Self.formulas] = .set(formulas) }
        if let paper = page.background {
            metadata.values[Self.paper.color] = .string(String(paper.color.prefix(40)))
            metadata.values[Self.paper.style] = .string(String(paper.style.prefix(40)))
        }
        let view = PartView(width: page.width * point, height: page.height * point)
        return Page(view: view, changes: ink.takeChanges().merged, metadata: metadata)
    }
}

extension InkStroke {
    /// Returns a stroke of a file with times that start at `clock`, and advances `clock` to the start of the next stroke; several strokes
    /// if it has too many points for one.
    fileprivate static func pieces(of stroke: XournalDocument.Stroke, at clock: inout Int64) -> [InkStroke] {
        let (begin, style) = (clock, InkStyle(stroke))
        clock += Int64(stroke.places.count) * 10_000 + 300_000
        return Stroke.pieces(of: stroke.places.count).map { piece in
            let samples = piece.map { index in
                InkPoint(
                    x: stroke.places[index].x * ImportedPages.point, y: stroke.places[index].y * ImportedPages.point,
                    time: Instant(microseconds: begin + Int64(index) * 10_000))
            }
            let fitted = FittedPath(fitting: samples, style: style, created: begin + Int64(piece.lowerBound) * 10_000)
            let widths = stroke.widths[piece].map { $0 * ImportedPages.point }
            return InkStroke(id: StrokeID(0), path: fitted.marked(widths: widths), style: style)
        }
    }
}

extension InkStyle {
    fileprivate init(_ stroke: XournalDocument.Stroke) {
        let color = stroke.color
        let isMarker = stroke.tool == .highlighter
        // the opacity is doubled, because a marker's ink itself lets half of the ink below through
        let alpha = isMarker ? UInt8(min(255, 2 * Int(color.alpha))) : color.alpha
        self.init(kind: isMarker ? .marker : .pen, red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }
}

extension EraserTrack {
    fileprivate init(_ stroke: XournalDocument.Stroke) {
        let width = stroke.widths.max() ?? 0
        self.init(
            places: stroke.places.map { Point(x: $0.x * ImportedPages.point, y: $0.y * ImportedPages.point) },
            radius: width / 2 * ImportedPages.point)
    }
}

extension TypesetLine {
    /// Returns text of a file, line by line. The width is an estimate, because the file does not contain the width of letters.
    fileprivate static func lines(of text: XournalDocument.Text) -> [TypesetLine] {
        let size = text.size * ImportedPages.point
        let (x, y) = (text.place.x * ImportedPages.point, text.place.y * ImportedPages.point)
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.enumerated().compactMap { index, line in
            guard line.contains(where: { !$0.isWhitespace }) else { return nil }
            let top = y + Double(index) * 1.2 * size
            let box = Box(x: x, y: top, width: max(size, 0.5 * size * Double(line.count)), height: 1.2 * size)
            return TypesetLine(text: line, box: box, baseline: top + 0.95 * size)
        }
    }
}

extension TypesetLine {
    /// Returns the LaTeX of a formula as one line, as large as fits into the formula's picture.
    fileprivate static func lines(of latex: String, in box: Box) -> [TypesetLine] {
        let text = latex.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { return [] }
        let box = box.scaled(by: ImportedPages.point)
        let height = min(box.height, max(2, 2.4 * box.width / Double(text.count)))
        return [TypesetLine(text: text, box: Box(x: box.x, y: box.y, width: box.width, height: height), baseline: box.y + 0.8 * height)]
    }
}

extension InkImage {
    /// Creates a picture; nil for an unsupported or damaged one.
    fileprivate init?(_ image: XournalDocument.Image) {
        let type = image.bytes.starts(with: [0xff, 0xd8]) ? "image/jpeg" : "image/png"
        guard let checked = try? InkImage(checking: image.bytes, mediaType: type) else { return nil }
        self = checked
    }
}

extension Box {
    /// Returns the box with every number multiplied by a factor.
    func scaled(by factor: Double) -> Box { Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor) }
}
