internal import InputMethod

/// The composition's effects on the field, as requests of zwp_input_method_v2.
struct FieldRequests {
    /// The object's number.
    let inputMethod: UInt32
    /// The preedit text that was shown last.
    private var preedit = ""

    /// Bytes that a text may have; compositors end a client whose message has more than 4096.
    private static let textLimit = 4000

    private enum Request {
        static let commitString: UInt16 = 0
        static let setPreedit: UInt16 = 1
        static let deleteSurrounding: UInt16 = 2
        static let commit: UInt16 = 3
    }

    /// Nothing is pending yet.
    init(to inputMethod: UInt32) { self.inputMethod = inputMethod }

    /// Requests for one action; none for an action that a field cannot show.
    ///
    /// - Parameter serial: How many times the compositor said `done`.
    mutating func messages(for action: Composition.Action, serial: UInt32) -> [WireMessage] {
        switch action {
        case .setPreedit(let text, _, _):
            preedit = text.pieces(of: Self.textLimit).last ?? ""
            return apply(nil, serial)
        case .commit(let text):
            // it takes the place of what was pending
            preedit = ""
            return text.pieces(of: Self.textLimit).flatMap { apply(request(Request.commitString).with($0), serial) }
        case .delete(let before, let behind):
            let (before, behind) = (UInt32(clamping: before.utf8.count), UInt32(clamping: behind.utf8.count))
            return apply(request(Request.deleteSurrounding).with(before).with(behind), serial)
        // GTK tells the text again behind each change that is one: Firefox's, which changes later, is of a moment ago before
        case .askForText: return apply(request(Request.commitString).with(""), serial)
        // inkd-overlay shows candidates and messages; keys go by another object
        case .press, .showCandidates, .hideCandidates, .tell, .call: return []
        }
    }

    /// The change, and `commit`, which takes the preedit away unless it is set again: before the caret, which is at its end.
    private func apply(_ change: WireMessage?, _ serial: UInt32) -> [WireMessage] {
        let end = UInt32(preedit.utf8.count)
        let shown = preedit.isEmpty ? nil : request(Request.setPreedit).with(preedit).with(end).with(end)
        return [change, shown, request(Request.commit).with(serial)].compactMap(\.self)
    }

    private func request(_ opcode: UInt16) -> WireMessage { WireMessage(to: inputMethod, opcode) }
}

extension String {
    /// The text in pieces of at most so many bytes of UTF-8, cut between characters, or between code points where one character has more.
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
