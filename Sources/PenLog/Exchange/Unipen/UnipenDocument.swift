/// A file of the UNIPEN 1.0 format (I. Guyon et al., "UNIPEN project of on-line data exchange and recognizer benchmarks", ICPR 1994; its
/// definition is itself such a file, unipen.def), with what it includes in its place.
public struct UnipenDocument: Sendable, Hashable {
    /// A line that begins with a point and a keyword, and what follows up to the next one.
    public enum Statement: Sendable, Hashable {
        /// A keyword without its point, and its arguments without the space around them.
        case keyword(String, String)
        /// `.PEN_DOWN` or `.PEN_UP`.
        case component(Component)
    }

    /// What the pen did between touching and lifting, or between lifting and touching. Components are counted from 0, both kinds.
    public struct Component: Sendable, Hashable {
        /// The pen touches.
        public var isDown: Bool
        /// What there is of each sample, as `.COORD` names it: X, Y, T, P, …
        public var channels: [String]
        /// For every sample a number of each channel.
        public var values: [ExactDecimal]

        /// A component.
        public init(isDown: Bool, channels: [String], values: [ExactDecimal]) {
            self.isDown = isDown
            self.channels = channels
            self.values = values
        }
    }

    /// In the order of the file.
    public var statements: [Statement]

    /// A document of these.
    public init(statements: [Statement]) { self.statements = statements }

    /// The levels of the hierarchy, from the highest to the lowest: those of `.HIERARCHY`, then those that only segments name.
    public var levels: [String] {
        var levels: [String] = []
        for case .keyword("HIERARCHY", let text) in statements { levels += text.split(whereSeparator: \.isWhitespace).map(String.init) }
        for case .keyword("SEGMENT", let text) in statements {
            levels += text.split(whereSeparator: \.isWhitespace).prefix(1).map(String.init)
        }
        var known: Set<String> = []
        return levels.filter { known.insert($0).inserted }
    }

    /// The document as a file. What is read from it again is the same document.
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
