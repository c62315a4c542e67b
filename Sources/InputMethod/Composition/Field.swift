internal import Ink
import InkProtocol
internal import System

/// The state of the field that has the focus.
struct Field: Sendable {
    /// An identifier that is the same whenever this field has the focus; nil if unknown.
    var id: String?
    /// The text before the caret as reported by the application, and the text committed since; nil: it reports none.
    var told: String?
    /// The text behind the caret, or the selection, as reported.
    var behind = ""
    /// All of the text as reported last.
    var whole = ""
    /// The selected text, as reported.
    var selected = ""
    /// Told after the last commit.
    var isFresh = false
    /// The application has stopped telling its text, but nothing has happened in the field but commits since it told where the caret is.
    var isTracked = false
    /// Neither a key nor a click has come since the last commit, so far as the input method knows.
    var isUndisturbed = false
    /// Another object of the application has got the focus since the last commit, as paragraphs of LibreOffice are.
    var isOtherObject = false
    /// What was reported last ends with the preedit: it is committed, or the application counts it as its text.
    var tellsPreedit = false
    /// The application counts what is pending as its text.
    var includesPreedit = false
    var hasSelection = false
    /// The capitals that it asks for.
    var capitals = InsertionPlace.Capitals.asWritten
    /// Where the last commit went.
    var lastPlace = InsertionPlace()
    /// It ignored a request to delete.
    var refusesChanges = false
    /// It ignores requests to delete in silence, or what it says of them is not true: Backspace does it.
    var deletesByKeys = false
    /// The text written and typed since the focus came, for applications that do not report theirs.
    var written = ""
    /// The text directly before the caret that was committed here; nothing was typed or clicked since.
    var ownText = ""
    /// A key went to the application after the last report of its text.
    var isTypedInto = false
    /// The text that inkd assumes before the caret.
    var knownToDaemon = ""
    /// The last words that were committed, with the spaces before them.
    var words: [String] = []
    /// The original readings of the words of the last commit, before an alternative was chosen.
    var read: [String] = []
    /// The text before the caret after the last commit.
    var after = ""
    /// More words than this are not taken back one after the other.
    private static let mostWords = 50

    var before: String { told ?? written }

    /// Where the next text goes.
    func place(of purpose: TextInputInterface.Purpose?) -> InsertionPlace {
        InsertionPlace(
            before: before, after: behind, selected: selected, purpose: purpose ?? .text, capitals: capitals,
            isKnown: told != nil && (isFresh || isTracked))
    }

    /// The end of the text before the caret, as much as counts for reading and as inkd may know.
    ///
    /// What was typed is in it only where the application itself reports its text to input methods. A terminal's is never: a password that it asks
    /// for looks like any other text.
    func context(of purpose: TextInputInterface.Purpose?) -> String {
        guard let told, purpose != .terminal, !(isTracked && isTypedInto) else { return ownText }
        return String(told.suffix(Self.contextLength))
    }

    /// Something stands before the caret that is not in the context, so that inkd cannot know whether a new word begins.
    func hidesText(of purpose: TextInputInterface.Purpose?) -> Bool { context(of: purpose).isEmpty && !before.isEmpty }

    private static let contextLength = 20

    /// A word that is in it can be exchanged.
    var isCorrectable: Bool { told != nil && !refusesChanges }

    /// The caret is where the last commit left it.
    var isWhereItWas: Bool {
        guard let told else { return false }
        if told.unicodeScalars.count == after.unicodeScalars.count, told.ends(with: after) { return true }
        // applications tell a window of their text, and LibreOffice the sentence that the caret is in
        if min(told.count, after.count) >= 40 { return told.ends(with: after) || after.ends(with: told) }
        return after.ends(withSentence: told) || told.ends(withSentence: after)
    }

    /// Where the caret is, nobody knows any more.
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
        // spaces that are left of an exchanged word belong to the one that takes its place
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
        // ink for the field before must not come into this one
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
        if preeditCommit == .ifAsked, isPreeditCommitted {
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

    /// Nothing of what was read in the field may be kept, put in again or taken for context.
    mutating func becomePassword(at now: Duration) {
        guard let purpose, purpose != .password else { return }
        lines = []
        change = nil
        let id = field.id
        field = Field()
        field.id = id
        change(.password, at: now)
    }

    /// Has inkd drop what it has not read.
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
        // an application may say so because it does what it was asked to
        if change?.isLate == true { change = nil }
        let isEcho = deletedAt.map { now - $0 < configuration.echo } ?? false
        if isEcho, change != nil { return }
        if field.isTracked {
            // Firefox says so after every commit
            if isEchoOfCommit(at: now) { return }
            field.losePlace()
        }
        commitSoon(at: now)
        correction = nil
        // it was only asked to delete: the stroke under way goes on
        if !isEcho {
            field.isUndisturbed = false
            field.ownText = ""
            caretMayMove(at: now)
            cancelStroke()
        }
        guard field.told == nil else { return }
        // where the caret is now, nobody knows
        (field.written, field.ownText) = ("", "")
        releaseKeptSoon()
    }

    /// The client commits what is pending when the focus goes.
    var isPreeditCommitted: Bool { (shown.mode == .commit || preeditCommit == .always) && !shown.preedit.isEmpty && !lines.isEmpty }

    /// The client, which has reset, has committed what is pending. Not all of them do at every reset: those that have done it tell of the text first.
    private var hasCommittedPreedit: Bool {
        guard isPreeditCommitted else { return false }
        return switch preeditCommit {
        case .always, .ifAskedAtAnyReset: true
        case .never, .ifAsked, .ifAskedAtReset: field.tellsPreedit
        }
    }

    private func isEchoOfCommit(at now: Duration) -> Bool { committedAt.map { now - $0 < configuration.echo } ?? false }

    /// Typed text becomes the context of the next word.
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
        // another daemon may count from the beginning
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

    /// A pen came near a tablet, or went away.
    mutating func notePen(isNear: Bool, at now: Duration) {
        guard isNear != isPenNear else { return }
        isPenNear = isNear
        if !isNear { penUntil = now + configuration.penAway }
    }

    /// The pen did something. An inkd that does not report whether one is near is known by that alone.
    mutating func notePen(at now: Duration) { penUntil = max(penUntil, now + configuration.penAway) }

    /// A pen is near, or was a moment ago: what stands before the caret helps to read what it writes. Otherwise inkd learns nothing of the text.
    func isPenPresent(at now: Duration) -> Bool { isPenNear || now < penUntil }

    /// Sends the context if it differs from what inkd knows and a pen is there.
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

    /// Forgets the pending text, which belongs to a field that has lost the focus.
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
