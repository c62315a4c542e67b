internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import ModelStore
internal import Recognition
internal import System

/// An editor: its ink, part, timer and readings. Belongs to a workspace.
final class EditorSession {
    let handle: EditorHandle
    /// The strokes and their readings.
    private(set) var ink: InkEditor
    var part = PartBinding()
    var reading = ReadingState()
    var surface = WritingSurface()
    /// Values set for this editor alone.
    var configuration = Configuration()
    let timer: DeadlineTimer

    init(_ handle: EditorHandle, ink: InkEditor, timer: DeadlineTimer) {
        self.handle = handle
        self.ink = ink
        self.timer = timer
    }

    /// Its name on the socket.
    var name: String { handle.name }

    /// Names the editor among those of all runs of the daemon, and of all users that its device has had.
    private let instance = String(UInt64.random(in: .min ... .max), radix: 36)
    /// What watches were told, or would have been.
    private var events = 0

    /// Counts an event that watches are told.
    func countEvent() { events += 1 }

    /// Names the editor as it is after its last event: a client that knows it has missed nothing.
    var mark: String { "\(instance)-\(events)" }

    /// Nothing is being written, read or looked at.
    var isIdle: Bool { ink.isIdle && reading.questions == 0 && part.loading == nil }

    /// Grows with every change of the ink but those of the contact in progress.
    private(set) var edition = 0

    /// Changes the ink; the owner applies the effects.
    func edit<Result>(_ body: (inout InkEditor) throws -> Result) rethrows -> Result {
        edition += 1
        return try body(&ink)
    }

    /// Takes in what a device's pointer did, as the tool that it is; the owner applies the effects.
    func take(_ event: PointerEvent) -> EditorEffects {
        let effects = ink.pointer(event, as: surface.tool(of: .init(event.tool)).editorTool)
        if !effects.isEmpty { edition += 1 }
        return effects
    }

    /// A copy for an edit that takes long, and the edition that it is of.
    func draft() -> (ink: InkEditor, edition: Int) {
        let draft = edit { $0.draft() }
        return (draft, edition)
    }

    /// Takes over an edit that was made on a draft; false if the ink has changed since.
    func adopt(_ edited: InkEditor, of edition: Int) -> Bool {
        guard edition == self.edition else { return false }
        edit { ink in
            // a device's pen may have gone on; of other editors every contact is a change
            if handle.origin == nil { ink = edited } else { ink.adopt(edited) }
        }
        return true
    }

    /// Goes on with another document.
    ///
    /// - Parameter goesOn: a stroke in progress goes on in it.
    func begin(_ ink: InkEditor, at place: PartPlace?, language: String?, contactGoesOn goesOn: Bool = false) {
        let offset = self.ink.unixOffset
        if goesOn { self.ink.adopt(ink) } else { self.ink = ink }
        self.ink.unixOffset = offset
        edition += 1
        part.place = place
        part.language = language
        part.loading = nil
        part.loadNumber += 1
        part.problem = nil
        reading.generation += 1
        (reading.questions, reading.formulas) = (0, 0)
        reading.results = [:]
        surface.pointerDown = nil
    }

    /// Whether the editor has this part open, or is loading it.
    func has(_ place: PartPlace) -> Bool { part.place == place || part.loading == place }

    /// Whether an event of a device is anything to the editor: fingers are not, unless they have been given a tool, or there is something to
    /// move.
    func wants(_ event: PointerEvent) -> Bool { event.tool != .finger || surface.tools[.finger] != nil || ink.hasSelection }
}

/// The part that an editor's changes are written to.
struct PartBinding {
    /// nil if nowhere.
    var place: PartPlace?
    /// The part that was asked for and is being read; nothing can be written meanwhile.
    var loading: PartPlace?
    /// The number of the loading: the result of one that was given up is dropped.
    var loadNumber = 0
    /// The package of a device's editor until a client opens one for it.
    var unnamed: PackageKey?
    /// The failure to write the last changes; nil if they were written.
    var problem: String?
    /// The tag that the part's language was fixed to.
    var language: String?
    /// The editor is gone: it has no part any more, and gets none.
    var isClosed = false
}

