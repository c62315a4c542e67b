internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System

/// The input of all checks, gathered once. The checks read nothing else.
struct DoctorFacts: Sendable {
    var daemon: DaemonFacts
    var tablets: TabletFacts
    var session: SessionFacts
}

/// The state of the daemon and its systemd units.
struct DaemonFacts: Sendable {
    /// The path of the daemon's socket.
    var socket: String
    /// The daemon's version. It is a failure if the daemon cannot be queried, or if any later call times out.
    var version: Result<String, ClientError>
    /// The states of the daemon's units; nil where systemd does not run.
    var units: Units?
    /// The state of text input; nil if unknown.
    var pen: Result<TextInputInterface.Status, ClientError>?
    /// The mapping of tablets to the screen, as an input method has reported it; nil if unknown.
    var mappings: [TextInputInterface.TabletMapping]?
    /// The recognizer's abilities; nil if unknown.
    var abilities: RecognizerInterface.Query.Reply?
    /// The language tag that the user has chosen, with or without a model for it. It is empty for the daemon's language, and nil if
    /// unknown.
    var language: String?
    /// The selected language tag if no model supports it, so that nothing is recognized; otherwise nil. The user's tag takes precedence
    /// over the daemon's tag.
    var missingLanguage: String? {
        guard let language, !language.isEmpty else { return abilities?.missingLanguage }
        return hasModel(for: language) ? nil : language
    }

    /// Whether there is a model for the language, or for a prefix of its tag. True if unknown.
    func hasModel(for tag: String) -> Bool {
        guard let abilities else { return true }
        let subtags = tag.split(separator: "-")
        return subtags.indices.contains { abilities.languages.contains(subtags[...$0].joined(separator: "-")) }
    }

    /// The states of inkd's systemd units.
    struct Units: Sendable, Hashable {
        /// systemd's ActiveState of inkd.service, or "not-found".
        var service: String
        /// systemd's ActiveState of inkd.socket, or "not-found".
        var socket: String
    }
}

/// The tablets that inkd reads, and the tablets that udev knows.
struct TabletFacts: Sendable {
    /// The devices that inkd lists; nil if unknown.
    var read: [DevicesInterface.Device]?
    /// The seats on which inkd has devices; empty if unknown.
    var seats: [DevicesInterface.Seat] = []
    /// The nodes that udev classifies as pens.
    var nodes: [PenNode]
    /// The events seen while waiting; nil if waiting was not requested, or inkd refused.
    var watched: Watched?

    /// Counts of pen events.
    struct Watched: Sendable, Hashable {
        /// The seconds waited.
        var seconds: Int
        /// The number of pen events.
        var events: Int
        /// The number of strokes written.
        var strokes: Int
    }
}

/// The desktop session of this process.
struct SessionFacts: Sendable {
    /// Whether the user is root. Root has no desktop, even if sudo has kept environment variables; no other facts are collected then.
    var isRoot = false
    /// The environment variables.
    var environment: [String: String] = [:]
    /// The language of the desktop's texts; nil if it is unknown, or the locale has no language.
    var language: String? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return isRoot ? nil : locale.flatMap(LanguagePackage.tag(ofLocale:))
    }
    /// Names of this user's processes, 15 characters at most.
    var processes: Set<String> = []
    /// Whether KWin has started IBus as its virtual keyboard. Only the virtual keyboard may insert text into fields by itself.
    var isIBusVirtualKeyboard = false
    /// Whether IBus supports being the virtual keyboard, as versions since 1.5.29 do; nil if its version is unknown.
    var canIBusBeVirtualKeyboard: Bool? { ibusVersion.map { !$0.lexicographicallyPrecedes([1, 5, 29]) } }
    /// Programs that can be run.
    var programs: Set<String> = []
    /// Whether the user has turned off the search for password fields, which also turns off the search for text fields.
    var isAccessibilityOff = false
    /// The version of IBus, part by part; nil if unknown.
    var ibusVersion: [Int]?
    /// Whether IBus's daemon runs for this user.
    var isIBusRunning = false
    /// The component files of inkd's engine for IBus.
    var components: [String] = []
    /// The engines that IBus knows; nil if unknown.
    var engines: [String]?
    /// The selected engine; nil if unknown.
    var engine: String?
    /// GNOME's input sources, as gsettings prints them; nil if unknown.
    var inputSources: String?
    /// The engines that IBus offers, as gsettings prints them; nil if unknown.
    var preloadEngines: String?
    /// The user's own configuration of sway; nil if it does not exist.
    var swayConfiguration: TextFile?

    /// inkd's extension for the running version of GNOME Shell; nil on other desktops, on X11, and if it is unknown.
    var gnomeExtension: GnomeExtension?

    /// A file and its text.
    struct TextFile: Sendable, Hashable {
        var path: String
        var text: String
    }

    /// The language of the selected engine, such as "de" of "inkd:de"; nil if the engine is not inkd's, or has no language.
    var inputMethodLanguage: String? { engine.flatMap { $0.hasPrefix("inkd:") ? String($0.dropFirst("inkd:".count)) : nil } }
}

