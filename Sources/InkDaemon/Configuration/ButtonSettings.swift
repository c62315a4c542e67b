internal import Ink
internal import InkWorkspace
internal import Tablet
internal import YAML

/// The keys `buttons` and `pad` of a tablet in `devices.tablets`.
extension TabletSettingsReader {
    private static let buttons = ["stylus", "stylus2", "stylus3", "eraser"]

    /// Reads the actions of a pen's barrel buttons. The keys are the kernel's names of the buttons.
    func penButtons(_ node: YAMLNode, under prefix: String) throws(DaemonError) -> PenButtons {
        guard let mapping = node.mapping else {
            throw refusal(node, prefix, "\(Self.buttons.joined(separator: ", ")) below it, each with its action")
        }
        var buttons = PenButtons()
        for (key, value) in mapping {
            let name = "\(prefix).\(key.string ?? "?")"
            switch key.string {
            case "stylus": buttons.lower = try action(value, name, ButtonAction.allCases)
            case "stylus2": buttons.upper = try action(value, name, ButtonAction.allCases)
            case "stylus3": buttons.third = try action(value, name, ButtonAction.allCases)
            // `pass` is rejected: if the firmware turns a button into an eraser, programs never see that button
            case "eraser": buttons.eraser = try action(value, name, ButtonAction.allCases.filter { $0 != .pass })
            default: throw unknown(key, name, Self.buttons)
            }
        }
        return buttons
    }

    /// Reads the actions of a pad's keys, rings, strips and dials.
    func padBindings(_ node: YAMLNode, under prefix: String) throws(DaemonError) -> PadBindings {
        let controls = ["A to Z"] + PadControl.turning.map(\.name)
        guard let mapping = node.mapping else {
            throw refusal(node, prefix, "\(controls.joined(separator: ", ")) below it, each with its action")
        }
        var bindings = PadBindings()
        for (key, value) in mapping {
            let name = "\(prefix).\(key.string ?? "?")"
            guard let control = key.string.flatMap(PadControl.init) else { throw unknown(key, name, controls) }
            guard bindings.keys[control] == nil, bindings.turns[control] == nil else { throw refusal(key, name, "each key once") }
            if case .key = control {
                // `pass` is rejected: pad events reach other programs even if actions are bound to them
                bindings.keys[control] = try action(value, name, ButtonAction.allCases.filter { $0 != .pass })
            } else {
                bindings.turns[control] = try action(value, name, TurnAction.allCases)
            }
        }
        return bindings
    }

    private func action<Action: RawRepresentable>(_ node: YAMLNode, _ name: String, _ allowed: [Action]) throws(DaemonError) -> Action
    where Action.RawValue == String {
        guard let found = allowed.first(where: { $0.rawValue == node.string }) else {
            throw refusal(node, name, "one of \(allowed.map(\.rawValue).joined(separator: ", "))")
        }
        return found
    }
}
