internal import InkClient
internal import Ink
internal import InkProtocol

/// The page of the tablets. Each tablet has a picture of its mapped area and orientation.
@MainActor
final class TabletsPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let banner = Banner()
    private let cards = LinearBox.column(spacing: 24)
    private let none = Label("No tablet found. Connect one; if it does not appear here, see Health.").styled("dim-label")
    private var state = TabletsState()
    private var shown: [TabletCard] = []
    private var watch: DaemonWatch<DevicesInterface.Watch>?
    private var isWatching = false
    private var pens: MappedWatch<PointerInterface.Watch>?
    private var calibration: CalibrationWindow?

    init(_ calls: DaemonThread) {
        self.calls = calls
        let column = PageColumn(
            "Tablets", "Orientation, active area and pens of each tablet. Changes apply to you alone, once the pen is away.")
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        column.append(none)
        column.append(cards)
        pens = MappedWatch(of: widget, calls) { connection throws(ClientError) in
            try connection.watchPointer()
        } take: { [weak self] reply in
            guard let self, let tablet = state.tablets.first(where: { $0.id == reply.device }) else { return }
            shown.first { $0.name == tablet.configurationName }?.fit.show(reply.events)
        }
    }

    func appear() {
        calls.ask { connection throws(ClientError) in
            let settings = try connection.configuration()
            func text(_ key: String) -> String { settings.first { $0.key == key }?.value.text ?? "" }
            return (try connection.devices(), text(TabletsState.key), text(TabletsState.fitKey))
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ result: Result<([DevicesInterface.Device], String, String), ClientError>) {
        switch result {
        case .success(let (devices, areas, fits)):
            banner.hide()
            state.read(devices, areas: areas, fits: fits)
            listen()
            pens?.follow()
        case .failure(let error):
            banner.show(error.sentence, action: "Try again") { [weak self] in self?.appear() }
        }
        render()
    }

    /// Makes the page follow devices and settings that change elsewhere.
    private func listen() {
        guard !isWatching else { return }
        isWatching = true
        let socket = calls.socket
        calls.ask { _ throws(ClientError) in
            Handover(value: try InkConnection(path: socket).watchDevices())
        } then: { [weak self] result in
            guard let self else { return }
            guard case .success(let handover) = result else { return isWatching = false }
            watch = DaemonWatch(handover.value) { [weak self] reply in
                if reply.change != .present { self?.appear() }
            } end: { [weak self] _ in
                self?.isWatching = false
                // connects to inkd after a restart, or reports that inkd is not running
                MainThread.post(after: 2000) { [weak self] in self?.appear() }
            }
        }
    }

    private func render() {
        none.isVisible = state.tablets.isEmpty
        if shown.map(\.name) != state.tablets.map(\.configurationName) {
            shown = state.tablets.map { tablet in
                let fit = FitCard(tablet) { [weak self] in
                    self?.changeFit(of: tablet, $0)
                } calibrate: { [weak self] in
                    self?.calibrate(tablet)
                }
                return TabletCard(tablet, fit) { [weak self] in self?.set($0, of: tablet) }
            }
            cards.replaceAll(with: shown.map(\.widget))
        }
        for (card, tablet) in zip(shown, state.tablets) {
            card.render(tablet, state.area(of: tablet), isOwn: state.ownArea(of: tablet) != nil)
            card.fit.render(tablet, state)
        }
    }

    private func changeFit(of tablet: DevicesInterface.Device, _ change: (inout TabletFit) -> Void) {
        if let text = state.changeFit(of: tablet, change) { keep(TabletsState.fitKey, text) }
    }

    /// Shows crosses on a tablet's screen, and follows the tablet's pen.
    private func calibrate(_ tablet: DevicesInterface.Device) {
        // the tablet's current state, with the calibration in effect
        guard calibration == nil, let present = state.tablets.first(where: { $0.configurationName == tablet.configurationName }) else {
            return
        }
        let taps: CalibrationState
        do throws(FittingError) {
            taps = try CalibrationState(present)
        } catch {
            return banner.show("\(error)")
        }
        let socket = calls.socket
        calls.ask { _ throws(ClientError) in
            Handover(value: try InkConnection(path: socket).watchPointer(device: present.id))
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): banner.show(error.sentence)
            case .success(let handover):
                calibration = CalibrationWindow(present, taps, watch: handover.value, over: widget) { [weak self] calibration in
                    self?.changeFit(of: present) { $0.calibration = calibration }
                } closed: { [weak self] in
                    self?.calibration = nil
                }
            }
        }
    }

    private func set(_ area: TabletArea?, of tablet: DevicesInterface.Device) {
        guard area != state.ownArea(of: tablet), let text = state.text(setting: area, of: tablet) else { return }
        keep(TabletsState.key, text)
    }

    private func keep(_ key: String, _ text: String) {
        calls.ask { connection throws(ClientError) in
            if text.isEmpty {
                try connection.unsetConfiguration(key, persist: true)
            } else {
                try connection.setConfiguration(key, to: .text(text), persist: true)
            }
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: appear()
            case .failure(let error): banner.show(error.sentence)
            }
        }
    }
}
