internal import Ink
import InkProtocol

/// The reliability of the known text before the caret.
enum CaretKnowledge: Sendable, Hashable {
    /// The application reports no text.
    case unknown
    /// Derived from the application's last report, and from the commits and keys since.
    case predicted
    /// Reported by the application, without a commit or a key since.
    case reported
    /// The application has stopped reporting its text. Since its last report of the caret, the field has only received commits and typed
    /// characters.
    /// - Parameter isUnchanged: Whether the field has received neither commits nor characters since that report.
    case tracked(isUnchanged: Bool)
}

/// The text around the caret: as reported by the application, or as predicted from commits and keys.
struct CaretModel: Sendable {
    /// The events in the field since the last commit, as far as the input method sees them.
    private enum SinceCommit: Sendable {
        case quiet
        /// Another object of the application received the focus, as with LibreOffice's paragraphs.
        case otherObjectFocused
        /// A key or a click.
        case disturbed
    }

    private(set) var knowledge = CaretKnowledge.unknown
    /// The text before the caret as reported by the application, plus the text committed since; meaningless if `knowledge` is `unknown`.
    private var text = ""
    /// The text after the caret, or after the selection, as reported.
    private(set) var textAfter = ""
    /// The whole text as last reported.
    private(set) var window = ""
    /// The selected text, as reported; nil without a selection.
    private(set) var selection: String?
    /// Whether the last reported text ends with the preedit. If so, either the preedit was committed, or this client includes the preedit
    /// in its surrounding text.
    private(set) var endsWithPreedit = false
    private var sinceCommit = SinceCommit.disturbed
    /// The text written and typed since the field received the focus, for applications that do not report their text.
    private var typedText = ""
    /// The text directly before the caret that was committed here, without typing or clicks since.
    private(set) var ownText = ""
    /// Whether a key was sent to the application after its last text report.
    private var isTypedInto = false

    /// The maximum length of text that is retained where the application reports none.
    private static let typedLength = 40
    /// The maximum length of text that is relevant for recognition.
    private static let contextLength = 20

    /// The text before the caret; nil if the application does not report its text.
    var reportedText: String? { knowledge == .unknown ? nil : text }

    var before: String { reportedText ?? typedText }

    /// Whether the application has reported its text since the last commit and key.
    var isReported: Bool { knowledge == .reported || knowledge == .tracked(isUnchanged: true) }

    var isTracked: Bool { if case .tracked = knowledge { true } else { false } }

    /// Whether the caret's position is certain.
    var isCertain: Bool { isReported || isTracked }

    var hasSelection: Bool { selection != nil }

    /// Whether there was no key and no click since the last commit.
    var isUndisturbed: Bool { sinceCommit != .disturbed }

    /// Whether there was no key and no click since the last commit, and the focus has stayed in the same object of the application.
    var isInSameObject: Bool { sinceCommit == .quiet }

    // MARK: Reports

    /// Records the surroundings of the caret, except for the text before it, which is recorded separately because it may be outdated.
    mutating func noteSurroundings(window: String, selection: String?, after textAfter: String) {
        (self.window, self.selection, self.textAfter) = (window, selection, textAfter)
    }

    /// Records whether the reported text ends with the preedit.
    mutating func noteEnd(isPreedit: Bool) { endsWithPreedit = isPreedit }

    /// Records the text before the caret.
    mutating func report(_ before: String) {
        text = before
        knowledge = .reported
        isTypedInto = false
    }

    /// Records the text before the caret as certain, although the application has not just reported it.
    mutating func confirm(_ before: String) {
        text = before
        knowledge = isTracked ? .tracked(isUnchanged: true) : .reported
    }

    /// Records that the application stops reporting its text while the caret's position is certain.
    mutating func track() { knowledge = .tracked(isUnchanged: isReported) }

    /// Marks the caret's position as unknown.
    mutating func lose() {
        typedText = reportedText.map { String($0.suffix(Self.typedLength)) } ?? typedText
        knowledge = .unknown
        (text, ownText) = ("", "")
        sinceCommit = .disturbed
    }

    /// Discards the reported text, because it is not the field's. The text written and typed stays known.
    mutating func distrust() {
        (knowledge, text, textAfter, window, selection) = (.unknown, "", "", "", nil)
    }

    /// Marks the text as changed since the last report.
    mutating func markChanged() {
        switch knowledge {
        case .reported: knowledge = .predicted
        case .tracked: knowledge = .tracked(isUnchanged: false)
        case .unknown, .predicted: break
        }
    }

    // MARK: Changes

    /// Records committed text.
    mutating func commit(_ text: String) {
        append(text)
        ownText = String((ownText + text).suffix(Self.contextLength))
        selection = nil
        sinceCommit = .quiet
    }

    /// Records a key as typed: its text becomes the context of the next word.
    mutating func type(_ key: Composition.Key) {
        sinceCommit = .disturbed
        isTypedInto = true
        switch key {
        case .character(let character):
            append(String(character))
            ownText = ""
        case .backspace:
            if isTracked { lose() }
            if !typedText.isEmpty { typedText.removeLast() }
            if !ownText.isEmpty { ownText.removeLast() }
        default:
            if isTracked { lose() }
            forgetTyped()
        }
        markChanged()
    }

    /// Records a click, or a change by the application itself.
    mutating func disturb() {
        sinceCommit = .disturbed
        ownText = ""
    }

    mutating func noteOtherObject() { if sinceCommit == .quiet { sinceCommit = .otherObjectFocused } }

    /// Forgets the text that was written and typed, because it is no longer before the caret.
    mutating func forgetTyped() { (typedText, ownText) = ("", "") }

    /// Removes replaced text from the end of the committed text.
    /// - Parameter isAtCaret: Whether the removed text was directly before the caret, and not on both sides of it.
    mutating func removeOwn(_ removed: String, isAtCaret: Bool) {
        guard isAtCaret, ownText.ends(with: removed) else { return ownText = "" }
        ownText = ownText.droppingLast(removed)
    }

    private mutating func append(_ added: String) {
        if knowledge != .unknown { text.append(added) }
        typedText = String((typedText + added).suffix(Self.typedLength))
        markChanged()
    }

    // MARK: Context

    /// Returns the end of the text before the caret: the part that is useful for recognition, and that inkd may receive.
    ///
    /// Typed text is included only if the application itself reports its text to input methods. The text of a terminal is never included,
    /// because a typed password looks like any other text.
    func context(of purpose: TextInputInterface.Purpose?) -> String {
        guard let reportedText, purpose != .terminal, !(isTracked && isTypedInto) else { return ownText }
        return String(reportedText.readable.suffix(Self.contextLength))
    }

    /// Whether text before the caret is missing from the context, so that inkd cannot know whether a new word begins.
    func hidesText(of purpose: TextInputInterface.Purpose?) -> Bool { context(of: purpose).isEmpty && !before.isEmpty }
}
