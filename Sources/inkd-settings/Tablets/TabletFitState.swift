internal import Ink
internal import InkProtocol

/// The user's settings of tablets, and the settings from other sources. Pure functions.
extension TabletsState {
    /// The configuration key of the user's settings of tablets.
    static let fitKey = "tablet.fit"

    /// Returns the user's settings of a tablet.
    func fit(of tablet: DevicesInterface.Device) -> TabletFit { fits?[tablet.name] ?? fits?[tablet.configurationName] ?? TabletFit() }

    /// Changes the user's settings of a tablet.
    /// - Returns: the resulting text of the key; nil without a change, or while the user's settings are unknown.
    mutating func changeFit(of tablet: DevicesInterface.Device, _ change: (inout TabletFit) -> Void) -> String? {
        guard var fits else { return nil }
        let old = fit(of: tablet)
        var fit = old
        change(&fit)
        guard fit != old else { return nil }
        // an entry by the tablet's name would take precedence over the new entry by its numbers
        fits[tablet.name] = nil
        fits[tablet.configurationName] = fit == TabletFit() ? nil : fit
        self.fits = fits
        return fits.text
    }

    /// Returns the tablet's settings in effect. A setting by the user takes precedence over the machine's setting.
    func present(of tablet: DevicesInterface.Device) -> TabletFit {
        let own = fit(of: tablet)
        // the thresholds depend on each other, and are not shown
        let others = (tablet.adjustments ?? []).filter { $0.source != .user && !["tipDown", "tipUp"].contains($0.key) }
        let machine = (try? TabletFit(words: others.flatMap { [$0.key, $0.value] })) ?? TabletFit()
        var present = machine
        present.calibration = own.calibration ?? machine.calibration
        present.pen = machine.pen.overridden(by: own.pen)
        return present
    }

    /// Returns the source of a tablet's settings, as text for the end of a row, such as "Set by you"; empty if they are not set.
    func origin(of keys: [String], _ tablet: DevicesInterface.Device) -> String {
        if fit(of: tablet).values.contains(where: { keys.contains($0.key) }) { return "Set by you" }
        switch (tablet.adjustments ?? []).last(where: { keys.contains($0.key) && $0.source != .user })?.source {
        case .daemon: return "Set for all users"
        case .quirk: return "Default for this model"
        case .user, nil: return ""
        }
    }
}

/// A button of pens with its name for the user.
struct PenButtonName: Sendable, Hashable {
    /// The key in the configuration.
    let key: String
    let title: String
    let text: String

    static let all = [
        PenButtonName(key: "stylus", title: "Lower button", text: "Near the tip"),
        PenButtonName(key: "stylus2", title: "Upper button", text: "Farther from the tip"),
        PenButtonName(key: "stylus3", title: "Third button", text: ""),
        PenButtonName(key: "eraser", title: "Eraser", text: "The other end of the pen, or its eraser button"),
    ]

    /// The possible actions and their names.
    var actions: [(action: ButtonAction, title: String)] {
        (TabletFit.buttons.first { $0.name == key }?.actions ?? []).map { ($0, Self.title(of: $0)) }
    }

    /// Returns an action's name for the user.
    static func title(of action: ButtonAction) -> String {
        switch action {
        case .pass: "Send to applications"
        case .undo: "Undo"
        case .redo: "Redo"
        case .nextCandidate: "Next candidate"
        case .previousCandidate: "Previous candidate"
        case .eraser: "Erase while held"
        case .pen: "Switch between writing and pointing"
        case .ignore: "Nothing"
        }
    }

    /// Returns the titles of the choices: first the default, with the action that it stands for, then all actions.
    /// - Parameters:
    ///   - machine: the action that the machine's settings contain; nil without such an action.
    ///   - isKnown: whether `machine` is known; false if the user's setting hides the machine's.
    func titles(machine: ButtonAction?, isKnown: Bool) -> [String] {
        guard isKnown else { return ["Not set"] + actions.map(\.title) }
        let standard = machine.map(Self.title) ?? (key == "eraser" ? "Erase" : Self.title(of: .pass))
        return ["Not set: \(standard)"] + actions.map(\.title)
    }
}
