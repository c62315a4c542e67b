internal import Ink
internal import InkProtocol

/// How tablets are fitted to the user, and what others have set of them. Pure.
extension TabletsState {
    /// The user's key of the configuration.
    static let fitKey = "tablet.fit"

    /// What the user has set of a tablet.
    func fit(of tablet: DevicesInterface.Device) -> TabletFit { fits?[tablet.name] ?? fits?[tablet.configurationName] ?? TabletFit() }

    /// Changes what the user has set of a tablet.
    /// - Returns: the text of the key then; nil if nothing changes, or while nobody knows what was set.
    mutating func changeFit(of tablet: DevicesInterface.Device, _ change: (inout TabletFit) -> Void) -> String? {
        guard var fits else { return nil }
        let old = fit(of: tablet)
        var fit = old
        change(&fit)
        guard fit != old else { return nil }
        // the name goes before the numbers
        fits[tablet.name] = nil
        fits[tablet.configurationName] = fit == TabletFit() ? nil : fit
        self.fits = fits
        return fits.text
    }

    /// What holds of a tablet: what the user has set, and else what the machine has.
    func present(of tablet: DevicesInterface.Device) -> TabletFit {
        let own = fit(of: tablet)
        // thresholds need one another, and are not shown
        let others = (tablet.adjustments ?? []).filter { $0.source != .user && !["tipDown", "tipUp"].contains($0.key) }
        let machine = (try? TabletFit(words: others.flatMap { [$0.key, $0.value] })) ?? TabletFit()
        var present = machine
        present.calibration = own.calibration ?? machine.calibration
        present.pen = machine.pen.overridden(by: own.pen)
        return present
    }

    /// Who has set something of a tablet, as the end of a row's text: "Set by you", or empty for nobody.
    func origin(of keys: [String], _ tablet: DevicesInterface.Device) -> String {
        if fit(of: tablet).values.contains(where: { keys.contains($0.key) }) { return "Set by you" }
        switch (tablet.adjustments ?? []).last(where: { keys.contains($0.key) && $0.source != .user })?.source {
        case .daemon: return "Set for everybody on this machine"
        case .quirk: return "Known of this model"
        case .user, nil: return ""
        }
    }
}

/// A button of pens, as it is named for people.
struct PenButtonName: Sendable, Hashable {
    /// As the configuration has it.
    let key: String
    let title: String
    let text: String

    static let all = [
        PenButtonName(key: "stylus", title: "Lower button", text: "The one near the tip"),
        PenButtonName(key: "stylus2", title: "Upper button", text: "The one farther from the tip"),
        PenButtonName(key: "stylus3", title: "Third button", text: ""),
        PenButtonName(key: "eraser", title: "Eraser", text: "The pen's other end, or the button that makes it an eraser"),
    ]

    /// The actions that it can have, and their names.
    var actions: [(action: ButtonAction, title: String)] {
        (TabletFit.buttons.first { $0.name == key }?.actions ?? []).map { ($0, Self.title(of: $0)) }
    }

    /// An action for people.
    static func title(of action: ButtonAction) -> String {
        switch action {
        case .pass: "As in other programs"
        case .undo: "Undo"
        case .redo: "Redo"
        case .nextCandidate: "Next reading"
        case .previousCandidate: "Previous reading"
        case .eraser: "Erase while held"
        case .pen: "Pen writes text: on or off"
        case .ignore: "Nothing"
        }
    }

    /// The choices: what holds where the user sets nothing, then all actions.
    /// - Parameters:
    ///   - machine: what the machine has; nil for nothing.
    ///   - isKnown: false where what the user has set hides what the machine has.
    func titles(machine: ButtonAction?, isKnown: Bool) -> [String] {
        guard isKnown else { return ["Not set"] + actions.map(\.title) }
        let standard = machine.map(Self.title) ?? (key == "eraser" ? "Erase" : Self.title(of: .pass))
        return ["Not set: \(standard)"] + actions.map(\.title)
    }
}
