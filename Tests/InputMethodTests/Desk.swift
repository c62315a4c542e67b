import InkProtocol
import InputMethod

/// A field with its display and the calls to inkd, around a composition. Time stands still unless it is let pass.
final class Desk {
    /// The behavior of the application. One that is `silentAfterDeletion` deletes, and tells nothing from then on; a `deaf` one does not hear that it
    /// is to delete, or asked.
    enum Application { case tells, ignoresDeletion, deaf, silentAfterDeletion, silent }

    var composition: Composition
    var now: Duration = .seconds(100)
    var application: Application
    private let isModule: Bool
    var text = ""
    /// The code points behind the caret.
    var behind = 0
    var preedit = ""
    var stable = 0
    var preeditMode = Composition.PreeditMode.clear
    var candidates: [String] = []
    var selected = 0
    var message = ""
    var commits: [String] = []
    /// Keys that the pen pressed.
    var keys: [Composition.PenKey] = []
    /// How often the application was asked for its text.
    var questions = 0
    var calls: [Composition.DaemonCall] = []
    /// The rectangles whose text was searched for.
    var searches: [TextInputInterface.Area] = []
    /// The delay after which the application reports a change of its text. A due report goes before its other events.
    var lateness: Duration = .zero
    /// How it reports its text.
    var reports: (String) -> String = { $0 }
    /// How it rewrites its text, as masks do; nil if it does not.
    var rewrites: ((String) -> String)?
    /// The delay after which it rewrites its text.
    var rewritingDelay: Duration = .zero
    /// It rewrites the preedit with its text, which ends the preedit, as a web page does that sets the value of its field.
    var rewritesPreedits = false
    /// It completes its text by this one, whose rest is selected.
    var completion = ""
    private var rewritesAt: Duration?
    private var tellsAt: Duration?
    private var hasDeleted = false
    /// How many of the next commits the client loses, as GNOME Shell does if another one follows before it has forwarded them.
    var lostCommits = 0
    /// It resets whenever text is put in, as Firefox does; inkd hears of it with the next event.
    var resetsAtCommits = false
    /// Its client tells of the preedit that it has committed only behind the reset.
    var tellsBehindReset = false
    private var resets: [Composition.Input] = []
    private var lastStroke = 0
    /// inkd's number of the field.
    private(set) var field = 1

    init(
        _ application: Application = .silent, purpose: TextInputInterface.Purpose = .text, tableDelay: Duration = .zero,
        isModule: Bool = false, isPenNear: Bool = true
    ) {
        var configuration = Composition.Configuration()
        configuration.display.candidateDelay = tableDelay
        composition = Composition(configuration: configuration)
        self.application = application
        self.isModule = isModule
        send(.attached)
        send(.penNear(isPenNear))
        send(.client(isModule ? .gtkModule : .wayland))
        send(.focusIn(purpose))
        tell()
        calls = []
    }

    func send(_ input: Composition.Input) {
        perform(composition.handle(input, at: now))
        while let reset = resets.popLast() { perform(composition.handle(reset, at: now)) }
    }

    /// The user clicked into the application.
    func click() {
        tellIfChanged()
        commitPreedit()
        send(.reset)
    }

    /// A client that is asked to puts the preedit into its field by itself, and tells of its text.
    private func commitPreedit() {
        guard preeditMode == .commit, !preedit.isEmpty else { return }
        insert(preedit)
        (preedit, preeditMode) = ("", .clear)
        if !tellsBehindReset { tell() }
    }

    @discardableResult
    func press(_ key: Composition.Key) -> Bool {
        tellIfChanged()
        // front ends hold keys back as long as text is exchanged
        while composition.isChanging { wait(.milliseconds(10)) }
        let (handled, actions) = composition.press(key, at: now)
        perform(actions)
        return handled
    }

    /// A key that reaches the application if the input method lets it go.
    func type(_ character: Character) {
        guard !press(.character(character)) else { return }
        insert(String(character))
        rewriteSoon()
        changed()
    }

    func wait(_ duration: Duration) {
        let end = now + duration
        while let next = [composition.nextDeadline, tellsAt, rewritesAt].compactMap({ $0 }).min(), next <= end {
            now = max(now, next)
            if let rewritesAt, rewritesAt <= now { rewrite() }
            if let tellsAt, tellsAt <= now { tell() }
            perform(composition.tick(at: now))
        }
        now = end
    }

    /// The application reports its surrounding text; the caret is at the end.
    func tell() {
        tellsAt = nil
        guard application != .silent, application != .silentAfterDeletion || !hasDeleted else { return }
        if !text.isEmpty, completion.hasPrefix(text) {
            return send(.surroundingText(completion, cursor: caret, anchor: completion.unicodeScalars.count))
        }
        send(.surroundingText(reports(text), cursor: caret, anchor: caret))
    }

    private func rewriteSoon() {
        guard rewrites != nil else { return }
        if rewritingDelay > .zero { rewritesAt = rewritesAt ?? now + rewritingDelay } else { rewrite() }
    }

    /// The application rewrites its text, and the preedit if it does so.
    private func rewrite() {
        rewritesAt = nil
        guard let rewrites else { return }
        let whole = text + (rewritesPreedits ? preedit : "")
        guard rewrites(whole) != whole else { return }
        if rewritesPreedits { (preedit, preeditMode) = ("", .clear) }
        text = rewrites(whole)
        if resetsAtCommits { send(.reset) }
        tell()
    }

