internal import FoundationEssentials
internal import Ink
internal import System

/// The hands in folders: files `NAME.json` in the format "inkd-hand-1", described in docs/synthesis.md.
public struct HandFiles: Sendable {
    /// The folders in search order: a hand is read from the first folder that contains it.
    public let folders: [String]

    /// The maximum size of a file in bytes.
    static let longest = 4 << 20

    /// Creates a collection of the hands in these folders.
    public init(folders: [String]) { self.folders = folders }

    /// The hands installed with this program, and those of the system's package for hands that are not among them.
    public static let installed = HandFiles(
        folders: [InstalledFiles.own.share, InstalledFiles.system.share].map { $0 + "/models/hands" })

    /// The names of the available hands, sorted. Missing folders are ignored.
    public var names: [String] {
        let files = folders.flatMap { (try? Folder.names(in: $0)) ?? [] }
        return Set(files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }).sorted()
    }

    /// Reads a hand.
    ///
    /// - Throws: `noSuchHand`, `unreadableHand`.
    public func hand(named name: String) throws(SynthesisError) -> Hand {
        let file = name + ".json"
        // the name must be that of a file in the folder, not a path
        guard let folder = folders.first(where: { ((try? Folder.names(in: $0)) ?? []).contains(file) }) else {
            throw .noSuchHand(name, available: names)
        }
        return try Hand(path: "\(folder)/\(file)")
    }
}

extension Hand {
    /// The maximum coordinate in a file.
    private static let farthest = 100_000.0

    private struct File: Codable {
        struct Form: Codable {
            var advance: Double
            var strokes: [[Double]]
            var delayed: Int?
            var entry: Bool?
            var exit: Bool?
        }

        var format: String
        var name: String
        var title: String?
        var notice: String?
        var xHeight: Double
        var capHeight: Double
        var descent: Double
        var space: Double
        var glyphs: [String: [Form]]
    }

    /// Reads a file.
    ///
    /// - Throws: `unreadableHand`.
    public init(path: String) throws(SynthesisError) {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(path, limit: HandFiles.longest)
        } catch {
            throw .unreadableHand(path: path, reason: "\(error)")
        }
        try self.init(decoding: bytes, path: path)
    }

    /// Returns the bytes of a file from which `init(decoding:path:)` creates the same hand.
    ///
    /// - Throws: the encoder's error for a number that JSON cannot represent.
    public func encoded() throws -> [UInt8] {
        var forms: [String: [File.Form]] = [:]
        for (character, glyphs) in glyphs {
            forms[String(character)] = glyphs.map { glyph in
                File.Form(
                    advance: glyph.advance, strokes: glyph.strokes.map { $0.flatMap { [$0.x, $0.y] } }, delayed: glyph.delayed,
                    entry: glyph.entry,
                    exit: glyph.exit)
            }
        }
        let file = File(
            format: Self.format, name: name, title: title, notice: notice, xHeight: xHeight, capHeight: capHeight, descent: descent,
            space: space, glyphs: forms)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(file))
    }

    private static let format = "inkd-hand-1"

    /// Decodes a file's bytes.
    ///
    /// - Throws: `unreadableHand`.
    public init(decoding bytes: [UInt8], path: String) throws(SynthesisError) {
        func problem(_ reason: String) -> SynthesisError { .unreadableHand(path: path, reason: reason) }
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch {
            throw problem("it is not the expected JSON")
        }
        guard file.format == Self.format else { throw problem("its format is \"\(file.format)\", and not \(Self.format)") }
        for (name, value) in [("xHeight", file.xHeight), ("capHeight", file.capHeight), ("descent", file.descent), ("space", file.space)]
        where !(1...Self.farthest).contains(value) {
            throw problem("\(name) is \(value): the allowed range is 1 to \(Int(Self.farthest))")
        }
        var glyphs: [Character: [Glyph]] = [:]
        for (text, forms) in file.glyphs {
            guard let character = text.first, text.count == 1, !forms.isEmpty else {
                throw problem("\"\(text)\" is not one character with a glyph")
            }
            glyphs[character] = []
            for form in forms {
                guard let glyph = Self.glyph(form) else { throw problem("a glyph of \"\(text)\" has invalid numbers") }
                glyphs[character]?.append(glyph)
            }
        }
        self.init(
            name: file.name, title: file.title ?? "", notice: file.notice ?? "", xHeight: file.xHeight, capHeight: file.capHeight,
            descent: file.descent, space: file.space, glyphs: glyphs)
    }

    private static func glyph(_ form: File.Form) -> Glyph? {
        let range = -farthest...farthest
        guard (0...farthest).contains(form.advance), (1...100).contains(form.strokes.count),
            (0...form.strokes.count).contains(form.delayed ?? 0)
        else { return nil }
        var strokes: [[Point]] = []
        for numbers in form.strokes {
            guard numbers.count >= 2, numbers.count.isMultiple(of: 2), numbers.count <= 2000, numbers.allSatisfy(range.contains) else {
                return nil
            }
            strokes.append(stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) })
        }
        return Glyph(
            advance: form.advance, strokes: strokes, delayed: form.delayed ?? 0, entry: form.entry ?? false, exit: form.exit ?? false)
    }
}
