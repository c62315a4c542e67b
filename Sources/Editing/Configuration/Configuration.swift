internal import Formula
public import Ink

/// The configuration values set at one scope. A value that is not set falls back to the scope above: from an editor's scope to the
/// engine's, and from there to the built-in defaults.
///
/// The scope above is consulted at each access, so a value that is not set follows every change there.
public struct Configuration: Sendable, Hashable {
    private var own: [String: ConfigurationValue] = [:]

    /// Creates a configuration without values.
    public init() {}

    /// Sets a key at this scope.
    /// - Parameter present: the values in effect; nil for those of this scope. A flag in ``PenFlag`` changes only a part of the pen mode in
    ///   effect.
    public mutating func set(_ name: String, to value: ConfigurationValue, in present: Configuration? = nil) throws(ConfigurationError) {
        let key = try ConfigurationKey.named(name)
        try key.check(value)
        guard let flag = PenFlag(rawValue: key.name), case .flag(let isOn) = value else { return own[key.name] = value }
        own[key.storedName] = .text(flag.set(isOn, in: (present ?? self).penMode).rawValue)
    }

    /// Unsets a key, so that it falls back to the scope above.
    public mutating func unset(_ name: String) throws(ConfigurationError) {
        own[try ConfigurationKey.named(name).storedName] = nil
    }

    /// The values set at this scope, by key.
    public var values: [String: ConfigurationValue] { own }

    /// Whether a key is set at this scope.
    public func sets(_ name: String) -> Bool { (try? ConfigurationKey.named(name)).map { own[$0.storedName] != nil } ?? false }

    /// Returns the value of a key: from this scope, or from the scope above, or the default.
    public func value(of key: ConfigurationKey, over above: Configuration = Configuration()) -> ConfigurationValue {
        if let flag = PenFlag(rawValue: key.name) { return .flag(flag.value(in: merged(over: above).penMode)) }
        return own[key.name] ?? above.own[key.name] ?? key.standard
    }

    /// The mode of the user's pens.
    public var penMode: PenMode { PenMode(rawValue: text(ConfigurationKey.penMode.name)) ?? .pointsAndWrites }

    /// Returns the values of this scope, merged over those of the scope above.
    public func merged(over above: Configuration) -> Configuration {
        var merged = above
        merged.own.merge(own) { _, mine in mine }
        return merged
    }

    /// Returns the value of a flag; false for other keys.
    public func flag(_ name: String) -> Bool { if case .flag(let value)? = resolved(name) { value } else { false } }
    /// Returns the value of a number; 0 for other keys.
    public func number(_ name: String) -> Double { if case .number(let value)? = resolved(name) { value } else { 0 } }
    /// Returns the value of a text; empty for other keys.
    public func text(_ name: String) -> String { if case .text(let value)? = resolved(name) { value } else { "" } }

    private func resolved(_ name: String) -> ConfigurationValue? {
        own[name] ?? ConfigurationKey.all.first { $0.name == name }?.standard
    }
}

extension EditorConfiguration {
    /// Creates the configuration of an editor from values that have been merged over those of the scopes above.
    public init(_ values: Configuration, type: PartType) {
        self.init()
        pauseMicroseconds = Int64(values.number("recognition.pause") * 1000)
        limits.undoSteps = Int(values.number("undo.limit"))
        limits.ink = Int(values.number("ink.limit"))
        eraser.radius = values.number("eraser.radius")
        eraser.mode = EraserMode(rawValue: values.text("eraser.mode")) ?? .stroke
        gestures.isEnabled = values.flag("gesture.enable")
        gestures.strikeThrough = StrikeThrough(rawValue: values.text("gesture.strike-through")) ?? .erase
        let marksWords = gestures.strikeThrough != .off
        gestures.kinds = Set(
            EditGesture.Kind.allCases.filter { $0 == .strikethrough ? marksWords : values.flag("gesture.\($0.rawValue)") })
        // a line below or through symbols is a fraction bar or an operator, and formulas have no words to join or split
        if type == .math { gestures.kinds.formIntersection([.scratchOut]) }
        let hasGuides = values.flag("text.guides.enable") && (type == .text || type == .textDocument)
        guideGap = hasGuides ? values.number("text.guides.line-gap") : nil
        diagramSubBlocks = values.flag("diagram.enable-sub-blocks")
        formulas.areSearched = values.flag("math.in-documents")
        formulas.solver = Solver(values)
        formulas.numbers = NumberFormat(values)
        formulas.writesResults = values.flag("math.solver.write")
        style = InkStyle(values)
        pens = PenStyles(values)
    }
}

