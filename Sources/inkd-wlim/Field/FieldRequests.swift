internal import InputMethod

/// The composition's effects on the field, as requests of zwp_input_method_v2.
struct FieldRequests {
    /// The ID of the input method object.
    let inputMethod: UInt32
    /// The preedit text that was last shown.
    private var preedit = ""

    /// Maximum number of bytes of a text; compositors disconnect a client that sends a message of more than 4096.
    private static let textLimit = 4000

    private enum Request {
        static let commitString: UInt16 = 0
        static let setPreedit: UInt16 = 1
        static let deleteSurrounding: UInt16 = 2
        static let commit: UInt16 = 3
    }

    /// Starts without preedit text.
    init(to inputMethod: UInt32) { self.inputMethod = inputMethod }

    /// Returns the requests for one action; empty for an action that cannot be shown in a field.
    ///
    /// - Parameter serial: Number of `done` events from the compositor.
    mutating func messages(for action: Composition.Action, serial: UInt32) -> [WireMessage] {
        switch action {
        case .setPreedit(let text, _, _):
            preedit = text.pieces(of: Self.textLimit).last ?? ""
            return apply(nil, serial)
        case .commit(let text):
            // the commit replaces the preedit
            preedit = ""
            return text.pieces(of: Self.textLimit).flatMap { apply(request(Request.commitString).with($0), serial) }
        case .delete(let before, let behind):
            let (before, behind) = (UInt32(clamping: before.utf8.count), UInt32(clamping: behind.utf8.count))
            return apply(request(Request.deleteSurrounding).with(before).with(behind), serial)
        // GTK reports the text again after each real change; Firefox reports before it changes the text, so that report is outdated
        case .askForText: return apply(request(Request.commitString).with(""), serial)
        // inkd-overlay shows candidates and messages; keys are sent by another object
        case .press, .showCandidates, .hideCandidates, .showMessage, .findText, .call: return []
        }
    }

    /// Returns the requests for the change, the preedit and `commit`. The preedit is repeated because `commit` would otherwise remove it.
    /// The caret is at the end of the preedit.
    private func apply(_ change: WireMessage?, _ serial: UInt32) -> [WireMessage] {
        let end = UInt32(preedit.utf8.count)
        let shown = preedit.isEmpty ? nil : request(Request.setPreedit).with(preedit).with(end).with(end)
        return [change, shown, request(Request.commit).with(serial)].compactMap(\.self)
    }

    private func request(_ opcode: UInt16) -> WireMessage { WireMessage(to: inputMethod, opcode) }
}

extension String {
    /// Splits the text into pieces of at most `limit` bytes of UTF-8, between characters, or, if a single character is longer, between
    /// code points.
    func pieces(of limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in self {
            let parts = character.utf8.count > limit ? character.unicodeScalars.map { String($0) } : [String(character)]
            for part in parts {
                if piece.utf8.count + part.utf8.count > limit {
                    pieces.append(piece)
                    piece = ""
                }
                piece += part
            }
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
