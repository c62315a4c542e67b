internal import InkCorpus
internal import InkProtocol

extension Doctor {
    /// Checks that inkd reads each tablet, and reports other programs that have it open.
    /// - Parameter isPermitted: whether the user may see tablets; nil if unknown.
    static func tablets(_ facts: TabletFacts, isPermitted: Bool?) -> [Finding] {
        guard let read = facts.read?.filter({ $0.kind == .pen }), isPermitted != false else {
            return facts.nodes.map { .ok("tablet", "\($0.name) is plugged in (\($0.path)); it is unknown whether inkd reads it") }
        }
        let pauses = facts.seats.compactMap(paused)
        // tablets plugged in during the pause are identified when the pause ends
        if facts.seats.contains(where: { $0.paused != nil && $0.unopened > 0 }) { return pauses + read.map(tablet) }
        let missing = unread(facts.nodes, read)
        guard !read.isEmpty || !missing.isEmpty else {
            return [
                .problem(
                    "tablet", "No tablet found (neither by inkd nor by udev)",
                    "Plug one in. If it is plugged in, check whether sudo dmesg lists it; it may need a driver such as digimend or OpenTabletDriver"
                )
            ]
        }
        let known = facts.nodes.filter { !missing.contains($0) }
        return pauses + read.map(tablet) + known.compactMap(pointing) + missing.map { unread($0, beside: read) }
            + facts.nodes.compactMap(holders(of:))
    }

    /// Reports a pen that cannot point while a text field has the focus. Returns nil for other pens, and for virtual devices, which have no
    /// relay.
    private static func pointing(_ node: PenNode) -> Finding? {
        guard !node.isVirtual, !node.hasTwin else { return nil }
        let unit = node.path.split(separator: "/").last.map { "inkd-pen@\($0).service" } ?? "inkd-pen"
        return .warning(
            "tablet", "\(node.name) either writes or points, because inkd-pen does not have its events",
            "See why: systemctl status \(unit). It waits while a pen is near; move the pen away, and check again")
    }

    /// Reports a seat whose tablets are closed; nil if they are open.
    private static func paused(_ seat: DevicesInterface.Seat) -> Finding? {
        seat.paused.map { pause in
            let message = "The tablets of \(seat.name) are closed: \(pause.reason)"
            return pause == .noLogind ? .problem("tablet", message, pause.remedy) : .warning("tablet", message, pause.remedy)
        }
    }

    /// Reports a tablet that inkd reads.
    private static func tablet(_ device: DevicesInterface.Device) -> Finding {
        guard device.width != nil else {
            return .warning(
                "tablet", "\(device.name) is read, but its size is unknown",
                "Ink cannot be scaled to millimeters. Please report the tablet's size to libwacom. \(device.quirkRemedy)")
        }
        switch device.sizeDoubt {
        case .implausible:
            return .warning(
                "tablet", "\(device.name) is read, but reports the implausible size \(device.sizeText)",
                "Letters may be stretched or have the wrong size. \(device.quirkRemedy)")
        case .corrected:
            return .warning(
                "tablet", "\(device.name) is read as \(device.sizeText)\(device.correction)",
                "If the size is correct, nothing needs to be done. \(device.quirkRemedy)")
        case nil: break
        }
        return .ok("tablet", "\(device.name) is \(device.paused == nil ? "read" : "temporarily closed"), \(device.sizeText)")
    }

    /// Returns the nodes that are not in inkd's list of tablets. Each entry of the list stands for one node, because there may be several
    /// tablets of the same model.
    private static func unread(_ nodes: [PenNode], _ read: [DevicesInterface.Device]) -> [PenNode] {
        var rest = read
        return nodes.filter { node in
            let index = rest.firstIndex { $0.name == node.name && $0.vendor == node.vendor && $0.product == node.product }
            guard let index else { return true }
            rest.remove(at: index)
            return false
        }
    }

    private static func unread(_ node: PenNode, beside read: [DevicesInterface.Device]) -> Finding {
        let isReplaced = read.contains {
            $0.virtual && ($0.name == node.name || ($0.vendor == node.vendor && $0.product == node.product && node.vendor != 0))
        }
        if !node.isVirtual, isReplaced {
            return .ok("tablet", "\(node.name) (\(node.path)) is handled by a driver's virtual device; the hardware node is ignored")
        }
        if node.alsoTypes { return typing(node) }
        return node.isVirtual
            ? .warning(
                "tablet", "\(node.name) (\(node.path)) is a virtual device of a program and is not read",
                "To use it, set devices.virtual: true and add its name to devices.programs in /etc/inkd/inkd.yaml, run sudo systemctl reload inkd, and plug it in again"
            )
            : .problem(
                "tablet", "\(node.name) (\(node.path)) is plugged in, but inkd does not read it",
                "See the reason: journalctl -b -u inkd. It may belong to another seat: loginctl seat-status")
    }

