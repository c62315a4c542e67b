internal import InkProtocol
internal import InputMethod

/// The protocol of fcitx5's addon: lines of parts separated by tabs. Within a part, backslash, tab and newline are written as `\\`, `\t`
/// and `\n`.
enum AddonLine {
    /// Returns the parts of a line.
    static func parts(of line: some StringProtocol) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in line.unicodeScalars {
            if isEscaped {
                let plain: Unicode.Scalar = character == "t" ? "\t" : character == "n" ? "\n" : character
                parts[parts.count - 1].unicodeScalars.append(plain)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\t" {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        return parts
    }

    /// Returns a line of these parts, including its newline.
    static func text(of parts: [String]) -> String {
        var text = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "\t" }
            for scalar in part.unicodeScalars {
                switch scalar {
                case "\\": text += "\\\\"
                case "\t": text += "\\t"
                case "\n": text += "\\n"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\n"
    }
}

/// A line from the addon.
enum AddonMessage: Sendable, Equatable {
    /// Another field has received the focus; its number is included in all replies for it.
    case focusIn(field: Int, TextInputInterface.Purpose, InsertionPlace.Capitals)
    case focusOut
    /// The field has another purpose.
    case field(TextInputInterface.Purpose, InsertionPlace.Capitals)
    case seesText(Bool)
    /// The profile of the field's client, which depends on how the client commits the preedit by itself.
    case client(ClientProfile)
    /// The text around the caret; positions in code points.
    case text(cursor: Int, anchor: Int, String)
    case reset
    /// A key press. It requires an answer.
    case key(serial: String, AddonKey)
    case candidate(Int)
    case caret(TextInputInterface.Caret)

    /// Parses a line; nil if the message is unknown, or lacks a part. Additional parts, as from another version of the addon, are ignored.
    init?(line: some StringProtocol) {
        let parts = AddonLine.parts(of: line)
        func number(_ index: Int) -> Int? { parts.indices.contains(index) ? Int(parts[index]) : nil }
        switch (parts[0], parts.count) {
        case ("focusIn", 4...):
            guard let field = number(1), let purpose = TextInputInterface.Purpose(rawValue: parts[2]) else { return nil }
            self = .focusIn(field: field, purpose, .init(addon: parts[3]))
        case ("focusOut", _): self = .focusOut
        case ("field", 3...):
            guard let purpose = TextInputInterface.Purpose(rawValue: parts[1]) else { return nil }
            self = .field(purpose, .init(addon: parts[2]))
        case ("seesText", 2...): self = .seesText(parts[1] == "1")
        case ("commits", 2...): self = .client(.init(addon: parts[1]))
        case ("text", 4...):
            guard let cursor = number(1), let anchor = number(2), cursor >= 0, anchor >= 0 else { return nil }
            self = .text(cursor: cursor, anchor: anchor, parts[3])
        case ("reset", _): self = .reset
        case ("key", 5...):
            guard let symbol = UInt32(parts[2]), let state = UInt32(parts[3]), let code = Int(parts[4]) else { return nil }
            self = .key(serial: parts[1], AddonKey(symbol: symbol, state: state, code: code))
        case ("candidate", 2...):
            guard let index = number(1), index >= 0 else { return nil }
            self = .candidate(index)
        case ("caret", 5...):
            guard let x = number(1), let y = number(2), let width = number(3), let height = number(4) else { return nil }
            self = .caret(.init(x: x, y: y, width: max(0, width), height: max(0, height)))
        default: return nil
        }
    }
}

/// A key from fcitx5.
struct AddonKey: RelayedKey, Equatable {
    /// An X keysym.
    let symbol: UInt32
    /// The pressed modifiers.
    let state: UInt32
    /// X11's key code.
    let code: Int

    init(symbol: UInt32, state: UInt32, code: Int) { (self.symbol, self.state, self.code) = (symbol, state, code) }

    /// Creates a key that the pen presses. X11's codes are those of linux/input-event-codes.h plus 8.
    init(_ key: Composition.PenKey) {
        switch key {
        case .backspace: self.init(symbol: 0xFF08, state: 0, code: 22)
        case .enter: self.init(symbol: 0xFF0D, state: 0, code: 36)
        }
    }

    var number: UInt32 { UInt32(truncatingIfNeeded: code) }

    /// The addon sends presses only.
    var isRelease: Bool { false }

    var key: Composition.Key { .init(symbol: symbol, state: state) }

    /// The line that makes the addon send this key to the application, without the field's number.
    var press: [String] { ["press", String(symbol), String(state), String(code)] }
}

extension InsertionPlace.Capitals {
    fileprivate init(addon word: String) {
        self = word == "none" ? .none : word == "sentences" ? .sentences : .asWritten
    }
}

extension ClientProfile {
    fileprivate init(addon word: String) {
        self = word == "focusOut" ? .fcitx5 : word == "reset" ? .fcitx5Qt : .fcitx5Silent
    }
}

extension Composition.Action {
    /// The line that makes the addon perform the action, without the field's number; nil if the action is not for the addon.
    var addonLine: [String]? {
        switch self {
        case .setPreedit(let text, _, let mode): ["preedit", text, mode == .commit ? "commit" : "clear"]
        case .commit(let text): ["commit", text]
        case .delete(let before, let behind): ["delete", String(before.unicodeScalars.count), String(behind.unicodeScalars.count)]
        case .press(let key): AddonKey(key).press
        case .askForText: ["ask"]
        case .showCandidates(let candidates, let selected): ["candidates", String(selected)] + candidates
        case .hideCandidates: ["hide"]
        case .showMessage(let text): ["tell", text]
        case .findText, .call: nil
        }
    }
}
