internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// Everything that the checks go by. Gathered in one go; the checks themselves look nowhere else.
struct DoctorFacts: Sendable {
    var daemon: DaemonFacts
    var tablets: TabletFacts
    var session: SessionFacts
}

/// What the daemon says, and what systemd says of it.
struct DaemonFacts: Sendable {
    /// Where it was looked for.
    var socket: String
    /// Its version; a failure, too, if it hangs after it has told that.
    var version: Result<String, ClientError>
    /// What systemd says of its units; nil where systemd does not run.
    var units: Units?
    /// How things stand with writing text; nil if inkd does not say.
    var pen: Result<TextInputInterface.Status, ClientError>?
    /// What can be read; nil if inkd does not say.
    var abilities: RecognizerInterface.Query.Reply?

    /// What systemd says of inkd's units.
    struct Units: Sendable, Hashable {
        /// systemd's ActiveState of inkd.service, or "not-found".
        var service: String
        /// systemd's ActiveState of inkd.socket, or "not-found".
        var socket: String
    }
}

/// The tablets that inkd reads, and those that udev knows.
struct TabletFacts: Sendable {
    /// As inkd lists them; nil if it does not say.
    var read: [DevicesInterface.Device]?
    /// Nodes that are pens to udev.
    var nodes: [PenNode]
    /// What came while events were waited for; nil if nobody asked for that, or inkd did not let us.
    var watched: Watched?

    /// What pens did.
    struct Watched: Sendable, Hashable {
        /// Seconds that were waited.
        var seconds: Int
        /// Events of pens.
        var events: Int
        /// Strokes that were written.
        var strokes: Int
    }
}

/// The desktop that this runs in.
struct SessionFacts: Sendable {
    /// This runs as root, which has no desktop, whatever sudo left in the environment: nothing else is known then.
    var isRoot = false
    /// Variables of the environment.
    var environment: [String: String] = [:]
    /// Names of this user's processes, 15 characters at most.
    var processes: Set<String> = []
    /// KWin has started IBus as its virtual keyboard, which alone may put text into fields by itself.
    var isIBusVirtualKeyboard = false
    /// Programs that can be run.
    var programs: Set<String> = []
    /// IBus's daemon runs for this user.
    var isIBusRunning = false
    /// The files that tell IBus of inkd's engine.
    var components: [String] = []
    /// Engines that IBus knows; nil if it does not say.
    var engines: [String]?
    /// The engine that is chosen; nil if IBus does not say.
    var engine: String?
}

extension DoctorFacts {
    /// Looks at everything. With `seconds` events of pens are waited for, so long.
    static func gather(_ options: DaemonOptions, watchingFor seconds: Int?) -> DoctorFacts {
        let environment = SessionFacts.ownEnvironment
        let socket = options.socket ?? environment["INKD_SOCKET"] ?? InkConnection.defaultPath
        let (daemon, devices) = DaemonFacts.gather(Result { () throws(ClientError) in try options.connect() }, socket: socket)
        var tablets = TabletFacts(read: devices, nodes: PenNode.all())
        if let seconds, (try? daemon.version.get()) != nil {
            do throws(ClientError) {
                tablets.watched = try TabletFacts.Watched(options.connect(), seconds: seconds)
            } catch {
                StandardError.say("the pen cannot be watched: \(error.explanation)")
            }
        }
        return DoctorFacts(daemon: daemon, tablets: tablets, session: SessionFacts.gather(environment))
    }
}

extension DaemonFacts {
    /// Asks the daemon, for its devices, too, and waits so long for each answer: it may hang after the first.
    static func gather(
        _ connection: Result<InkConnection, ClientError>, socket: String, timeout: Duration = .seconds(5)
    ) -> (facts: DaemonFacts, devices: [DevicesInterface.Device]?) {
        var hangs = false
        // after a failure that is no refusal the connection is of no use, and all further calls fail at once
        func ask<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) -> Result<M.Reply, ClientError> {
            let reply = connection.flatMap { connection in
                Result { () throws(ClientError) in try connection.call(method, parameters, timeout: timeout) }
            }
            if case .failure(.timedOut) = reply { hangs = true }
            return reply
        }
        let version = ask(ServiceInterface.GetInfo.self, .init()).map(\.version)
        var facts = DaemonFacts(socket: socket, version: version, units: Units.gather())
        guard case .success = version else { return (facts, nil) }
        facts.pen = ask(TextInputInterface.GetStatus.self, .init()).map(\.status)
        facts.abilities = try? ask(RecognizerInterface.Query.self, .init()).get()
        let devices = try? ask(DevicesInterface.List.self, .init()).get().devices
        if hangs { facts.version = .failure(.timedOut) }
        return (facts, devices)
    }
}

extension DaemonFacts.Units {
    /// What systemd says; nil where it does not run.
    fileprivate static func gather() -> DaemonFacts.Units? {
        guard access("/run/systemd/system", F_OK) == 0 else { return nil }
        func state(_ unit: String) -> String {
            let text = ProgramOutput.text(["systemctl", "show", "-p", "LoadState,ActiveState", unit]) ?? ""
            let lines = text.split(separator: "\n").map(String.init)
            if lines.contains("LoadState=not-found") { return "not-found" }
            return lines.first { $0.hasPrefix("ActiveState=") }.map { String($0.dropFirst("ActiveState=".count)) } ?? "unknown"
        }
        return DaemonFacts.Units(service: state("inkd.service"), socket: state("inkd.socket"))
    }
}

extension TabletFacts.Watched {
    /// Waits for so long, or until a stroke was written.
    ///
    /// - Throws: `ClientError` if inkd does not let us watch, or ends.
    init(_ connection: InkConnection, seconds: Int) throws(ClientError) {
        let watch = try connection.watchPointer()
        StandardError.say("write a stroke with the pen, within \(DisplayText.count(seconds, "second"))")
        self.init(seconds: seconds, events: 0, strokes: 0)
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        while ContinuousClock.now < end, strokes == 0 {
            do throws(ClientError) {
                guard let reply = try watch.next(timeout: ContinuousClock.now.duration(to: end)) else {
                    throw .connectionLost(errno: 0)
                }
                for event in reply.events where event.tool != .finger {
                    events += 1
                    if event.phase == .up { strokes += 1 }
                }
            } catch {
                guard case .timedOut = error else { throw error }
                return
            }
        }
    }
}
