internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

extension DaemonFacts {
    /// Whether the user may use the tablets of the seat; nil if unknown.
    var isPermitted: Bool? {
        switch pen {
        case .success: true
        case .failure(let error) where error.refusal(as: ServiceInterface.PermissionDenied.self) != nil: false
        case .failure, nil: nil
        }
    }
}

extension Doctor {
    private static let start = "Start it: sudo systemctl enable --now inkd.socket inkd.service"

    /// Checks the state of inkd.service; nil without systemd.
    static func service(_ facts: DaemonFacts) -> Finding? {
        guard let units = facts.units else { return nil }
        let isAnswering = (try? facts.version.get()) != nil
        switch units.service {
        case "active": return .ok("service", "inkd.service is running")
        case "not-found" where isAnswering: return .ok("service", "inkd is running, but not as a service")
        case "not-found":
            return .problem(
                "service", "inkd.service is not installed", "Install inkd: make build, sudo make install, sudo systemctl daemon-reload")
        case "failed": return .problem("service", "inkd.service has failed", "See the reason: journalctl -b -u inkd")
        case _ where isAnswering: return .ok("service", "inkd is running, but not as a service")
        case let state where units.socket == "active":
            return .problem(
                "service", "inkd.service is \(state), although its socket is active", "Start it: sudo systemctl restart inkd.service")
        case let state: return .problem("service", "inkd.service is \(state)", start)
        }
    }

    /// Checks that inkd answers.
    static func socket(_ facts: DaemonFacts) -> Finding {
        switch facts.version {
        case .success(inkdVersion): .ok("socket", "inkd \(inkdVersion) answers on \(facts.socket)")
        case .success(let other):
            .warning(
                "socket", "inkd has version \(other), inkctl has version \(inkdVersion)",
                "Restart inkd: sudo systemctl restart inkd.service")
        case .failure(.cannotConnect(_, ENOENT)):
            .problem(
                "socket", "The socket \(facts.socket) does not exist",
                facts.units == nil ? "Start inkd, or set INKD_SOCKET to its socket" : start
            )
        case .failure(.cannotConnect(_, ECONNREFUSED)):
            .problem("socket", "No process listens on \(facts.socket)", "Restart inkd: sudo systemctl restart inkd.socket inkd.service")
        case .failure(.cannotConnect(_, EACCES)), .failure(.cannotConnect(_, EPERM)):
            .problem(
                "socket", "You do not have permission to open \(facts.socket)",
                "inkd.socket allows all users (SocketMode=0666): compare with ls -l")
        case .failure(.timedOut):
            .problem(
                "socket", "inkd does not answer on \(facts.socket)",
                "Read journalctl -b -u inkd, then restart it: sudo systemctl restart inkd.service")
        case .failure(let error): .problem("socket", error.explanation.droppingLastPoint, "Read journalctl -b -u inkd")
        }
    }

    /// Checks the access to the tablets; nil if unknown.
    static func access(_ facts: DaemonFacts) -> Finding? {
        facts.isPermitted.map { isPermitted in
            isPermitted
                ? .ok("access", "You may use the tablets of this seat")
                : .problem(
                    "access", "Permission denied: your session is not the active one of the seat",
                    "Switch to your session (loginctl lists sessions, loginctl show-seat seat0 -p ActiveSession names the active one), "
                        + "or add your user to access.users in /etc/inkd/inkd.yaml and run sudo systemctl reload inkd")
        }
    }

    /// Checks that there is a text model; nil if unknown.
    static func model(_ facts: DaemonFacts) -> Finding? {
        guard let abilities = facts.abilities else { return nil }
        guard abilities.kinds.contains(.text) else {
            return .problem(
                "model", "No model for text is loaded",
                "Set `model` in /etc/inkd/inkd.yaml to a model file; make install puts some into /usr/share/inkd/models. See the reason: journalctl -b -u inkd"
            )
        }
        return .ok(
            "model",
            abilities.language.isEmpty
                ? "Text is recognized without a language" : "Text is recognized in the language \(abilities.language)")
    }

    /// Checks that there are models for the languages that the user has chosen: for inkd, for the desktop's input method, and for the
    /// desktop. Returns nil if no model is missing. A desktop language that inkd does not support is not reported.
    static func language(_ facts: DoctorFacts) -> Finding? {
        func missing(_ tag: String?) -> (tag: String, package: String)? {
            guard let tag, !facts.daemon.hasModel(for: tag) else { return nil }
            return LanguagePackage.name(for: tag).map { (tag, $0) }
        }
        if let tag = facts.daemon.missingLanguage {
            return .warning(
                "language", "No model is installed for the configured language (\(tag))",
                LanguagePackage.name(for: tag).map { "Install the package \($0)" } ?? "List the installed models: inkctl models list")
        }
        if let (tag, package) = missing(facts.session.inputMethodLanguage) {
            return .warning(
                "language", "No model is installed for the selected input method's language (\(tag))", "Install the package \(package)")
        }
        if let (tag, package) = missing(facts.session.language) {
            return .warning(
                "language", "No model is installed for the desktop's language (\(tag))",
                "To write in this language, install the package \(package)")
        }
        return nil
    }

    /// Checks that the pen currently writes text; nil if unknown.
    static func pen(_ facts: DaemonFacts) -> Finding? {
        guard case .success(let status)? = facts.pen else { return nil }
        let formatter = PenFormatter(status)
        if !status.enabled { return .warning("pen", "Handwriting is off", "Turn it on: inkctl pen on") }
        if status.locked { return .warning("pen", "The session is locked", "Unlock it") }
        return .ok(
            "pen", "Handwriting is on. \(status.inputMethod == nil ? formatter.field : formatter.holder)".droppingLastPoint)
    }
}

extension String {
    fileprivate var droppingLastPoint: String { hasSuffix(".") ? String(dropLast()) : self }
}
