internal import InkProtocol

extension TextInputInterface.Purpose {
    /// What IBus says of a field (IBusInputPurpose, IBusInputHints).
    init(ibus purpose: UInt32, hints: UInt32) {
        // IBUS_INPUT_HINT_HIDDEN_TEXT
        guard hints & 1 << 12 == 0 else {
            self = .password
            return
        }
        switch purpose {
        case 2, 3: self = .number
        case 4: self = .phone
        case 5: self = .url
        case 6: self = .email
        case 7: self = .name
        case 8, 9: self = .password
        case 10: self = .terminal
        default: self = .text
        }
    }
}
