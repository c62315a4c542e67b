internal import Glibc
internal import InkClient
internal import InkProtocol

/// The watches of `inkctl watch`, which are started again when the daemon is restarted.
final class WatchSession {
    /// The message after the connections are restored.
    static let goneOn = "inkd was restarted. The watch continues; changes in between are not shown."
    /// The time to wait before reconnecting, in microseconds.
    private static let pause: UInt32 = 200_000

    private let daemon: DaemonOptions
    private let hasPointers: Bool
    /// The last received states of the editors, from which a new watch continues.
    private var marks = EditorMarks()
    private var pointer: Watch<PointerInterface.Watch>?
    private var editors: Watch<EditorInterface.Watch>
    private var devices: Watch<DevicesInterface.Watch>

    /// Connects and begins to watch.
    ///
    /// - Parameter pointers: whether to watch pointers, too.
    /// - Throws: `ClientError`.
    init(_ daemon: DaemonOptions, pointers: Bool) throws(ClientError) {
        self.daemon = daemon
        hasPointers = pointers
        // devices last, because a replay may begin at the first watch, and pointer events are not repeated
        pointer = try pointers ? daemon.connect().watchPointer() : nil
        editors = try daemon.connect().watchEditors()
        devices = try daemon.connect().watchDevices()
    }

    /// Writes replies as they come, until the daemon ends.
    func run(writing records: WatchRecords) throws {
        let editors = Feed(editors) { [self] interface, reply in
            marks.note(reply)
            try records.write(interface, reply)
        }
        // the feed of devices is last, so that a device's removal comes last of simultaneous replies
        try WatchLoop.run([editors] + (pointer.map { [Feed($0, records.write)] } ?? []) + [Feed(devices, records.write)])
    }

    /// Shows replies as they come, until the daemon ends.
    func run(on screen: WatchScreen) throws {
        let editors = Feed(editors) { [self] reply in
            marks.note(reply)
            screen.add { $0.format(reply) }
        }
        let pointers = pointer.map { [Feed($0) { reply in screen.add { $0.format(reply) } }] } ?? []
        let devices = Feed(devices) { reply in screen.add { $0.format(reply) } }
        try WatchLoop.run([editors] + pointers + [devices], afterEach: screen.flush)
    }

    /// Connects to the daemon that replaces an ended one, and starts the watches again. systemd keeps the socket open meanwhile. Returns
    /// false if no daemon answers.
    ///
    /// - Throws: the refusals of the new daemon, and the errors of the closure, which is called if a daemon answers.
    func connectAgain(_ tell: () throws -> Void) throws -> Bool {
        usleep(Self.pause)
        do throws(ClientError) {
            pointer = try hasPointers ? daemon.connect().watchPointer() : nil
            editors = try daemon.connect().watchEditors(since: marks)
            devices = try daemon.connect().watchDevices()
        } catch {
            guard error.isDisconnection else { throw error }
            return false
        }
        try tell()
        return true
    }
}
