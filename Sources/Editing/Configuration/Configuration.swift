internal import Ink

/// What was set at one scope, and what it falls back on: an editor's on the engine's, that on the built-in defaults.
///
/// What a scope has not set itself it takes from above whenever it is asked, so it follows every change there.
public struct Configuration: Sendable, Hashable {
    private var own: [String: ConfigurationValue] = [:]

    /// Nothing is set.
    public init() {}

    /// Sets a key at this scope.
    public mutating func set(_ name: String, to value: ConfigurationValue) throws(ConfigurationError) {
        try ConfigurationKey.named(name).check(value)
        own[name] = value
    }

    /// Has a key fall back again.
    public mutating func unset(_ name: String) throws(ConfigurationError) {
        own[try ConfigurationKey.named(name).name] = nil
    }

    /// Whether a key is set at this scope.
    public func sets(_ name: String) -> Bool { own[name] != nil }

    /// The value of a key: this scope's, or that of the one above, or the default.
    public func value(of key: ConfigurationKey, over above: Configuration = Configuration()) -> ConfigurationValue {
        own[key.name] ?? above.own[key.name] ?? key.standard
    }

    /// What was set, over what the scope above has set.
    public func merged(over above: Configuration) -> Configuration {
        var merged = above
        merged.own.merge(own) { _, mine in mine }
        return merged
    }

    /// Yes or no; false for keys that are no flags.
    public func flag(_ name: String) -> Bool { if case .flag(let value)? = resolved(name) { value } else { false } }
    /// A number; 0 for keys that are none.
    public func number(_ name: String) -> Double { if case .number(let value)? = resolved(name) { value } else { 0 } }
    /// A text; empty for keys that are none.
    public func text(_ name: String) -> String { if case .text(let value)? = resolved(name) { value } else { "" } }

    private func resolved(_ name: String) -> ConfigurationValue? {
        own[name] ?? ConfigurationKey.all.first { $0.name == name }?.standard
    }
}

extension EditorConfiguration {
    /// How an editor of a part behaves under a configuration, which has been merged over those above it.
    public init(_ values: Configuration, type: PartType) {
        self.init()
        pauseMicroseconds = Int64(values.number("recognition.pause") * 1000)
        undoLimit = Int(values.number("undo.limit"))
        maximumInk = nil
        eraserRadius = values.number("eraser.radius")
        eraserMode = EraserMode(rawValue: values.text("eraser.mode")) ?? .stroke
        gestures = values.flag("gesture.enable")
        strikeThrough = StrikeThrough(rawValue: values.text("gesture.strike-through")) ?? .erase
        let hasGuides = values.flag("text.guides.enable") && (type == .text || type == .textDocument)
        guideGap = hasGuides ? values.number("text.guides.line-gap") : nil
        diagramSubBlocks = values.flag("diagram.enable-sub-blocks")
        style = InkStyle(values)
    }
}

extension InkStyle {
    init(_ values: Configuration) {
        let kind: Kind =
            switch values.text("pen.kind") {
            case "pencil": .pencil
            case "marker": .marker
            default: .pen
            }
        let colour = Colour(values.text("pen.colour")) ?? Colour()
        self.init(kind: kind, red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
    }
}

/// A colour as people write it.
struct Colour {
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 255

    init() {}

    /// nil unless it is `#rrggbb` or `#rrggbbaa`.
    init?(_ text: String) {
        let digits = text.utf8.dropFirst().map { Character(UnicodeScalar($0)) }
        guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
        guard bytes.count >= 3 else { return nil }
        (red, green, blue) = (bytes[0], bytes[1], bytes[2])
        if bytes.count > 3 { alpha = bytes[3] }
    }
}
