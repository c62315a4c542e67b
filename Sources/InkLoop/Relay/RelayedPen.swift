internal import Evdev
internal import Ink
internal import PenRelay
internal import Tablet

/// The frames of a pen that its relay has grabbed. They are the pen's original frames, with the relay's decisions about contacts between
/// them.
final class RelayedPen: FrameSource {
    /// A decision of the relay. It applies to the frames that follow.
    enum Decision {
        /// The state of the contact has changed.
        case status(ContactStatus)
        /// A verdict about the contact in progress.
        case verdict(Verdict)
    }

    /// The pen with its state when the source was created.
    let description: DeviceDescription
    /// Handles a decision. The order of decisions and frames is that of the relay.
    var decided: (Decision) -> Void = { _ in }
    private let connection: RelayConnection
    private let describe: () -> DeviceDescription?
    private var status = ContactStatus.passes
    private var sent: (settings: RelaySettings, fields: [FieldRectangle])?

    /// - Parameter describe: returns the pen's description with its current state; nil if the pen is gone.
    init(_ connection: RelayConnection, description: DeviceDescription, describe: @escaping () -> DeviceDescription?) {
        self.connection = connection
        self.description = description
        self.describe = describe
    }

    var fileDescriptor: Int32 { connection.descriptor }

    var present: DeviceDescription { describe() ?? description }

    /// Reads the pending frames. The end of the source means that the relay has released the pen or has ended.
    func readFrames(_ body: (Frame) -> Void) -> ReadOutcome {
        for _ in 0..<Self.framesPerRead {
            switch connection.receive() {
            case .nothing: return .drained
            case .closed, .invalid: return .gone
            case .message(.frame(let next)):
                if next != status {
                    status = next
                    decided(.status(next))
                }
                body(connection.frame)
            case .message(.verdict(let verdict)): decided(.verdict(verdict.verdict))
            case .message(.grab(isGrabbed: false)): return .gone
            case .message(.grab), .message(.hello): break
            }
        }
        return .more
    }

    /// Does nothing, because the relay has grabbed the pen, and the desktop uses the pen's twin.
    func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) {}

    /// Sets the rules and the text fields, if they have changed.
    func apply(_ settings: RelaySettings, _ fields: [FieldRectangle]) {
        if sent?.fields != fields { connection.send(.fields(fields)) }
        if sent?.settings != settings { connection.send(.settings(settings)) }
        sent = (settings, fields)
    }

    /// Notifies the relay that the pending ink was committed.
    func inkWasCommitted() { connection.send(.committed) }

    /// Maximum number of datagrams per call, after which other event sources of the loop are served.
    private static let framesPerRead = 1024
}
