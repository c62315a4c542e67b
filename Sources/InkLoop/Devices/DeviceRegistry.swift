internal import Ink
internal import InkWorkspace
internal import Tablet

/// The present devices. Loop thread only.
final class DeviceRegistry {
    private let access: Access
    private(set) var sessions: [DeviceID: DeviceSession] = [:]
    private var lastDevice: UInt32 = 0

    init(access: Access) { self.access = access }

    subscript(id: DeviceID) -> DeviceSession? { sessions[id] }

    /// Returns an ID for a new device. IDs are never reused.
    func nextID() -> DeviceID {
        lastDevice += 1
        return DeviceID(lastDevice)
    }

    func add(_ session: DeviceSession) { sessions[session.id] = session }

    func remove(_ id: DeviceID) { sessions[id] = nil }

    /// The seats of the devices.
    var seats: Set<String> { Set(sessions.values.map(\.identity.seat)) }

    /// Returns the pens of a seat.
    func pens(of seat: String) -> [DeviceSession] { sessions.values.filter { $0.identity.role == .pen && $0.identity.seat == seat } }

    /// Returns whether a user may know of a device and use it.
    func mayUse(_ session: DeviceSession, _ user: UInt32) -> Bool { access.permits(user, seat: session.identity.seat) }

    // MARK: Editors

    /// Returns whether a device's editor is in the workspace.
    func uses(_ workspace: Workspace) -> Bool {
        sessions.values.contains { $0.editor?.workspace === workspace || $0.textEditor?.workspace === workspace }
    }

    /// Whether the editors of all pens have recognized all ink.
    var areEditorsIdle: Bool { sessions.values.allSatisfy { $0.editor?.isIdle != false && $0.textEditor?.isIdle != false } }
}