extension LongStroke {
    /// Returns the enabled long strokes.
    public static func enabled(by values: Configuration) -> Set<LongStroke> {
        guard values.flag("gesture.enable") else { return [] }
        return Set(allCases.filter { values.flag("gesture.\($0.rawValue)") })
    }
}

/// A color in hexadecimal notation.
struct Color {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255

    init() {}

    /// Parses `#rrggbb` or `#rrggbbaa`; nil for other text.
    init?(_ text: String) {
        let digits = text.utf8.dropFirst().map { Character(UnicodeScalar($0)) }
        guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
        guard bytes.count >= 3 else { return nil }
        (red, green, blue) = (bytes[0], bytes[1], bytes[2])
        if bytes.count > 3 { alpha = bytes[3] }
    }
}

/// A key of the configuration, with its allowed values and its default.
public struct ConfigurationKey: Sendable, Hashable {
    /// The allowed values of a key.
    public enum Kind: Sendable, Hashable {
        case flag
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A whole number within bounds.
        case count(ClosedRange<Int>)
        /// One of these texts; any text if the list is empty.
        case text([String])
    }

    /// The key's name.
    public let name: String
    /// The allowed values.
    public let kind: Kind
    /// The default value.
    public let standard: ConfigurationValue
    /// A one-line description for users.
    public let summary: String

    /// The name of the key for the language.
    public static let language = "text.configuration.language"
    /// The name of the key for the areas of the user's tablets, in the format of `TabletAreas`.
    public static let tabletAreas = "tablet.areas"
    /// The name of the key for the user's settings of tablets and pens, in the format of `TabletFits`.
    public static let tabletFit = "tablet.fit"

    /// The key that enables learning from words that the user corrects.
    public static let learning = ConfigurationKey(
        "adaptation.enable", false,
        "learning from words that you correct in a field; `inkctl adapt --reset` deletes them")

    /// The key of the mode of the user's pens.
    public static let penMode = ConfigurationKey(
        "pen.mode", PenMode.pointsAndWrites.rawValue, PenMode.allCases.map(\.rawValue),
        "function of the pen: writes in text fields and points elsewhere, only writes, or only points; `inkctl pen` sets it")

    /// The key of the applications in which the pen only points.
    public static let penApplications = ConfigurationKey(
        "pen.applications", "krita; xournalpp; inkscape; gimp; blender; mypaint", [],
        "applications in which the pen only points, separated by semicolons: names as `ps -o comm` shows them")

    /// Whether the key applies to all of a user's pens and tablets. An editor cannot override it.
    public var isUserWide: Bool {
        [Self.penApplications.name, Self.penMode.name, Self.tabletAreas, Self.tabletFit, Self.learning.name].contains(storedName)
    }

    /// The name of the key under which the value is stored: `pen.mode` for the flags that `pen.mode` has replaced, otherwise this key's
    /// name.
    public var storedName: String { PenFlag(rawValue: name) == nil ? name : Self.penMode.name }

