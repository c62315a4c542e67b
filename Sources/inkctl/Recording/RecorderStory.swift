internal import InkProtocol

/// What is told of a recording.
struct RecorderStory {
    typealias Reply = RecorderInterface.GetState.Reply

    private let state: RecorderInterface.State

    init(_ state: RecorderInterface.State) { self.state = state }

    /// The user's own recording and others', for people.
    static func lines(_ reply: Reply) -> [String] {
        let others = reply.others.map { "RECORDING: user \($0.user.map(String.init) ?? "?") records devices that you may use." }
        return RecorderStory(reply.state).lines + others
    }

    /// The recording: one line that nobody misses, and how far it has come.
    var lines: [String] {
        guard let name = state.recording else { return ["Nothing is recorded."] }
        let amount = "\(DisplayText.count(state.frames, "frame")), \(DisplayText.size(state.bytes))"
        let lost = state.lost > 0 ? ["Missing: \(DisplayText.count(state.lost, "frame")) that came too fast."] : []
        return ["RECORDING: \(name) (\(amount))", pause].compactMap(\.self) + lost
    }

    private var pause: String? {
        switch state.paused {
        case .locked: "Paused: your session is locked."
        case .otherUser: "Paused: another user's session is active."
        case .password: "Paused: a field for a password has the focus."
        case .noDevice: "Paused: there is no pen and no touch device."
        case nil: state.devices.isEmpty ? "It begins when the pen has been away." : nil
        }
    }
}
