internal import DBus
internal import InputMethod

/// Signals to IBus from the focused engine (org.freedesktop.IBus.Engine in ibusengine.c). Signals are dropped if no engine has the focus.
struct EngineSignals {
    private let bus: Bus
    private let engines: EngineRegistry
    private let trace: Trace

    init(bus: Bus, engines: EngineRegistry, trace: Trace) { (self.bus, self.engines, self.trace) = (bus, engines, trace) }

    /// The focused engine, which sends the signals; nil if no engine has the focus.
    var engine: Engine? { engines.focused }

    /// Carries out the composition's actions, except for keys, which may have to wait.
    func apply(_ action: Composition.Action) {
        switch action {
        case .setPreedit(let text, let stable, let mode):
            signal("UpdatePreeditText") { message throws(BusError) in
                try message.append(text: text, firm: stable)
                try message.append(UInt32(text.unicodeScalars.count))
                try message.append(!text.isEmpty)
                // IBUS_ENGINE_PREEDIT_CLEAR, IBUS_ENGINE_PREEDIT_COMMIT
                try message.append(UInt32(mode == .commit ? 1 : 0))
            }
        case .commit(let text):
            signal("CommitText") { message throws(BusError) in try message.append(text: text) }
            bus.flush()
            trace.say("commit")
        case .delete(let before, let behind):
            let (before, behind) = (before.unicodeScalars.count, behind.unicodeScalars.count)
            trace.say("delete \(before) \(behind)")
            signal("DeleteSurroundingText") { message throws(BusError) in
                try message.append(Int32(-before))
                try message.append(UInt32(before + behind))
            }
            askForText()
        case .askForText: askForText()
        case .showCandidates(let candidates, let selected):
            // IBus's panel on X11 shows a hidden list at its previous position, and moves the list to the caret only when the size of the
            // list changes (ui/gtk3/candidatepanel.vala)
            if Engine.isX11, engine?.showsCandidates == false, selected == 0 { show(Array(candidates.prefix(1)), selected: 0) }
            show(candidates, selected: selected)
            engine?.showsCandidates = true
        case .hideCandidates:
            show([], selected: 0)
            engine?.showsCandidates = false
        case .showMessage(let text): showMessage(text)
        case .press, .findText, .call: break
        }
    }

    /// Asks the client for its text with an empty commit. Clients report their text after keys and commits, but not after a deletion
    /// (client/gtk2/ibusimcontext.c).
    private func askForText() {
        signal("CommitText") { message throws(BusError) in try message.append(text: "") }
        bus.flush()
    }

    /// Shows a list of candidates; hides it if it is empty.
    private func show(_ candidates: [String], selected: Int) {
        signal("UpdateLookupTable") { message throws(BusError) in
            try message.append(table: candidates, selected: selected)
            try message.append(!candidates.isEmpty)
        }
    }

    func showMessage(_ text: String) {
        signal("UpdateAuxiliaryText") { message throws(BusError) in
            try message.append(text: text)
            try message.append(!text.isEmpty)
        }
    }

    /// Asks the client of an engine to report its text, if the engine has the focus.
    func requireSurroundingText(_ other: Engine) {
        guard engine === other else { return }
        signal("RequireSurroundingText") { _ throws(BusError) in }
    }

    /// Registers the menu, as IBus requires after each FocusIn.
    func register(_ menu: Menu) {
        let properties = menu.properties
        signal("RegisterProperties") { message throws(BusError) in try message.append(properties: properties) }
    }

    func update(_ menu: Menu) {
        for property in menu.properties {
            signal("UpdateProperty") { message throws(BusError) in try message.append(property: property) }
        }
    }

    /// Flushes the sent signals.
    func flush() { bus.flush() }

    func signal(_ name: String, _ body: Bus.Answer) {
        guard let engine else { return }
        do {
            try bus.signal(engine.path, "org.freedesktop.IBus.Engine", name, body)
        } catch {
            trace.say("\(error)")
        }
    }
}
