internal import Glibc
internal import InkProtocol

/// Recordings of pen sessions: the current one, and the stored ones. Pure.
struct RecordingsState: Sendable, Hashable {
    /// The user's own recording; nil before inkd was asked for it.
    private(set) var current: RecorderInterface.State?
    /// The number of other users who record devices that this user may use.
    private(set) var others = 0
    /// The stored recordings, newest first.
    private(set) var kept: [RecorderInterface.Recording] = []
    private(set) var bytes = 0
    private(set) var limit = 0
    /// Whether the user has agreed to be recorded.
    var hasConsent = false
    /// Whether to ask for texts.
    var asksForTexts = false
    /// The texts to copy; nil if no texts are asked for.
    private(set) var lesson: Lesson?
    /// The numbers of written and skipped texts.
    private(set) var counts = Counts()
    /// A recording whose deletion needs confirmation.
    private(set) var doomed: String?

    /// Whether a recording is in progress.
    var isRecording: Bool { current?.recording != nil }

    /// Whether a recording may be started.
    var canStart: Bool { current != nil && !isRecording && hasConsent }

    /// Records the state of the recorder.
    mutating func read(_ state: RecorderInterface.State, others: Int) { (current, self.others) = (state, others) }

    /// Records the list of stored recordings.
    mutating func read(_ list: RecorderInterface.List.Reply) {
        kept = list.recordings.filter { !$0.active }.reversed()
        (bytes, limit) = (list.bytes, list.limit)
        if !kept.contains(where: { $0.name == doomed }) { doomed = nil }
    }

    /// Handles "Delete" on a recording: the first press asks for confirmation.
    ///
    /// - Returns: whether to delete the recording now.
    mutating func delete(_ name: String) -> Bool {
        defer { doomed = doomed == name ? nil : name }
        return doomed == name
    }

    /// Begins a recording.
    ///
    /// - Parameter prompts: texts to copy; nil for no texts.
    /// - Returns: the notes to add to the recording.
    mutating func began(_ prompts: [String]?) -> [Note] {
        lesson = prompts.map(Lesson.init)
        counts = Counts()
        return promptNote
    }

    /// Accepts the ink on the paper as the current text. Returns the notes to add to the recording.
    mutating func accept() -> [Note] {
        guard let (text, _) = lesson?.accept() else { return [] }
        counts.accepted += 1
        return [Note(key: "accepted", text: text)] + promptNote
    }

    /// Skips the current text. Returns the notes to add to the recording.
    mutating func skip() -> [Note] {
        guard let text = lesson?.skip() else { return [] }
        counts.skipped += 1
        return [Note(key: "skipped", text: text)] + promptNote
    }

    /// Begins the current text again. Returns the notes to add to the recording.
    mutating func again() -> [Note] {
        guard let text = lesson?.again() else { return [] }
        return [Note(key: "repeated", text: text)] + promptNote
    }

    /// Ends the recording, and removes the consent: the next recording may be by another person, who has not agreed yet.
    mutating func ended() { (lesson, hasConsent) = (nil, false) }

    /// Applies a pointer's change to the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { lesson?.draw(change) }

    private var promptNote: [Note] { lesson?.prompt.map { [Note(key: "prompt", text: $0)] } ?? [] }

    /// Numbers of texts.
    struct Counts: Sendable, Hashable {
        var accepted = 0
        var skipped = 0
    }

    /// A note in a recording, as added by `inkctl record prompts`.
    struct Note: Sendable, Hashable {
        var key: String
        var text: String
    }

    /// The state of the recorder in a sentence.
    var summary: String {
        guard let current else { return "" }
        let strangers = others == 0 ? "" : " Another user records a tablet that you use."
        guard let name = current.recording else { return "No recording is in progress.\(strangers)" }
        if let pause = current.paused { return "\(name): paused because \(Self.reason(of: pause)).\(strangers)" }
        return "\(name): recording.\(strangers)"
    }

    /// The size of the stored recordings in a sentence.
    var usage: String { kept.isEmpty ? "No recordings." : "\(Self.size(bytes)) of \(Self.size(limit)) used." }

    private static func reason(of pause: RecorderInterface.Pause) -> String {
        switch pause {
        case .locked: "the screen is locked"
        case .otherUser: "another user is at the screen"
        case .inactive: "no session is active at the screen"
        case .asleep: "the machine is going to sleep"
        case .password: "a password is being entered"
        case .noDevice: "no tablet is connected"
        }
    }

    /// Returns a recording's date, duration, size and writer, and the problem that ended it early.
    static func details(of recording: RecorderInterface.Recording) -> String {
        var words: [String] = []
        if let began = recording.began { words.append(date(began)) }
        if let began = recording.began, let ended = recording.ended, ended >= began { words.append(duration((ended - began) / 1000)) }
        words.append(size(recording.bytes))
        if let writer = recording.writer, !writer.isEmpty { words.append("by \(writer)") }
        if let problem = recording.problem { words.append("ended early: \(problem)") }
        return words.joined(separator: " · ")
    }

    /// Formats bytes in a suitable unit.
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\((bytes + 500) / 1000) kB"
        default: "\((bytes + 500_000) / 1_000_000) MB"
        }
    }

    private static func duration(_ seconds: Int) -> String { seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s" }

    /// Formats milliseconds since 1970 as a local date and time.
    private static func date(_ milliseconds: Int) -> String {
        var (time, parts) = (time_t(milliseconds / 1000), tm())
        localtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%x %H:%M", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
