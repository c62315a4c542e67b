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

    /// The editor's name on the socket.
    var name: String { handle.name }

    /// A random identifier, unique over all runs of the daemon and all users of the device.
    private let instance = String(UInt64.random(in: .min ... .max), radix: 36)
    /// The number of published events, whether or not a client watched.
    private var events = 0

    /// Counts an event that is sent to watches.
    func countEvent() { events += 1 }

    /// The mark of the state after the last event. A client that knows this mark has missed nothing.
    var mark: String { "\(instance)-\(events)" }

    /// Whether nothing is being written, recognized, examined or loaded.
    var isIdle: Bool { ink.isIdle && reading.questions == 0 && part.loading == nil }

    /// The number of changes of the ink, except for changes by the contact in progress.
    private(set) var edition = 0

    /// Changes the ink. The caller applies the effects.
    func edit<Result>(_ body: (inout InkEditor) throws -> Result) rethrows -> Result {
        edition += 1
        return try body(&ink)
    }

    /// Applies an event of a device's pointer, with the tool that the pointer is mapped to. The caller applies the effects.
    func take(_ event: PointerEvent) -> EditorEffects {
        let effects = ink.pointer(event, as: surface.tool(of: .init(event.tool)).editorTool)
        if !effects.isEmpty { edition += 1 }
        return effects
    }

    /// Returns a copy for an edit that takes long, and the edition of the copy.
    func draft() -> (ink: InkEditor, edition: Int) {
        let draft = edit { $0.draft() }
        return (draft, edition)
    }

    /// Applies an edit that was made on a draft; returns false if the ink has changed since the draft was made.
    func adopt(_ edited: InkEditor, of edition: Int) -> Bool {
        guard edition == self.edition else { return false }
        edit { ink in
            // a device's pen may have continued to write; in other editors any contact invalidates the draft
            if handle.origin == nil { ink = edited } else { ink.adopt(edited) }
        }
        return true
    }

    /// Replaces the document.
    ///
    /// - Parameter goesOn: whether a stroke in progress continues in the new document.
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

    /// Returns whether the editor has this part open, or is loading it.
    func has(_ place: PartPlace) -> Bool { part.place == place || part.loading == place }

    /// Returns whether an event of a device concerns the editor. A finger event concerns it only if fingers have been assigned a tool, or
    /// there is a selection to move.
    func wants(_ event: PointerEvent) -> Bool { event.tool != .finger || surface.tools[.finger] != nil || ink.hasSelection }
}

/// The part that an editor's changes are written to.
struct PartBinding {
    /// The stored part; nil if changes are not stored.
    var place: PartPlace?
    /// The requested part while it is being read; during this time nothing can be written into the editor.
    var loading: PartPlace?
    /// The number of the last load. Results of earlier loads are dropped.
    var loadNumber = 0
    /// The package of a device's editor that is used until a client opens another one.
    var unnamed: PackageKey?
    /// The error of the last write; nil if it succeeded.
    var problem: String?
    /// The tag of the part's fixed language.
    var language: String?
    /// Whether the editor is closed: it has no part, and cannot get one.
    var isClosed = false
}

/// The state of recognizing an editor's lines.
struct ReadingState {
    /// Generation counter, incremented when the document is replaced; stale recognizer answers are dropped.
    var generation = 0
    /// The model that recognizes the part; nil for the daemon's default.
    var language: InstalledModel?
    /// The content of lines, according to `language` or the daemon's default model.
    var lineContent = LineContent.words
    /// Hints about the text; set only for editors that write for an input method.
    var hints = RecognitionHints()
    /// Results that were written after formulas, by the formula's line.
    var results: [LineID: WrittenResult] = [:]
    /// Number of unanswered questions about gestures, figures and formulas.
    var questions = 0
    /// Number of unanswered questions about formulas.
    var formulas = 0
    /// Lines whose readings have been published to an input method.
    var publishedLines: Set<LineID> = []
    /// The line that ended early because a new word was started after it, with its revision at that time.
    var ended: (line: LineID, revision: UInt64)?
    /// The text that an input method committed to its field last.
    var committed: CommittedText?
    /// The ink of text in the field that later strokes may continue.
    var kept: KeptText?
    /// The contact of an eraser with text in the field.
    var erasing: FieldErasing?
    /// Lines of a field that has lost the focus, still being recognized.
    var late: LateLines?
}

/// The surface that an editor's ink is written on, and its tools.
struct WritingSurface {
    /// The size of the view, in millimeters.
    var viewSize: (width: Double, height: Double)?
    /// The boxes in the view, each of which is for one character; nil without boxes.
    var boxes: CharacterBoxes?
    /// Tools of kinds of pointers, where they differ from the default.
    var tools: [EditorInterface.PointerKind: EditorInterface.Tool] = [:]
    /// The pointer that is down, and its client.
    var pointerDown: (pointer: Int, client: ClientID)?
    /// The mapping of the device's time to the loop's.
    var clock = ReplayClock.live
    /// Number of pointer-ups among the processed events.
    var upsTaken = 0
    /// The field for which the text is written; nil without a field, and for editors that do not write for input methods.
    var target: TextTarget?
    /// The session that has the seat, whether or not text may be written for it now.
    var session: TextSession?

    /// Returns the tool of a kind of pointer.
    func tool(of kind: EditorInterface.PointerKind) -> EditorInterface.Tool {
        if let tool = tools[kind] { return tool }
        return switch kind {
        case .pen, .custom1, .custom2, .custom3, .custom4, .custom5: .pen
        case .finger: .hand
        case .eraser: .eraser
        }
    }
}

/// Calls an editor at its deadline. The timer is armed anew only when the deadline changes.
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

    /// Sets the timer for the deadline; nil cancels the timer.
    /// - Parameter clock: the mapping of the deadline's time to CLOCK_MONOTONIC.
    func arm(for deadline: Instant?, _ clock: ReplayClock) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        timer?.cancel()
        timer = deadline.map { executor.schedule(at: clock.loopTime(at: $0), action) }
    }

    /// Resets the timer after it has fired.
    func disarm() {
        deadline = nil
        timer = nil
    }
}

/// The text that was committed to a field last. A gesture over its ink edits the text in the field.
struct CommittedText {
    var strokes: [Stroke]
    var words: [LineWord]
    /// The field's number.
    let field: Int?
    /// The time from which `lifetime` counts, in microseconds of CLOCK_MONOTONIC.
    var time: UInt64
    /// The stroke that may be a gesture over the ink; nil if it is the first stroke in the editor.
    var gesture: StrokeID?

    /// Microseconds after a commit during which gestures over the text are expected.
    static let lifetime: UInt64 = 10_000_000
}

extension EditorInterface.Tool {
    /// The tool as an editor's type.
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
    /// Creates the kind of a device's pointer.
    init(_ tool: PointerTool) {
        self =
            switch tool {
            case .pen: .pen
            case .eraser: .eraser
            case .finger: .finger
            }
    }
}
