internal import InkCorpus
internal import InkProtocol

extension DevicesInterface.Pause {
    /// The reason why no tablet is read, as the rest of a sentence.
    var reason: String {
        switch self {
        case .locked: "the session is locked"
        case .inactive: "no session of this user is active there"
        case .greeter: "somebody is logging in"
        case .asleep: "the machine is about to sleep"
        case .noLogind: "logind cannot be asked whose session is active"
        }
    }

    /// The action that ends the pause.
    var remedy: String {
        switch self {
        case .locked: "Unlock it"
        case .inactive: "Switch to the session, or log in there; loginctl seat-status tells whose is active"
        case .greeter: "Log in"
        case .asleep: "If it is awake: sudo systemctl restart inkd"
        case .noLogind:
            "sudo systemd-sysusers, then sudo systemctl restart inkd; where there is no logind: devices.sessions: none in /etc/inkd/inkd.yaml"
        }
    }
}

extension DevicesInterface.Seat {
    /// A sentence about why the seat's tablets are not read; nil if they are read.
    var pauseLine: String? {
        paused.map { pause in
            let new = unopened > 0 ? " \(DisplayText.count(unopened, "device")) that came meanwhile will be known then." : ""
            return "PAUSED: tablets of \(DisplayText.escaped(name)) are closed: \(pause.reason).\(new)"
        }
    }
}
