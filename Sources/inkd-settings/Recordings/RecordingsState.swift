internal import Glibc
internal import InkProtocol

/// Recordings of pen sessions: the one that goes on, and those that are kept. Pure.
struct RecordingsState: Sendable, Hashable {
    /// The user's own recording; nil while nobody has asked.
    private(set) var current: RecorderInterface.State?
    /// Other users record devices that this user may use.
    private(set) var others = 0
    /// What is kept, the newest first.
    private(set) var kept: [RecorderInterface.Recording] = []
    private(set) var bytes = 0
    private(set) var limit = 0
    /// The person has agreed to be recorded.
    var hasConsent = false
    /// Texts are to be asked for.
    var asksForTexts = false
    /// The texts that are copied; nil where none are asked for.
    private(set) var lesson: Lesson?
    /// Texts that were written and left out.
    private(set) var counts = Counts()
    /// A recording whose deletion is to be confirmed.
    private(set) var doomed: String?

    /// A recording goes on.
    var isRecording: Bool { current?.recording != nil }

    /// One may be begun.
    var canStart: Bool { current != nil && !isRecording && hasConsent }

    /// The state of the recorder.
    mutating func read(_ state: RecorderInterface.State, others: Int) { (current, self.others) = (state, others) }

    /// What is kept.
    mutating func read(_ list: RecorderInterface.List.Reply) {
        kept = list.recordings.filter { !$0.active }.reversed()
        (bytes, limit) = (list.bytes, list.limit)
        if !kept.contains(where: { $0.name == doomed }) { doomed = nil }
    }

    /// "Delete" is pressed on a recording: the first time it is asked for again.
    ///
    /// - Returns: whether it is to be deleted now.
    mutating func delete(_ name: String) -> Bool {
        defer { doomed = doomed == name ? nil : name }
        return doomed == name
    }

    /// A recording has begun, with these texts to be copied, or none.
    ///
    /// - Returns: what is to be noted in it.
    mutating func began(_ prompts: [String]?) -> [Note] {
        lesson = prompts.map(Lesson.init)
        counts = Counts()
        return promptNote
    }

    /// What is on the paper is the text.
    mutating func accept() -> [Note] {
        guard let (text, _) = lesson?.accept() else { return [] }
        counts.accepted += 1
        return [Note(key: "accepted", text: text)] + promptNote
    }

    /// The text is left out.
    mutating func skip() -> [Note] {
        guard let text = lesson?.skip() else { return [] }
        counts.skipped += 1
        return [Note(key: "skipped", text: text)] + promptNote
    }

    /// The text is written once more.
    mutating func again() -> [Note] {
        guard let text = lesson?.again() else { return [] }
        return [Note(key: "repeated", text: text)] + promptNote
    }

    /// The recording has ended: the next one is another person's, who has not agreed yet.
    mutating func ended() { (lesson, hasConsent) = (nil, false) }

    /// A pointer on the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { lesson?.draw(change) }

    private var promptNote: [Note] { lesson?.prompt.map { [Note(key: "prompt", text: $0)] } ?? [] }

    /// Numbers of texts.
    struct Counts: Sendable, Hashable {
        var accepted = 0
        var skipped = 0
    }

    /// A note in a recording, as `inkctl record prompts` makes them.
    struct Note: Sendable, Hashable {
        var key: String
        var text: String
    }

    /// What goes on, in a sentence.
    var summary: String {
        guard let current else { return "" }
        let strangers = others == 0 ? "" : " Somebody else records a tablet that you use."
        guard let name = current.recording else { return "Nothing is being recorded.\(strangers)" }
        if let pause = current.paused { return "\(name): waiting, as \(Self.reason(of: pause)).\(strangers)" }
        return "\(name): recording what the pen does now.\(strangers)"
    }

    /// What is kept, in a sentence.
    var usage: String { kept.isEmpty ? "None." : "\(Self.size(bytes)) of the \(Self.size(limit)) that they may have." }

    private static func reason(of pause: RecorderInterface.Pause) -> String {
        switch pause {
        case .locked: "the screen is locked"
        case .otherUser: "somebody else is at the screen"
        case .inactive: "no session is active at the screen"
        case .asleep: "the machine goes to sleep"
        case .password: "a password is asked for"
        case .noDevice: "there is no tablet"
        }
    }

    /// When a recording was made, whose writing it has and how large it is.
    static func details(of recording: RecorderInterface.Recording) -> String {
        var words: [String] = []
        if let began = recording.began { words.append(date(began)) }
        if let began = recording.began, let ended = recording.ended, ended >= began { words.append(duration((ended - began) / 1000)) }
        words.append(size(recording.bytes))
        if let writer = recording.writer, !writer.isEmpty { words.append("by \(writer)") }
        if let problem = recording.problem { words.append("ended early: \(problem)") }
        return words.joined(separator: " · ")
    }

    /// Bytes in the unit that suits them.
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\((bytes + 500) / 1000) kB"
        default: "\((bytes + 500_000) / 1_000_000) MB"
        }
    }

    private static func duration(_ seconds: Int) -> String { seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s" }

    /// Milliseconds since 1970 as a date and time of this place.
    private static func date(_ milliseconds: Int) -> String {
        var (time, parts) = (time_t(milliseconds / 1000), tm())
        localtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%x %H:%M", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
