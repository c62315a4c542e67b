internal import Glibc
internal import System

/// A file of the UNIPEN 1.0 format (I. Guyon et al., "UNIPEN project of on-line data exchange and recognizer benchmarks", ICPR 1994; its
/// definition is itself such a file, unipen.def), with included files in place.
public struct UnipenDocument: Sendable, Hashable {
    /// A line that begins with a point and a keyword, with the text up to the next such line.
    public enum Statement: Sendable, Hashable {
        /// A keyword without its point, and its trimmed arguments.
        case keyword(String, String)
        /// `.PEN_DOWN` or `.PEN_UP`.
        case component(Component)
    }

    /// The samples between pen-down and pen-up, or between pen-up and pen-down. Components of both kinds are numbered together, from 0.
    public struct Component: Sendable, Hashable {
        /// Whether the pen touches the surface.
        public var isDown: Bool
        /// The fields of each sample, in the order of `.COORD`: X, Y, T, P, …
        public var channels: [String]
        /// For every sample one number per channel.
        public var values: [ExactDecimal]

        /// Creates a component.
        public init(isDown: Bool, channels: [String], values: [ExactDecimal]) {
            self.isDown = isDown
            self.channels = channels
            self.values = values
        }
    }

    /// The statements in file order.
    public var statements: [Statement]
    /// Damaged parts of the file that were left out; not part of the document.
    public var leftOut = LeftOut()

    /// Creates a document.
    public init(statements: [Statement]) { self.statements = statements }

    /// Compares the statements; the parts in `leftOut` are ignored.
    public static func == (a: Self, b: Self) -> Bool { a.statements == b.statements }

    /// Hashes the same properties that `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(statements) }

    /// The levels of the hierarchy, from the highest to the lowest: those in `.HIERARCHY`, then those named only by segments.
    public var levels: [String] {
        var levels: [String] = []
        for case .keyword("HIERARCHY", let text) in statements { levels += text.split(whereSeparator: \.isWhitespace).map(String.init) }
        for case .keyword("SEGMENT", let text) in statements {
            levels += text.split(whereSeparator: \.isWhitespace).prefix(1).map(String.init)
        }
        var known: Set<String> = []
        return levels.filter { known.insert($0).inserted }
    }

    /// The document as a file. Reading the file again gives the same document.
    public var unipen: [UInt8] {
        var text = ""
        for statement in statements {
            switch statement {
            case .keyword(let name, let arguments): text += arguments.isEmpty ? ".\(name)\n" : ".\(name) \(arguments)\n"
            case .component(let component):
                text += component.isDown ? ".PEN_DOWN\n" : ".PEN_UP\n"
                let count = max(1, component.channels.count)
                for (index, value) in component.values.enumerated() {
                    text += value.text + ((index + 1).isMultiple(of: count) ? "\n" : " ")
                }
            }
        }
        return Array(text.utf8)
    }
}

extension UnipenDocument {
    /// Creates a document of these inks, one segment per ink. Between strokes the pen is up, without samples.
    ///
    /// `.Y_DIM` is the lowest point, the largest y of all inks, and y is written as `.Y_DIM` − y, because UNIPEN's y grows upwards.
    public init(inks: [JSONInk]) {
        let inks = inks.filter { !$0.strokes.isEmpty }
        let present = Set(inks.map { UnipenLevel.name($0.level) })
        let levels = UnipenLevel.order.filter(present.contains) + present.subtracting(UnipenLevel.order).sorted()
        let height = ExactDecimal(whole: max(0, inks.lazy.flatMap { $0.strokes.joined() }.map(\.y).max() ?? 0))
        var writer = UnipenInkWriter(height: height)
        writer.say("VERSION", "1.0")
        writer.say("HIERARCHY", levels.joined(separator: " "))
        writer.say("Y_DIM", height.text)
        for ink in inks { writer.add(ink) }
        self.init(statements: writer.statements)
    }
}

/// Writes inks one after the other. A setting is written only when it changes.
private struct UnipenInkWriter {
    /// The time from an ink's end to the next one's beginning, in microseconds.
    private static let pause: Int64 = 500_000

    private(set) var statements: [UnipenDocument.Statement] = []
    private let height: ExactDecimal
    private var said: [String: String] = [:]
    private var components = 0
    private var clock: Int64 = 0

    init(height: ExactDecimal) { self.height = height }