    /// Reports a tablet whose node is also a keyboard, so that inkd does not get access to it automatically.
    private static func typing(_ node: PenNode) -> Finding {
        let (vendor, product) = (hexadecimal(node.vendor), hexadecimal(node.product))
        return .problem(
            "tablet", "\(node.name) (\(node.path)) is plugged in, but it also types (ID_INPUT_KEYBOARD), and inkd may not read keyboards",
            "If you do not type passwords on it, you can allow inkd to read it; the kernel then does not send its typed keys to inkd. Add to "
                + "/etc/udev/rules.d/69-inkd-own.rules the line SUBSYSTEM==\"input\", ATTRS{id/vendor}==\"\(vendor)\", "
                + "ATTRS{id/product}==\"\(product)\", ENV{INKD_READS_TYPING}=\"1\" then run sudo udevadm control --reload and plug it in again"
        )
    }

    /// Formats a number as in sysfs.
    private static func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Programs that normally have a tablet open, without grabbing it.
    private static let expected: Set<String> = [
        "systemd-logind", "elogind-daemon", "seatd", "Xorg", "gnome-shell", "mutter", "kwin_wayland", "kwin_x11", "sway", "labwc", "river",
        "wayfire", "weston", "Hyprland", "niri", "cosmic-comp",
    ]

    /// Reports unexpected programs that have a tablet's node open. One of them may have grabbed the node, which the kernel does not report.
    /// Returns nil if no such program has the node open, or if this is unknown.
    private static func holders(of node: PenNode) -> Finding? {
        guard let strangers = node.holders?.filter({ !expected.contains($0) }), !strangers.isEmpty else { return nil }
        return .warning(
            "tablet", "\(strangers.joined(separator: ", ")) has \(node.name) (\(node.path)) open and may block its events from inkd",
            "Check for events with inkctl doctor --watch 10. If no events arrive, stop \(strangers.joined(separator: ", "))")
    }

    /// Checks that pens send events; nil if the caller did not wait for events.
    static func events(_ facts: TabletFacts) -> Finding? {
        guard let watched = facts.watched else { return nil }
        if watched.strokes > 0 { return .ok("events", "The pen writes: \(DisplayText.count(watched.events, "event"))") }
        if watched.events > 0 {
            return .warning(
                "events", "The pen was detected, but wrote no stroke within \(DisplayText.count(watched.seconds, "second"))",
                "If you wrote a stroke, the tablet reports no pressure; check the pen with inkctl watch")
        }
        let strangers = Set(facts.nodes.flatMap { $0.holders ?? [] }).subtracting(expected).sorted()
        let remedy =
            facts.nodes.contains { $0.holders == nil }
            ? "If you used the pen, another program may have grabbed the tablet; sudo inkctl doctor shows which programs have it open"
            : strangers.isEmpty
                ? "If you used the pen, the tablet may need a driver; check whether sudo libinput debug-events shows events"
                : "If you used the pen, one of these programs may have grabbed the tablet: \(strangers.joined(separator: ", "))"
        return .problem("events", "No pen sent events within \(DisplayText.count(watched.seconds, "second"))", remedy)
    }
}

extension DevicesInterface.Device {
    /// The size that the device reports, and the source of the size that is used instead.
    fileprivate var correction: String {
        let reported = reportedWidth.flatMap { width in
            reportedHeight.map { "\(Int(width.rounded())) × \(Int($0.rounded())) mm" }
        }
        let source =
            switch sizeSource {
            case .exchanged: "the tablet database has width and height exchanged"
            case .database: "the tablet database has a different size"
            case .touch: "the touch device of the same screen has a different size"
            case .descriptor, .quirk, .setting, nil: "a different size is known"
            }
        return ", although it reports \(reported ?? "a different size"): \(source)"
    }

    /// Instructions for setting a tablet's size.
    fileprivate var quirkRemedy: String {
        func number(_ value: Int) -> String {
            let digits = String(value, radix: 16)
            return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return "To set its size, measure the active area in millimeters, and add to /etc/inkd/quirks/own.yaml "
            + "`- {match: {vendor: \(number(vendor)), product: \(number(product))}, size: [width, height]}`; "
            + "then run sudo systemctl reload inkd, and plug it in again"
    }
}
