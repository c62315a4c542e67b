internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import ModelStore
internal import Recognition

/// Names an editor among all; never used twice.
struct EditorID: Hashable, Sendable {
    let value: UInt64
}

/// A part of an open package.
struct PartPlace: Hashable, Sendable {
    let package: PackageKey
    let part: PartID
}

/// An editor, what it edits, and who may use it. Loop thread only.
final class EditorSession {
    let id: EditorID
    /// Its name on the socket.
    let name: String
    /// The device it belongs to; nil for an editor that a client created.
    let device: DeviceID?
    /// Who created it; nil for a device's.
    let creator: UInt32?
    /// The strokes, and what they say.
    var ink: InkEditor
    /// Grows whenever another document takes the place of the one before: what was asked of that one is not for this one.
    private(set) var generation = 0
    /// How its time runs against the loop's.
    var clock = ReplayClock.live
    /// Calls the editor when its deadline has come.
    var timer: EventSource?
    /// What the timer is wound for; nil if it rests.
    var deadline: Instant?
    /// Where its changes are kept; nil if nowhere.
    var place: PartPlace?
    /// The part that was asked for and is being read; nothing can be written meanwhile.
    var loading: PartPlace?
    /// Which loading that is: one that was given up counts no more.
    var loadNumber = 0
    /// What a device's editor keeps for itself while nobody opened a package for it.
    var unnamed: PackageKey?
    /// Why the last changes could not be written; nil if they could.
    var storageProblem: String?
    /// Millimetres.
    var viewSize: (width: Double, height: Double)?
    /// What was set for this editor alone.
    var configuration = Configuration()
    /// The tag that its part's language was fixed to.
    var partLanguage: String?
    /// What its part is read in; nil for what the daemon reads in.
    var language: InstalledModel?
    /// What is known of what is written: only where text is written for an input method.
    var hints = RecognitionHints()
    /// Lines that an input method was told of.
    var toldLines: Set<LineID> = []
    /// What an input method put into its field last.
    var taken: TakenText?
    /// What pointers do that do something else than they usually do.
    var tools: [EditorInterface.PointerKind: EditorInterface.Tool] = [:]
    /// The pointer of a client that is down.
    var pointerDown: Int?
    /// How many strokes are being looked at for gestures and figures.
    var questions = 0
    /// Nothing is being written, read or looked at.
    var isIdle: Bool { ink.isIdle && questions == 0 && loading == nil }
    /// Clients that wait until everything has been read, by connection.
    var waiting: [ClientID: IdleWait] = [:]

    init(id: EditorID, name: String, device: DeviceID? = nil, creator: UInt32? = nil, ink: InkEditor) {
        self.id = id
        self.name = name
        self.device = device
        self.creator = creator
        self.ink = ink
    }

    /// Whether it has this part, or will have.
    func has(_ part: PartPlace) -> Bool { place == part || loading == part }

    /// Whether it has a part of this package, or will have.
    func has(partOf package: PackageKey) -> Bool { place?.package == package || loading?.package == package }

    /// Goes on with another document.
    func begin(_ ink: InkEditor, at place: PartPlace?, language: String?) {
        let offset = self.ink.unixOffset
        self.ink = ink
        self.ink.unixOffset = offset
        self.place = place
        partLanguage = language
        generation += 1
        questions = 0
        pointerDown = nil
        loading = nil
        loadNumber += 1
        storageProblem = nil
    }

    /// What a kind of pointer does.
    func tool(of kind: EditorInterface.PointerKind) -> EditorInterface.Tool {
        if let tool = tools[kind] { return tool }
        return switch kind {
        case .pen, .custom1, .custom2, .custom3, .custom4, .custom5: .pen
        case .finger: .hand
        case .eraser: .eraser
        }
    }

    /// What a device's event is to the editor, by its pointer's tool; nil if it is nothing.
    func mapped(_ event: PointerEvent) -> PointerEvent? {
        // what devices usually do needs no looking up
        guard !tools.isEmpty else { return event.tool == .finger ? nil : event }
        let kind: EditorInterface.PointerKind =
            switch event.tool {
            case .pen: .pen
            case .eraser: .eraser
            case .finger: .finger
            }
        guard let tool = tool(of: kind).pointerTool else { return nil }
        var event = event
        event.tool = tool
        return event
    }
}

/// A client that waits until an editor is idle.
struct IdleWait {
    let oneway: Bool
    let timeout: Int
    /// Ends the waiting; gone with it.
    let timer: EventSource
    /// What is done then; it has the client answered.
    let proceed: (isolated Daemon, EditorSession, Client) -> Void
}

extension EditorInterface.Tool {
    /// What it does to ink; nil if nothing.
    var pointerTool: PointerTool? {
        switch self {
        case .pen, .highlighter: .pen
        case .eraser: .eraser
        case .hand, .selector: nil
        }
    }
}