    /// Writes a statement, unless its keyword already has this value: a statement is valid until its keyword is repeated. White space
    /// becomes spaces, because a line end would end the statement.
    mutating func say(_ keyword: String, _ text: String) {
        let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
        guard said.updateValue(text, forKey: keyword) != text else { return }
        statements.append(.keyword(keyword, text))
    }

    mutating func add(_ ink: JSONInk) {
        let settings = [
            ("DATA_ID", ink.id), ("WRITER_ID", ink.writer), ("PAD", ink.device), ("STYLE", ink.style),
            ("X_POINTS_PER_MM", number(ink.unitsPerMillimeter)), ("Y_POINTS_PER_MM", number(ink.unitsPerMillimeter)),
            ("POINTS_PER_SECOND", number(ink.hertz)),
        ]
        // a question mark means an unknown value; it is needed only if an earlier ink had a value
        for (keyword, text) in settings where text != nil || said[keyword] != nil { say(keyword, text ?? "?") }
        let channels = ["X", "Y"] + (ink.isTimed ? ["T"] : [])
        say("COORD", channels.joined(separator: " "))
        let segment = UnipenSegment(
            level: UnipenLevel.name(ink.level), components: components...components + 2 * ink.strokes.count - 1, label: ink.label)
        statements.append(.keyword("SEGMENT", segment.text))
        let first = ink.strokes.first?.first?.time ?? 0
        for stroke in ink.strokes {
            let values = stroke.flatMap { sample in
                let time = ExactDecimal(whole: clock &+ (sample.time &- first)).shifted(by: 3)
                let y = height.adding(ExactDecimal(whole: sample.y).negated) ?? ExactDecimal(whole: 0)
                return [ExactDecimal(whole: sample.x), y] + (ink.isTimed ? [time] : [])
            }
            statements.append(.component(.init(isDown: true, channels: channels, values: values)))
            statements.append(.component(.init(isDown: false, channels: channels, values: [])))
        }
        components += 2 * ink.strokes.count
        clock = clock &+ ((ink.strokes.last?.last?.time ?? 0) &- first) &+ Self.pause
    }

    private func number(_ value: Double?) -> String? { value.flatMap { ExactDecimal(nearest: $0)?.text } }
}

/// Resolves the paths of included files. A file is included only if it is in the first file's folder or below. Cycles are rejected, and the
/// depth is limited.
struct UnipenIncludes {
    private static let maximumDepth = 8

    /// The folder of the first file, with a slash.
    private let root: String
    /// The open files, each included by the previous one.
    private var open: [String]

    /// - Throws: `RecordingError` if there is no such file.
    init(of path: String) throws(RecordingError) {
        let file = try Self.resolved(path)
        root = Self.folder(of: file)
        open = [file]
    }

    private init(root: String, open: [String]) {
        self.root = root
        self.open = open
    }

    /// Returns the path of an included file, and the state for its own includes. The name is relative to the including file or, if no such
    /// file exists there, to the first file.
    ///
    /// - Throws: `RecordingError` if the file may not be included.
    func entering(_ name: String) throws(RecordingError) -> (path: String, UnipenIncludes) {
        guard open.count < Self.maximumDepth else {
            throw RecordingError(problem: "files include each other \(open.count) deep", remedy: "merge some of them")
        }
        guard !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw RecordingError(problem: "it is not a relative path", remedy: "give it relative to the folder of the including file")
        }
        let near = open.last.map(Self.folder) ?? root
        let path: String
        do {
            path = try Self.resolved(near + name)
        } catch {
            path = try Self.resolved(root + name)
        }
        guard path.hasPrefix(root) else {
            throw RecordingError(problem: "it is outside of the file's folder", remedy: "copy it into that folder")
        }
        guard !open.contains(path) else {
            throw RecordingError(problem: "the file includes itself", remedy: "remove one of the .INCLUDE lines")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingError(problem: "it is not a file", remedy: "give a file")
        }
        return (path, UnipenIncludes(root: root, open: open + [path]))
    }

    private static func folder(of path: String) -> String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Returns the path with links and dots resolved.
    private static func resolved(_ path: String) throws(RecordingError) -> String {
        guard let resolved = realpath(path, nil) else {
            let reason = SystemError.reason(errno)
            throw RecordingError(problem: "cannot find \(RecordingError.quoted(path.suffix(40))): \(reason)", remedy: "check its name")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
