internal import InkCorpus
internal import InkProtocol

extension DevicesInterface.Pause {
    /// The reason why no tablet is read, as the rest of a sentence.
    var reason: String {
        switch self {
        case .locked: "the session is locked"
        case .inactive: "your session is not active there"
        case .greeter: "a user is logging in"
        case .asleep: "the machine is about to suspend"
        case .noLogind: "logind does not report the active session"
        }
    }

    /// The action that ends the pause.
    var remedy: String {
        switch self {
        case .locked: "Unlock it"
        case .inactive: "Switch to your session, or log in there; loginctl seat-status shows the active session"
        case .greeter: "Log in"
        case .asleep: "If it is awake, run sudo systemctl restart inkd"
        case .noLogind:
            "Run sudo systemd-sysusers, then sudo systemctl restart inkd. On systems without logind set devices.sessions: none in /etc/inkd/inkd.yaml"
        }
    }
}

extension DevicesInterface.Seat {
    /// A sentence about why the seat's tablets are not read; nil if they are read.
    var pauseLine: String? {
        paused.map { pause in
            let new = unopened > 0 ? " \(DisplayText.count(unopened, "device")) plugged in meanwhile will be identified afterwards." : ""
            return "PAUSED: The tablets of \(DisplayText.escaped(name)) are closed: \(pause.reason).\(new)"
        }
    }
}
