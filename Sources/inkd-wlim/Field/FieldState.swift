internal import InkProtocol
internal import InputMethod

/// The focused field, as the compositor describes it: events are collected until `done`, and then converted to inputs for the
/// composition.
struct FieldState {
    /// The number of the compositor's `done` events, which requests refer to.
    private(set) var serial: UInt32 = 0
    /// Whether a field has the focus.
    private(set) var isActive = false

    private struct Surrounding: Equatable {
        var text: String
        /// Offset in code points.
        var cursor: Int
        /// Offset in code points.
        var anchor: Int
    }

    private var purpose = TextInputInterface.Purpose.text
    private var capitals = InsertionPlace.Capitals.asWritten
    private var surrounding: Surrounding?
    /// The state received since the last `done`.
    private var pending = Pending()

    private struct Pending {
        var isActive: Bool?
        var hasLeft = false
        var surrounding: Surrounding?
        var isOther = false
        var purpose: TextInputInterface.Purpose?
        var capitals: InsertionPlace.Capitals?
    }

    /// Handles an event. Returns the resulting inputs at `done`; otherwise an empty array.
    mutating func take(_ event: FieldEvent) -> [Composition.Input] {
        switch event {
        case .activate: pending = Pending(isActive: true, hasLeft: pending.hasLeft)
        case .deactivate: pending = Pending(isActive: false, hasLeft: true)
        case .surrounding(let text, let cursor, let anchor): pending.surrounding = Self.surrounding(text, cursor: cursor, anchor: anchor)
        case .cause(let isOther): pending.isOther = isOther
        case .content(let hint, let purpose):
            pending.purpose = .init(hint: hint, purpose: purpose)
            pending.capitals = .init(hint: hint)
        case .done: return done()
        case .unavailable: break
        }
        return []
    }

    private mutating func done() -> [Composition.Input] {
        serial &+= 1
        defer { pending = Pending() }
        if pending.isActive == true { return begin() }
        guard isActive else { return [] }
        if pending.isActive == false {
            isActive = false
            return [.focusOut]
        }
        var inputs: [Composition.Input] = []
        if let purpose = pending.purpose, purpose != self.purpose {
            self.purpose = purpose
            inputs.append(.purpose(purpose))
        }
        if let capitals = pending.capitals, capitals != self.capitals {
            self.capitals = capitals
            inputs.append(.capitals(capitals))
        }
        guard let surrounding = pending.surrounding else { return inputs }
        // the user or the application has changed the text: pending text belongs before that change
        if pending.isOther, surrounding != self.surrounding { inputs.append(.reset) }
        return inputs + told(surrounding)
    }

    /// Handles a field that receives the focus. Some toolkits activate the focused field again at each click into the field, and do not
    /// always repeat its purpose.
    private mutating func begin() -> [Composition.Input] {
        let isAgain = isActive && !pending.hasLeft
        let purpose = pending.purpose ?? (isAgain ? self.purpose : .text)
        let isSame = isAgain && purpose == self.purpose && pending.surrounding?.text == surrounding?.text
        isActive = true
        self.purpose = purpose
        let before = isAgain ? capitals : .asWritten
        capitals = pending.capitals ?? before
        // a new field starts with capitals as written
        let isAsked = isSame ? capitals != before : capitals != .asWritten
        surrounding = nil
        return [isSame ? .reset : .focusIn(purpose)] + (isAsked ? [.capitals(capitals)] : []) + (pending.surrounding.map { told($0) } ?? [])
    }

    private mutating func told(_ surrounding: Surrounding) -> [Composition.Input] {
        self.surrounding = surrounding
        return [.surroundingText(surrounding.text, cursor: surrounding.cursor, anchor: surrounding.anchor)]
    }

    /// Converts a report of the surrounding text. Returns nil if the text is not UTF-8, or an offset is not between two characters, because
    /// wrong reports must not be used for corrections.
    private static func surrounding(_ bytes: [UInt8], cursor: UInt32, anchor: UInt32) -> Surrounding? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        func characters(_ offset: UInt32) -> Int? {
            guard Int(offset) <= bytes.count else { return nil }
            return String(validating: bytes.prefix(Int(offset)), as: UTF8.self)?.unicodeScalars.count
        }
        guard let cursor = characters(cursor), let anchor = characters(anchor) else { return nil }
        return Surrounding(text: text, cursor: cursor, anchor: anchor)
    }
}

extension InsertionPlace.Capitals {
    /// Converts the hint of zwp_text_input_v3.
    init(hint: UInt32) {
        let (automatic, lowercase): (UInt32, UInt32) = (0x4, 0x8)
        self = hint & lowercase != 0 ? .none : hint & automatic != 0 ? .sentences : .asWritten
    }
}

extension TextInputInterface.Purpose {
    /// Converts hint and purpose of zwp_text_input_v3 (text-input-unstable-v3.xml). A field hidden on the screen is a password, whatever
    /// its purpose.
    init(hint: UInt32, purpose: UInt32) {
        let hidden: UInt32 = 0x40
        self =
            switch purpose {
            case _ where hint & hidden != 0: .password
            case 8, 9: .password
            case 2, 3, 10, 11, 12: .number
            case 4: .phone
            case 5: .url
            case 6: .email
            case 7: .name
            case 13: .terminal
            default: .text
            }
    }
}

/// zwp_input_method_v2's events about the focused text field.
enum FieldEvent: Hashable {
    /// A field has received the focus. All earlier state is void.
    case activate
    /// The field has lost the focus.
    case deactivate
    /// UTF-8 around the caret; offsets in bytes.
    case surrounding([UInt8], cursor: UInt32, anchor: UInt32)
    /// Whether the text was changed by the application or the user, not by the input method.
    case cause(isOther: Bool)
    /// The content type of zwp_text_input_v3: a set of hints, and a purpose.
    case content(hint: UInt32, purpose: UInt32)
    /// The state sent since the last `done` becomes valid.
    case done
    /// The seat has another input method.
    case unavailable

    /// The event's name, without its content.
    var name: String {
        switch self {
        case .activate: "activate"
        case .deactivate: "deactivate"
        case .surrounding: "surrounding text"
        case .cause: "cause of change"
        case .content: "content type"
        case .done: "done"
        case .unavailable: "unavailable"
        }
    }

    /// Decodes an event; nil for an event of a newer version of the protocol.
    ///
    /// - Throws: `truncated`.
    init?(_ opcode: UInt16, _ arguments: inout WireReader) throws(WireError) {
        switch opcode {
        case 0: self = .activate
        case 1: self = .deactivate
        case 2:
            let text = try arguments.text()
            let cursor = try arguments.number()
            self = .surrounding(text, cursor: cursor, anchor: try arguments.number())
        case 3: self = .cause(isOther: try arguments.number() == 1)
        case 4:
            let hint = try arguments.number()
            self = .content(hint: hint, purpose: try arguments.number())
        case 5: self = .done
        case 6: self = .unavailable
        default: return nil
        }
    }
}