    /// All keys, by name.
    public static let all: [ConfigurationKey] = [
        learning,
        .init("diagram.enable-sub-blocks", true, "the shapes and connectors of a diagram as separate blocks"),
        .init(
            "eraser.mode", "stroke", EditorConfiguration.EraserMode.allCases.map(\.rawValue),
            "effect of the eraser: whole strokes, or only the parts that it touches"),
        .init("eraser.radius", 1, 0.05...50, "radius of the eraser in millimeters"),
        .init("export.image-resolution", 150, 10...1200, "resolution of PNG in dots per inch"),
        .init("export.jiix.bounding-box", true, "bounding boxes in JIIX"),
        .init("export.jiix.strokes", true, "strokes in JIIX"),
        .init("export.jiix.text.chars", false, "characters in JIIX"),
        .init("export.jiix.text.lines", true, "lines in JIIX"),
        .init("export.jiix.text.words", true, "words in JIIX"),
        .init("export.math.typeset", false, "typeset formulas instead of their ink in the SVG of a Math part"),
        .init("gesture.backspace", true, "Backspace by a long stroke to the left, in a field"),
        .init("gesture.enable", true, "editing by strokes over words"),
        .init("gesture.insert", true, "space inserted by a caret between words"),
        .init("gesture.join", true, "words joined by an arc between them, or by an upward stroke"),
        .init("gesture.newline", true, "Return by a long stroke down and to the left, in a field"),
        .init("gesture.scratch-out", true, "words deleted by scratching over them"),
        .init("gesture.space", true, "space by a long stroke to the right, in a field"),
        .init("gesture.split", true, "words split by a downward stroke through or between them"),
        .init(
            "gesture.strike-through", "erase", EditorConfiguration.StrikeThrough.allCases.map(\.rawValue),
            "effect of a line through words: delete, mark as struck through, or writing"),
        .init("gesture.surround", true, "words marked by a ring around them"),
        .init("gesture.underline", true, "words marked by a line below them"),
        .init("gesture.undo", true, "undo of the last word by a long stroke to the left and back, in a field"),
        .init(
            count: "ink.limit", 250_000, 1000...1_000_000,
            "maximum number of control points without an open package; above it the oldest quarter is deleted"
        ),
        .init("math.in-documents", true, "formulas among the words of a Text Document"),
        .init("math.solver.angle-unit", "degree", ["degree", "radian", "deg", "rad"], "unit of angles in formulas"),
        .init("math.solver.decimal-separator", ".", [".", ","], "decimal separator of the results of formulas"),
        .init(
            count: "math.solver.fractional-part-digits", NumberFormat.mostDigits, 0...NumberFormat.mostDigits,
            "maximum number of digits after the decimal separator in the results of formulas"),
        .init("math.solver.rounding-mode", "half up", ["half up", "truncate"], "rounding of the results of formulas"),
        .init("math.solver.variables", "", [], "values of letters in formulas, separated by semicolons: x = 3; y = 0.5"),
        .init("math.solver.write", false, "result of a formula, written after its ="),
        penApplications,
        .init("pen.color", "#000000", [], "color of new ink: #rrggbb or #rrggbbaa"),
        .init("pen.kind", "pen", ["pen", "pencil", "marker"], "pen type of new ink"),
        penMode,
        .init("pen.name", "", [], "pen of pen.styles for new ink, overriding kind and color; empty: no pen"),
        .init("pen.styles", PenStyles.standard, [], "named pens, separated by semicolons: a name, a colon, a kind and a color"),
        .init("recognition.pause", 500, 50...60_000, "milliseconds of rest before the final recognition of a line"),
        .init(
            tabletAreas, "", [], "active area and orientation of tablets; `inkctl area --save` sets it"),
        .init(
            tabletFit, "", [],
            "calibration, pressure and buttons of tablets and pens; `inkctl calibrate --save` and `inkctl pressure --save` set it"),
        .init(language, "", [], "recognition language as a BCP 47 tag; empty: the daemon's; fixed once a part is set"),
        .init("text.guides.enable", true, "guide lines in Text and Text Document parts"),
        .init("text.guides.line-gap", 10, 1...100, "distance of guide lines in millimeters"),
        .init(count: "undo.limit", 1000, 0...100_000, "maximum number of undo steps"),
    ]

