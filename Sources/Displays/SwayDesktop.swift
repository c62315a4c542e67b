internal import InputMethod
internal import Varlink

/// The focused window on sway, and the mapping of its pens.
final class SwayDesktop: PlaceSource {
    private let socket: SwaySocket
    private(set) var places = DesktopPlaces()
    private var outputs: [SwayOutput] = []
    private var pens: [SwayPen] = []
    private var rules = SwayInputRules(config: "")
    /// The events of windows, workspaces, outputs and input devices, with their message types.
    private enum Event: UInt32 {
        case workspace = 0x8000_0000
        case output = 0x8000_0001
        case window = 0x8000_0003
        case input = 0x8000_0015
    }

    /// Connects to the sway that the environment names; nil without one.
    init?() {
        guard let socket = SwaySocket() else { return nil }
        self.socket = socket
        socket.send(.subscribe, #"["window","workspace","output","input"]"#)
        for request in [SwaySocket.Request.tree, .outputs, .inputs, .config] { socket.send(request) }
    }

    var fileDescriptor: Int32? { socket.isLost ? nil : socket.fileDescriptor }

    func locateWindow() { if !socket.isLost { socket.send(.tree) } }

    func update() {
        guard !socket.isLost else { return }
        for message in socket.receive() {
            if let event = Event(rawValue: message.kind) { handle(event, message.content) } else { handle(message) }
        }
        // without a connection the window's position and the mapping are unknown
        if socket.isLost { places = DesktopPlaces() }
    }

    private func handle(_ event: Event, _ content: JSONValue) {
        switch event {
        case .window:
            // a new title, urgency or mark does not move the window, and titles change often
            if !["title", "urgent", "mark"].contains(content["change"]?.string) { socket.send(.tree) }
        case .workspace: socket.send(.tree)
        case .output:
            socket.send(.outputs)
            socket.send(.tree)
        case .input:
            socket.send(.inputs)
            // the configuration may have been reloaded
            socket.send(.config)
        }
    }

    private func handle(_ reply: SwaySocket.Message) {
        switch SwaySocket.Request(rawValue: reply.kind) {
        case .tree: places.window = SwayTree.focusedWindow(in: reply.content)
        case .outputs:
            outputs = SwayOutput.list(reply.content)
            mapTablets()
        case .inputs:
            pens = SwayPen.list(reply.content)
            mapTablets()
        case .config:
            rules = SwayInputRules(config: reply.content["config"]?.string ?? "")
            mapTablets()
        case .subscribe, nil: break
        }
    }

    private func mapTablets() {
        places.tablets = pens.compactMap { $0.mapping(to: outputs, by: rules) }.reports
    }
}
