internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import ModelStore

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
    /// How its time runs against the loop's.
    var clock = ReplayClock.live
    /// Calls the editor when its deadline has come.
    var timer: EventSource?
    /// What the timer is wound for; nil if it rests.
    var deadline: Instant?
    /// Where its changes are kept; nil if nowhere.
    var place: PartPlace?
    /// A part was asked for and is being read.
    var isLoading = false
    /// Millimetres.
    var viewSize: (width: Double, height: Double)?
    /// What was set for this editor alone.
    var configuration = Configuration()
    /// The tag that its part's language was fixed to.
    var partLanguage: String?
    /// What its part is read in; nil for what the daemon reads in.
    var language: InstalledModel?
    /// What pointers do that do something else than they usually do.
    var tools: [EditorInterface.PointerKind: EditorInterface.Tool] = [:]
    /// The pointer of a client that is down.
    var pointerDown: Int?
    /// How many strokes are being looked at for gestures and figures.
    var questions = 0
    /// Nothing is being written, read or looked at.
    var isIdle: Bool { ink.isIdle && questions == 0 && !isLoading }
    /// Clients that wait until everything has been read, by connection.
    var waiting: [ClientID: IdleWait] = [:]

    init(id: EditorID, name: String, device: DeviceID? = nil, creator: UInt32? = nil, ink: InkEditor) {
        self.id = id
        self.name = name
        self.device = device
        self.creator = creator
        self.ink = ink
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
        let kind: EditorInterface.PointerKind = switch event.tool {
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
