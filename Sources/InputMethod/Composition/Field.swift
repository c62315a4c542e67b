internal import Ink
import InkProtocol
internal import System

/// The state of the focused field.
struct Field: Sendable {
    /// An identifier that is the same whenever this field has the focus; nil if unknown.
    var id: String?
    /// The text before the caret as reported by the application, plus the text committed since; nil: the application reports no text.
    var told: String?
    /// The text after the caret, or after the selection, as reported.
    var behind = ""
    /// The whole text as last reported.
    var whole = ""
    /// The selected text, as reported.
    var selected = ""
    /// The application has reported its text since our last commit.
    var isFresh = false
    /// The application has stopped reporting its text, but since its last report of the caret only commits have happened in the field.
    var isTracked = false
    /// Whether neither a key nor a click has come since the last commit, as far as the input method knows.
    var isUndisturbed = false
    /// Whether another object of the application received the focus since the last commit, as with LibreOffice's paragraphs.
    var isOtherObject = false
    /// The last reported text ends with the preedit: either it was committed, or this client includes preedit in its surrounding text.
    var tellsPreedit = false
    /// Whether the client includes the preedit in its surrounding text.
    var includesPreedit = false
    var hasSelection = false
    /// The capitalization that it asks for.
    var capitals = InsertionPlace.Capitals.asWritten
    /// The place of the last commit.
    var lastPlace = InsertionPlace()
    /// Whether the application ignored a deletion request.
    var refusesChanges = false
    /// Whether the application ignores deletion requests silently, or reports them wrongly: Backspace is used instead.
    var deletesByKeys = false
    /// The text written and typed since the field received the focus, for applications that do not report theirs.
    var written = ""
    /// The text directly before the caret that was committed here, without typing or clicks since.
    var ownText = ""
    /// Whether a key was sent to the application after its last text report.
    var isTypedInto = false
    /// The text that inkd assumes before the caret.
    var knownToDaemon = ""
    /// The last words that were committed, with the spaces before them.
    var words: [String] = []
    /// The original readings of the words of the last commit, before an alternative was chosen.
    var read: [String] = []
    /// The text before the caret after the last commit.
    var after = ""
    /// The maximum number of words that can be undone one after the other.
    private static let mostWords = 50

    var before: String { told ?? written }

    /// Returns the place of the next insertion.
    func place(of purpose: TextInputInterface.Purpose?) -> InsertionPlace {
        InsertionPlace(
            before: before, after: behind, selected: selected, purpose: purpose ?? .text, capitals: capitals,
            isKnown: told != nil && (isFresh || isTracked))
    }

    /// Returns the end of the text before the caret, as far as it is relevant for recognition and inkd may know it.
    ///
    /// Typed text is included only if the application itself reports its text to input methods. The text of a terminal is never included: a
    /// password that it asks for looks like any other text.
    func context(of purpose: TextInputInterface.Purpose?) -> String {
        guard let told, purpose != .terminal, !(isTracked && isTypedInto) else { return ownText }
        return String(told.suffix(Self.contextLength))
    }

    /// Whether text before the caret is missing from the context, so that inkd cannot know whether a new word begins.
    func hidesText(of purpose: TextInputInterface.Purpose?) -> Bool { context(of: purpose).isEmpty && !before.isEmpty }

    private static let contextLength = 20

    /// Whether a word in the field can be replaced.
    var isCorrectable: Bool { told != nil && !refusesChanges }

    /// Whether the caret is where the last commit left it.
    var isWhereItWas: Bool {
        guard let told else { return false }
        if told.unicodeScalars.count == after.unicodeScalars.count, told.ends(with: after) { return true }
        // applications report a window of their text, and LibreOffice the sentence that contains the caret
        if min(told.count, after.count) >= 40 { return told.ends(with: after) || after.ends(with: told) }
        return after.ends(withSentence: told) || told.ends(withSentence: after)
    }