    /// Another, empty field gets the focus; gives the text of the one that lost it.
    func leave() -> String {
        tellsAt = nil
        if preeditMode == .commit { insert(preedit) }
        let left = text
        (preedit, preeditMode) = ("", .clear)
        send(.focusOut)
        field += 1
        (text, behind) = ("", 0)
        send(.focusIn(.text))
        tell()
        wait(.seconds(2))
        return left
    }

    func touch() { send(.event(.init(sequence: 0, change: .strokeBegan, field: field))) }

    /// Ink of its own for a line.
    func ink(_ count: Int = 2) -> [Int] {
        lastStroke += count
        return Array(lastStroke - count + 1...lastStroke)
    }

    func read(_ reading: TextInputInterface.Reading) {
        send(.event(.init(sequence: 0, change: .reading, reading: reading, field: field)))
    }

    /// inkd tells what was finished in a field that has lost the focus.
    func readLate(_ text: String, line: Int = 1, strokes: [Int], of field: Int) {
        send(.event(.init(sequence: 0, change: .lateReading, reading: .sample(text, line: line, strokes: strokes), field: field)))
    }

    func read(
        _ text: String, line: Int = 1, strokes: [Int], final: Bool = true, candidates: [String] = [], stable: Int = 0
    ) {
        read(.sample(text, line: line, strokes: strokes, final: final, candidates: candidates, stable: stable))
    }

    /// A final reading whose words have these strokes.
    func read(_ text: String, strokes: [Int], words: [(text: String, strokes: [Int])]) {
        let words = words.map { TextInputInterface.Word(text: $0.text, candidates: [$0.text], strokes: $0.strokes) }
        read(.init(editor: "text1", line: 1, text: text, final: true, stablePrefix: 0, words: words, candidates: [text], strokes: strokes))
    }

    /// A word from the pen's touch to its final reading.
    func write(_ text: String, line: Int = 1, candidates: [String] = []) {
        touch()
        read(text, line: line, strokes: ink(), candidates: candidates)
        // it is shown for a moment first
        if isModule { wait(.milliseconds(40)) }
    }

    /// The caret's place, in code points.
    private var caret: Int { text.unicodeScalars.count - behind }

    private func insert(_ inserted: String) {
        let scalars = Array(text.unicodeScalars)
        text = String(String.UnicodeScalarView(scalars[..<caret] + Array(inserted.unicodeScalars) + scalars[caret...]))
    }

    /// The user clicks so many code points before the end of the text.
    func click(beforeEnd count: Int) {
        tellIfChanged()
        commitPreedit()
        behind = count
        send(.reset)
        changed()
    }

    private func perform(_ actions: [Composition.Action]) {
        var isChanged = false
        var isAsked = false
        for action in actions {
            switch action {
            case .setPreedit(let text, let stable, let mode): (preedit, self.stable, preeditMode) = (text, stable, mode)
            case .commit(let text):
                lostCommits -= 1
                if lostCommits < 0 { insert(text) }
                commits.append(text)
                if resetsAtCommits { commitPreedit() }
                isChanged = true
            case .delete(let before, let behind):
                // front ends ask along with it
                isAsked = application != .deaf
                guard application != .ignoresDeletion, application != .deaf else { continue }
                hasDeleted = true
                let (scalars, place) = (Array(text.unicodeScalars), caret)
                let (start, end) = (place - before.unicodeScalars.count, place + behind.unicodeScalars.count)
                text = String(String.UnicodeScalarView(scalars[..<start] + scalars[end...]))
                self.behind -= behind.unicodeScalars.count
                isChanged = true
            case .press(let key):
                keys.append(key)
                if key == .enter { self.text += "\n" } else if !self.text.isEmpty { self.text.removeLast() }
                isChanged = true
            case .askForText:
                questions += 1
                isAsked = application != .deaf
            case .showCandidates(let list, let selected): (candidates, self.selected) = (list, selected)
            case .hideCandidates: candidates = []
            case .showMessage(let text): message = text
            case .findText(let area): searches.append(area)
            case .call(let call): calls.append(call)
            }
        }
        if isChanged || (rewritesPreedits && !preedit.isEmpty) { rewriteSoon() }
        if isChanged || isAsked { changed() }
        if resetsAtCommits, actions.contains(where: { if case .commit = $0 { true } else { false } }) { resets.append(.reset) }
    }

    private func changed() {
        guard lateness > .zero else { return tell() }
        tellsAt = tellsAt ?? now + lateness
    }

    private func tellIfChanged() { if tellsAt != nil { tell() } }
}

extension TextInputInterface.Reading {
    /// One whose last word has the candidates.
    static func sample(
        _ text: String, line: Int = 1, strokes: [Int], final: Bool = true, candidates: [String] = [], stable: Int = 0
    ) -> TextInputInterface.Reading {
        let parts = text.split(separator: " ").map(String.init)
        let words = parts.enumerated().map { index, part in
            // each word has its own strokes, if there are enough
            let own =
                strokes.count < parts.count
                ? 0..<strokes.count : index * strokes.count / parts.count..<(index + 1) * strokes.count / parts.count
            return TextInputInterface.Word(
                text: part, candidates: index == parts.count - 1 ? [part] + candidates : [part], strokes: Array(strokes[own]))
        }
        return .init(
            editor: "text1", line: line, text: text, final: final, stablePrefix: stable, words: words, candidates: [text],
            strokes: strokes)
    }
}