/// State of reading an editor's lines.
struct ReadingState {
    /// Grows whenever another document takes the place of the one before: an answer about that one is not for this one.
    var generation = 0
    /// The model that reads its part; nil for the daemon's.
    var language: InstalledModel?
    /// What lines are read as by that model, or the daemon's.
    var lineContent = LineContent.words
    /// Hints about the text: only where it is written for an input method.
    var hints = RecognitionHints()
    /// Results that were written behind formulas.
    var results: [LineID: WrittenResult] = [:]
    /// Strokes that are being looked at for gestures and figures.
    var questions = 0
    /// Those of them that may be formulas.
    var formulas = 0
    /// Lines that an input method was given readings of.
    var publishedLines: Set<LineID> = []
    /// A line behind which the pen has begun another word, and its revision then.
    var ended: (line: LineID, revision: UInt64)?
    /// The text that an input method put into its field last.
    var committed: CommittedText?
    /// The ink of text in the field that later strokes may carry on.
    var kept: KeptText?
    /// Lines of a field that has lost the focus which are still being read.
    var late: LateLines?
}

/// The surface that an editor's ink is written on, and its tools.
struct WritingSurface {
    /// Millimetres.
    var viewSize: (width: Double, height: Double)?
    /// Boxes on it that hold one character each.
    var boxes: CharacterBoxes?
    /// Tools of pointers that differ from the default.
    var tools: [EditorInterface.PointerKind: EditorInterface.Tool] = [:]
    /// The pointer that is down, and the client that has it.
    var pointerDown: (pointer: Int, client: ClientID)?
    /// Maps its time to the loop's.
    var clock = ReplayClock.live
    /// Pointer-ups among the events taken in.
    var upsTaken = 0
    /// The field that its text goes into; nil while there is none, and for editors that write no text for input methods.
    var target: TextTarget?

    /// The tool of a kind of pointer.
    func tool(of kind: EditorInterface.PointerKind) -> EditorInterface.Tool {
        if let tool = tools[kind] { return tool }
        return switch kind {
        case .pen, .custom1, .custom2, .custom3, .custom4, .custom5: .pen
        case .finger: .hand
        case .eraser: .eraser
        }
    }
}

/// Calls an editor when its deadline has come. Armed anew only when the deadline has changed.
final class DeadlineTimer {
    private let executor: ThreadExecutor
    private let action: @Sendable () -> Void
    private var timer: ThreadExecutor.Timer?
    private var deadline: Instant?

    init(_ executor: ThreadExecutor, _ action: @escaping @Sendable () -> Void) {
        self.executor = executor
        self.action = action
    }

    deinit { timer?.cancel() }

    /// - Parameter clock: the mapping of the deadline's time to CLOCK_MONOTONIC.
    func arm(for deadline: Instant?, _ clock: ReplayClock) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        timer?.cancel()
        timer = deadline.map { executor.schedule(at: clock.loopTime(at: $0), action) }
    }

    /// It has fired.
    func disarm() {
        deadline = nil
        timer = nil
    }
}

/// Text that was put into a field last: a gesture over it is about the field.
struct CommittedText {
    var strokes: [Stroke]
    var words: [LineWord]
    /// The field's number.
    let field: Int?
    /// Microseconds of CLOCK_MONOTONIC.
    var time: UInt64
    /// The stroke that may be a gesture over it; nil: the first one in the editor.
    var gesture: StrokeID?

    /// Microseconds for which it counts.
    static let lifetime: UInt64 = 10_000_000
}

extension EditorInterface.Tool {
    /// As an editor has it.
    var editorTool: EditorTool {
        switch self {
        case .pen: .pen
        case .hand: .hand
        case .eraser: .eraser
        case .selector: .selector
        case .highlighter: .highlighter
        }
    }
}

extension EditorInterface.PointerKind {
    /// The kind of a device's pointer.
    init(_ tool: PointerTool) {
        self =
            switch tool {
            case .pen: .pen
            case .eraser: .eraser
            case .finger: .finger
            }
    }
}