    /// Marks the caret's position as unknown.
    mutating func losePlace() {
        written = told.map { String($0.suffix(40)) } ?? written
        told = nil
        ownText = ""
        isFresh = false
        isTracked = false
        isUndisturbed = false
    }

    mutating func append(_ text: String) {
        told?.append(text)
        written = String((written + text).suffix(40))
        isFresh = false
    }

    mutating func committed(_ text: String) {
        lastPlace = place(of: nil)
        append(text)
        ownText = String((ownText + text).suffix(Self.contextLength))
        (hasSelection, selected) = (false, "")
        // spaces left over from a replaced word belong to the word that replaces it
        var word = words.last?.allSatisfy(\.isWhitespace) == true ? words.removeLast() : ""
        for character in text {
            if character.isWhitespace, word.contains(where: { !$0.isWhitespace }) {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        words = words.suffix(Self.mostWords)
        after = before
        (isUndisturbed, isOtherObject) = (true, false)
    }
}

extension Composition {
    mutating func focusIn(_ purpose: TextInputInterface.Purpose, id: String?, at now: Duration) {
        // ink for the previous field must not be committed to this one
        focusOut()
        forget()
        if presumed?.isOffered == false { presumed = nil }
        self.purpose = purpose
        field.id = id
        focusDaemon(at: now)
        undo?.due = now + configuration.telling
        tellLost(at: now)
    }

    mutating func focusOut() {
        guard purpose != nil else { return }
        if client.preeditCommit == .ifAsked, isPreeditCommitted {
            presumed = PresumedCommit(text: shown.preedit, id: field.id, before: field.before)
            takePreedit(leaving: true)
        }
        forget()
        purpose = nil
        if isAttached { actions.append(.call(.unfocus)) }
    }

    mutating func change(_ purpose: TextInputInterface.Purpose, at now: Duration) {
        guard let old = self.purpose, old != purpose else { return }
        releaseKeptSoon()
        if purpose.takesInk, old.takesInk { commitSoon(at: now) } else { forget() }
        self.purpose = purpose
        focusDaemon(at: now)
    }

    /// Discards all readings of the field: they must not be kept, restored or used as context.
    mutating func becomePassword(at now: Duration) {
        guard let purpose, purpose != .password else { return }
        lines = []
        change = nil
        let id = field.id
        field = Field()
        field.id = id
        change(.password, at: now)
    }

    /// Makes inkd drop its unread ink.
    mutating func dropUnread() {
        guard isAttached, purpose?.takesInk == true else { return }
        actions.append(.call(.focus(.none, language: nil, preContext: nil)))
    }

    mutating func read(in language: String?, at now: Duration) {
        guard self.language != language else { return }
        self.language = language
        focusDaemon(at: now)
    }

    mutating func refused(_ language: String, at now: Duration) {
        guard self.language == language else { return }
        read(in: nil, at: now)
        let remedy = LanguagePackage.name(for: language).map { "Install the package \($0)" } ?? "See: inkctl models list"
        tell("inkd has no model for “\(language)” and reads in its own language. \(remedy)", at: now)
    }

    mutating func reset(at now: Duration) {
        if hasCommittedPreedit { takePreedit() }
        // an application may send a reset because it carries out the request
        if change?.isLate == true { change = nil }
        let isEcho = deletedAt.map { now - $0 < configuration.echo } ?? false
        if isEcho, change != nil { return }
        if field.isTracked {
            // Firefox resets after every commit
            if isEchoOfCommit(at: now) { return }
            field.losePlace()
        }
        commitSoon(at: now)
        correction = nil
        // the application was only asked to delete: the stroke under way continues
        if !isEcho {
            field.isUndisturbed = false
            field.ownText = ""
            caretMayMove(at: now)
            cancelStroke()
        }
        guard field.told == nil else { return }
        // the caret's position is unknown now
        (field.written, field.ownText) = ("", "")
        releaseKeptSoon()
    }

    /// Whether the client commits the pending text when the focus moves.
    var isPreeditCommitted: Bool { (shown.mode == .commit || client.preeditCommit == .always) && !shown.preedit.isEmpty && !lines.isEmpty }

    /// Whether the client, which has reset, has committed the pending text. Not all clients do so at every reset: those that did report the
    /// text first.
    private var hasCommittedPreedit: Bool {
        guard isPreeditCommitted else { return false }
        return switch client.preeditCommit {
        case .always, .ifAskedAtAnyReset: true
        case .never, .ifAsked, .ifAskedAtReset: field.tellsPreedit
        }
    }

    private func isEchoOfCommit(at now: Duration) -> Bool { committedAt.map { now - $0 < configuration.echo } ?? false }

    /// Records a key as typed: its text becomes the context of the next word.
    mutating func typed(_ key: Key, at now: Duration) {
        click = nil
        typedAt = now
        field.isUndisturbed = false
        if key != .modifier { field.isTypedInto = true }
        switch key {
        case .character(let character):
            field.append(String(character))
            field.ownText = ""
        case .backspace:
            if field.isTracked { field.losePlace() }
            if !field.written.isEmpty { field.written.removeLast() }
            if !field.ownText.isEmpty { field.ownText.removeLast() }
        case .modifier: break
        default:
            if field.isTracked { field.losePlace() }
            (field.written, field.ownText) = ("", "")
        }
        field.isFresh = false
    }

    mutating func attached(at now: Duration) {
        isAttached = true
        // another daemon may restart its numbering
        taken = TakenStrokes()
        kept = nil
        (number, leftWriting) = (nil, nil)
        focusDaemon(at: now)
    }

    mutating func connectionLost(at now: Duration) {
        let wasAttached = isAttached
        isAttached = false
        commitAll(at: now)
        (mayBeWriting, strokeUntil) = (false, nil)
        (isPenNear, penUntil) = (false, now)
        guard purpose != nil else { return }
        tell(wasAttached ? "inkd has gone; the pen writes again when it is back." : "inkd is not running: the pen writes nothing.", at: now)
    }

    /// Records that a pen entered or left a tablet's proximity.
    mutating func notePen(isNear: Bool, at now: Duration) {
        guard isNear != isPenNear else { return }
        isPenNear = isNear
        if !isNear { penUntil = now + configuration.penAway }
    }

    /// Records that the pen did something: the only sign of a pen from an inkd that does not report proximity.
    mutating func notePen(at now: Duration) { penUntil = max(penUntil, now + configuration.penAway) }

    /// Whether a pen is near, or was a moment ago: the text before the caret helps to read its writing. Otherwise inkd receives no text.
    func isPenPresent(at now: Duration) -> Bool { isPenNear || now < penUntil }

    /// Sends the context if it differs from the one known to inkd and a pen is present.
    mutating func sendContext(at now: Duration) {
        guard isAttached, let purpose, purpose.takesInk, isPenPresent(at: now) else { return }
        let context = field.context(of: purpose)
        guard context != field.knownToDaemon else { return }
        field.knownToDaemon = context
        actions.append(.call(.setContext(context)))
    }

    private mutating func focusDaemon(at now: Duration) {
        guard isAttached, let purpose else { return }
        let context = isPenPresent(at: now) ? field.context(of: purpose) : ""
        field.knownToDaemon = context
        actions.append(.call(.focus(purpose, language: language, preContext: context.isEmpty ? nil : context)))
    }

    /// Discards the pending text, which belongs to a field that has lost the focus.
    private mutating func forget() {
        keepLost()
        number = nil
        lines = []
        kept = nil
        releasesKept = false
        (mayBeWriting, strokeUntil) = (false, nil)
        correction = nil
        written = WrittenWords()
        click = nil
        change = nil
        unconfirmed = nil
        (quietUntil, keyUntil) = (nil, nil)
        if !field.words.isEmpty { left = field }
        let id = field.id
        field = Field()
        field.id = id
    }
}
