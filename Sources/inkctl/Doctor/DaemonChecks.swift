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
        case "active": return .ok("service", "inkd.service runs")
        case "not-found" where isAnswering: return .ok("service", "inkd runs, but not as a service")
        case "not-found":
            return .problem(
                "service", "there is no inkd.service", "Install inkd: make build, sudo make install, sudo systemctl daemon-reload")
        case "failed": return .problem("service", "inkd.service has failed", "Why: journalctl -b -u inkd")
        case _ where isAnswering: return .ok("service", "inkd runs, but not as a service")
        case let state where units.socket == "active":
            return .problem(
                "service", "inkd.service is \(state), though its socket is there", "Start it: sudo systemctl restart inkd.service")
        case let state: return .problem("service", "inkd.service is \(state)", start)
        }
    }

    /// Checks that inkd answers.
    static func socket(_ facts: DaemonFacts) -> Finding {
        switch facts.version {
        case .success(inkdVersion): .ok("socket", "inkd \(inkdVersion) answers on \(facts.socket)")
        case .success(let other):
            .warning(
                "socket", "inkd is of version \(other), inkctl of \(inkdVersion)", "Start the new one: sudo systemctl restart inkd.service")
        case .failure(.cannotConnect(_, ENOENT)):
            .problem(
                "socket", "there is no socket \(facts.socket)", facts.units == nil ? "Start inkd, or name its socket in INKD_SOCKET" : start
            )
        case .failure(.cannotConnect(_, ECONNREFUSED)):
            .problem("socket", "nobody listens on \(facts.socket)", "Start inkd again: sudo systemctl restart inkd.socket inkd.service")
        case .failure(.cannotConnect(_, EACCES)), .failure(.cannotConnect(_, EPERM)):
            .problem("socket", "this user may not open \(facts.socket)", "Everybody may in inkd.socket (SocketMode=0666): compare ls -l")
        case .failure(.timedOut):
            .problem(
                "socket", "inkd does not answer on \(facts.socket)", "It hangs: journalctl -b -u inkd, sudo systemctl restart inkd.service")
        case .failure(let error): .problem("socket", error.explanation, "See: journalctl -b -u inkd")
        }
    }

    /// Checks the access to the tablets; nil if unknown.
    static func access(_ facts: DaemonFacts) -> Finding? {
        facts.isPermitted.map { isPermitted in
            isPermitted
                ? .ok("access", "this user may use the tablets of this seat")
                : .problem(
                    "access", "inkd does not serve this user now: the user's session is not the active one at the screen",
                    "Log in at the screen (loginctl show-seat seat0 -p ActiveSession tells whose it is, loginctl whose sessions there are), "
                        + "or name the user in access.users of /etc/inkd/inkd.yaml, then sudo systemctl reload inkd")
        }
    }

    /// Checks that there is a text model; nil if unknown.
    static func model(_ facts: DaemonFacts) -> Finding? {
        guard let abilities = facts.abilities else { return nil }
        guard abilities.kinds.contains(.text) else {
            return .problem(
                "model", "there is no model to read text with",
                "Have `model` in /etc/inkd/inkd.yaml name one: make install puts some into /usr/share/inkd/models. Why: journalctl -b -u inkd"
            )
        }
        return .ok(
            "model", abilities.language.isEmpty ? "text is read, in no language in particular" : "text is read as \(abilities.language)")
    }

    /// Checks that there are models for the languages that the user has chosen: for inkd, for the desktop's input method, and for the
    /// desktop; nil if no model is missing. The desktop's language may be one that inkd does not know at all.
    static func language(_ facts: DoctorFacts) -> Finding? {
        func missing(_ tag: String?) -> (tag: String, package: String)? {
            guard let tag, !facts.daemon.hasModel(for: tag) else { return nil }
            return LanguagePackage.name(for: tag).map { (tag, $0) }
        }
        if let tag = facts.daemon.missingLanguage {
            return .warning(
                "language", "text is to be read as \(tag), and there is no model for that",
                LanguagePackage.name(for: tag).map { "Install the package \($0)" } ?? "See which there are: inkctl models list")
        }
        if let (tag, package) = missing(facts.session.inputMethodLanguage) {
            return .warning(
                "language", "the chosen input method is for \(tag), and there is no model for that", "Install the package \(package)")
        }
        if let (tag, package) = missing(facts.session.language) {
            return .warning(
                "language", "the desktop's language is \(tag), and there is no model for that",
                "If you want to write in it, install the package \(package)")
        }
        return nil
    }

    /// Checks that the pen writes text at present; nil if unknown.
    static func pen(_ facts: DaemonFacts) -> Finding? {
        guard case .success(let status)? = facts.pen else { return nil }
        let formatter = PenFormatter(status)
        if !status.enabled { return .warning("pen", "writing text with the pen is off", "Turn it on: inkctl pen on") }
        if status.locked { return .warning("pen", "the session is locked", "Unlock it") }
        return .ok(
            "pen", "writing text with the pen is on. \(status.inputMethod == nil ? formatter.field : formatter.holder)".droppingLastPoint)
    }
}

extension String {
    fileprivate var droppingLastPoint: String { hasSuffix(".") ? String(dropLast()) : self }
}