extension DoctorFacts {
    /// Gathers all facts. With `seconds`, waits for pen events for that number of seconds.
    static func gather(_ options: DaemonOptions, watchingFor seconds: Int?) -> DoctorFacts {
        let environment = SessionFacts.ownEnvironment
        let socket = options.socket ?? environment["INKD_SOCKET"] ?? InkConnection.defaultPath
        var (daemon, list) = DaemonFacts.gather(Result { () throws(ClientError) in try options.connect() }, socket: socket)
        if case .success? = daemon.pen { daemon.mappings = try? DaemonFacts.mappings(options.connect()) }
        var tablets = TabletFacts(read: list?.devices, seats: list?.seats ?? [], nodes: PenNode.all())
        if let seconds, (try? daemon.version.get()) != nil {
            do throws(ClientError) {
                tablets.watched = try TabletFacts.Watched(options.connect(), seconds: seconds)
            } catch {
                StandardError.say("Cannot watch the pen: \(error.explanation)")
            }
        }
        return DoctorFacts(daemon: daemon, tablets: tablets, session: SessionFacts.gather(environment))
    }
}

extension DaemonFacts {
    /// The time within which inkd sends the mapping of tablets after the state, if a mapping is known.
    private static let mappingTime = Duration.milliseconds(200)

    /// Returns the mapping of tablets to the screen, as an input method has reported it; empty without such a report.
    /// - Throws: `ClientError` if inkd refuses the watch, or exits.
    fileprivate static func mappings(_ connection: InkConnection) throws(ClientError) -> [TextInputInterface.TabletMapping] {
        let watch = try connection.watchTextInput(display: true)
        let end = ContinuousClock.now.advanced(by: mappingTime)
        do throws(ClientError) {
            while let event = try watch.next(timeout: ContinuousClock.now.duration(to: end)) {
                if event.change == .mapping { return event.tablets ?? [] }
            }
        } catch {
            guard case .timedOut = error else { throw error }
        }
        return []
    }

    /// Queries the daemon and its devices. Each answer has a timeout, because the daemon may hang after any of the answers.
    static func gather(
        _ connection: Result<InkConnection, ClientError>, socket: String, timeout: Duration = .seconds(5)
    ) -> (facts: DaemonFacts, list: DevicesInterface.List.Reply?) {
        var hangs = false
        // after any failure other than a refusal the connection is unusable, and all further calls fail immediately
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
        let settings = try? ask(EditorInterface.GetConfiguration.self, .init()).get().settings
        facts.language = settings?.first { $0.key == "text.configuration.language" }?.value.text
        let list = try? ask(DevicesInterface.List.self, .init()).get()
        if hangs { facts.version = .failure(.timedOut) }
        return (facts, list)
    }
}

extension DaemonFacts.Units {
    /// Queries systemd; nil if it is not running.
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
    /// Waits for `seconds`, or until a stroke has been written.
    ///
    /// - Throws: `ClientError` if inkd refuses the watch, or exits.
    init(_ connection: InkConnection, seconds: Int) throws(ClientError) {
        let watch = try connection.watchPointer()
        StandardError.say("Write a stroke with the pen within \(DisplayText.count(seconds, "second")).")
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