    /// Keys that `pen.mode` has replaced, for programs that still use these keys. `all` does not contain them.
    public static let replaced: [ConfigurationKey] = [
        .init(PenFlag.enabled.rawValue, true, "replaced by pen.mode: whether the pen writes text"),
        .init(PenFlag.points.rawValue, true, "replaced by pen.mode: whether a pen that writes text also points"),
    ]

    /// The current names of keys that had another name before. The earlier name is accepted wherever a key is given.
    private static let renamed = ["pen.colour": "pen.color"]

    /// Returns the current name of a key, given by its current or earlier name.
    public static func currentName(of name: String) -> String { renamed[name] ?? name }

    /// Returns the key with this current or earlier name.
    /// - Throws: `ConfigurationError.noSuchKey`
    public static func named(_ name: String) throws(ConfigurationError) -> ConfigurationKey {
        let name = currentName(of: name)
        guard let key = (all + replaced).first(where: { $0.name == name }) else { throw .noSuchKey(name) }
        return key
    }

    /// Checks a value.
    /// - Throws: `ConfigurationError.invalid`, which names the allowed values.
    public func check(_ value: ConfigurationValue) throws(ConfigurationError) {
        switch (kind, value) {
        case (.flag, .flag): return
        case (.flag, _): throw .invalid(key: name, reason: "is a yes/no value: set its flag")
        case (.number(let range), .number(let number)):
            guard range.contains(number) else {
                throw .invalid(key: name, reason: "is \(number), not within \(range.lowerBound)…\(range.upperBound)")
            }
        case (.count(let range), .number(let number)):
            guard let whole = Int(exactly: number), range.contains(whole) else {
                throw .invalid(key: name, reason: "is \(number), not a whole number within \(range.lowerBound)…\(range.upperBound)")
            }
        case (.number, _), (.count, _): throw .invalid(key: name, reason: "is a number: set its number")
        case (.text(let values), .text(let text)):
            guard values.isEmpty || values.contains(text) else {
                throw .invalid(key: name, reason: "is \"\(text)\", not one of \(values.joined(separator: ", "))")
            }
            if name == "math.solver.variables" { _ = try SolverVariables(text) }
            if name == "pen.styles" { _ = try PenStyles(text) }
            if name == Self.tabletAreas {
                do throws(TabletAreas.Refusal) { _ = try TabletAreas(text) } catch { throw .invalid(key: name, reason: error.reason) }
            }
            if name == Self.tabletFit {
                do throws(TabletFits.Refusal) { _ = try TabletFits(text) } catch { throw .invalid(key: name, reason: error.reason) }
            }
            if name == "pen.color", Color(text) == nil { throw .invalid(key: name, reason: "is \"\(text)\", not #rrggbb or #rrggbbaa") }
        case (.text, _): throw .invalid(key: name, reason: "is a text: set its text")
        }
    }

    private init(_ name: String, _ standard: Bool, _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .flag, .flag(standard), summary)
    }

    private init(_ name: String, _ standard: Double, _ range: ClosedRange<Double>, _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .number(range), .number(standard), summary)
    }

    private init(count name: String, _ standard: Int, _ range: ClosedRange<Int>, _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .count(range), .number(Double(standard)), summary)
    }

    private init(_ name: String, _ standard: String, _ values: [String], _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .text(values), .text(standard), summary)
    }
}

/// The value of a configuration key.
public enum ConfigurationValue: Sendable, Hashable {
    /// A flag.
    case flag(Bool)
    /// A number, in the unit that the key's summary names.
    case number(Double)
    /// A text.
    case text(String)
}

/// An error in a setting.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No such key.
    case noSuchKey(String)
    /// A value that the key does not accept.
    case invalid(key: String, reason: String)

    /// A description for users.
    public var description: String {
        switch self {
        case .noSuchKey(let key): "unknown key \"\(key)\"; `inkctl config list` shows the known keys"
        case .invalid(let key, let reason): "\(key) \(reason)"
        }
    }
}
