internal import Evdev
internal import Ink
internal import InkWorkspace
internal import Logging
internal import Tablet

/// The editors into which pens write. Each is owned by the user whose session is active on the pen's seat. Loop thread only.
final class PenEditorAssignment {
    private let shared: SharedState
    private let workspaces: WorkspaceDirectory

    init(shared: SharedState, workspaces: WorkspaceDirectory) {
        self.shared = shared
        self.workspaces = workspaces
    }

    /// Creates an editor for a pen, in the workspace of the pen's owner.
    func add(for session: DeviceSession, isText: Bool) -> EditorHandle? {
        guard let workspace = workspace(for: session.service.owner) else { return nil }
        let identity = session.identity
        // assume that the tablet is as wide as a page; only rounding and distances depend on this
        let span = session.geometry.isUnitless ? session.description.axes[Axis.x]?.span : nil
        let origin = DeviceOrigin(
            device: session.id, seat: identity.seat, hardware: identity.hardware, isReplay: identity.isReplay, isText: isText,
            unitsPerMillimeter: span.map { max(1, Double($0) / Self.guessedWidth) })
        return workspace.addEditor(
            named: { isText ? "text\($0.value)" : "pen\(session.id.value)" }, origin: origin, owner: session.service.owner,
            clock: session.clock)
    }

    /// The assumed width of a tablet, in millimeters.
    private static let guessedWidth = 200.0

    func workspace(for owner: UInt32?) -> Workspace? {
        do {
            return try workspaces.workspace(of: owner ?? shared.access.own)
        } catch {
            shared.notices.log(.error, about: .daemon, "the ink of a pen is not recognized: \(error)")
            return nil
        }
    }

    /// Waits until pens' editors have processed all events that were forwarded to them.
    func drain() async {
        for workspace in workspaces.all { await workspace.takeTurn() }
    }
}
