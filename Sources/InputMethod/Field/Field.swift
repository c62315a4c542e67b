internal import Ink
import InkProtocol

/// The state of the focused field.
struct Field: Sendable {
    /// The way the application handles deletion requests, as observed in this field.
    enum Deletion: Sendable {
        /// As in the profile.
        case expected
        /// Deletion requests have no effect, so Backspace is used where possible.
        case ignored
        /// The reported text includes the preedit, and reports of deletions are unreliable: Backspace is used where possible.
        case misreported
    }

    /// An identifier of the field that is the same each time it has the focus; nil if unknown.
    private(set) var id: String?
    /// inkd's number of the field; nil until the pen has written in the field.
    var fieldID: Int?
    /// The capitalization that the field asks for.
    var capitals = InsertionPlace.Capitals.asWritten
    var caret = CaretModel()
    var history = CommitHistory()
    var unreported = UnreportedCommits()
    var insertions = InsertionCheck()
    /// Whether the application rewrites text that is put in: only whole words are put in, and no word is replaced.
    var rewrites = false
    /// Whether the application reports something else than the field's text, so that its reports are ignored.
    private(set) var reportsOtherText = false
    /// The observed behavior of deletion requests.
    private(set) var deletion = Deletion.expected
    /// Whether the application ignored the last deletion.
    var refusesChanges = false
    /// The words that a scratch-out has deleted last; nil if there was another commit or key since.
    var erased: Erasure?
    /// The text that inkd assumes before the caret.
    var contextOfDaemon = ""

    init(id: String? = nil, fieldID: Int? = nil) { (self.id, self.fieldID) = (id, fieldID) }

    /// The text before the caret as reported by the application; nil if it does not report text.
    var reportedText: String? { caret.reportedText }

    var before: String { caret.before }

    /// Whether a word in the field can be replaced.
    var isCorrectable: Bool { reportedText != nil && !refusesChanges && !rewrites }

    /// Whether the application includes the preedit in its reported text.
    var includesPreedit: Bool { deletion == .misreported }

    /// Returns the position of the next insertion.
    func place(of purpose: TextInputInterface.Purpose?) -> InsertionPlace {
        InsertionPlace(
            before: before.readable, after: caret.textAfter.readable, selected: caret.selection?.readable ?? "",
            purpose: purpose ?? .text, capitals: capitals, isKnown: reportedText != nil && caret.isCertain)
    }

    /// Whether the caret is still at the end of the last commit.
    var isCaretAtLastCommit: Bool {
        guard let text = reportedText else { return false }
        let after = history.textAfterCommit
        if text.isSame(as: after) { return true }
        // applications report a window of their text, and LibreOffice the sentence that contains the caret
        if min(text.count, after.count) >= 40 { return text.ends(with: after) || after.ends(with: text) }
        return after.ends(withSentence: text) || text.ends(withSentence: after)
    }

    /// Records committed text.
    mutating func commit(_ text: String) {
        let place = place(of: nil)
        caret.commit(text)
        history.note(text, at: place, before: before)
    }

    /// Ignores the application's reports from now on.
    mutating func ignoreReports() {
        reportsOtherText = true
        caret.distrust()
        forgetInsertions()
    }

    /// Forgets the texts that reports are compared with, because something else has changed the field.
    mutating func forgetInsertions() {
        unreported.forget()
        insertions.forget()
    }

    mutating func noteIgnoredDeletion() { if deletion == .expected { deletion = .ignored } }

    mutating func noteIncludedPreedit() { deletion = .misreported }
}
