public import Ink

/// A key, ring, strip or dial of a tablet's pad, by its name in the settings.
public enum PadControl: Sendable, Hashable, Comparable {
    /// The key with this number: 0 is A.
    case key(Int)
    /// The ring with this number, from 0.
    case ring(Int)
    /// The strip with this number, from 0.
    case strip(Int)
    /// The dial with this number, from 0.
    case dial(Int)

    /// Maximum number of keys of a pad. Keys are named by single letters, as in libwacom.
    public static let mostKeys = 26

    /// The control's name in the settings: "A", "ring", "ring2", "strip", "dial", …
    public var name: String {
        func numbered(_ kind: String, _ number: Int) -> String { number == 0 ? kind : "\(kind)\(number + 1)" }
        return switch self {
        case .key(let number): String(UnicodeScalar(UInt8(clamping: 65 + number)))
        case .ring(let number): numbered("ring", number)
        case .strip(let number): numbered("strip", number)
        case .dial(let number): numbered("dial", number)
        }
    }

    /// Controls that can be turned: two of each kind.
    public static let turning: [PadControl] = [.ring(0), .ring(1), .strip(0), .strip(1), .dial(0), .dial(1)]

    /// Creates the control of a name; nil for other text. A key's name is its letter in upper or lower case.
    public init?(name: String) {
        if let found = Self.turning.first(where: { $0.name == name }) {
            self = found
        } else if let byte = name.utf8.first, name.utf8.count == 1, let letter = Character(UnicodeScalar(byte)).uppercased().utf8.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
        {
            self = .key(Int(letter) - 65)
        } else {
            return nil
        }
    }
}

/// The actions that are bound to a pad. Unbound controls do nothing.
public struct PadBindings: Sendable, Hashable {
    /// The actions of keys.
    public var keys: [PadControl: ButtonAction]
    /// The actions of rings, strips and dials.
    public var turns: [PadControl: TurnAction]

    /// Creates bindings. A pad without bindings is not read.
    public init(keys: [PadControl: ButtonAction] = [:], turns: [PadControl: TurnAction] = [:]) {
        self.keys = keys
        self.turns = turns
    }

    /// Whether one of these controls has an action.
    public func bindsAny(of controls: [PadControl]) -> Bool { controls.contains { actionName(of: $0) != nil } }

    /// The name of a control's action; nil if it is unbound.
    public func actionName(of control: PadControl) -> String? {
        if let action = keys[control], action != .ignore, action != .pass { return action.rawValue }
        if let action = turns[control], action != .ignore { return action.rawValue }
        return nil
    }
}
