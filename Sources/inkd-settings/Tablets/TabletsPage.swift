internal import CGtk4
internal import Ink
internal import InkClient
internal import InkProtocol

/// The page of the tablets: each with a picture of the part that is written on, and how it lies.
@MainActor
final class TabletsPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let banner = Banner()
    private let cards = LinearBox.column(spacing: 24)
    private let none = Label("There is no tablet. Plug one in, and it is shown here. If it is not, see Health.").styled("dim-label")
    private var state = TabletsState()
    private var shown: [TabletCard] = []
    private var watch: DaemonWatch<DevicesInterface.Watch>?
    private var isWatching = false

    init(_ calls: DaemonThread) {
        self.calls = calls
        let column = PageColumn(
            "Tablets", "Which part of a tablet is written on, and how it lies before you. It holds for you, once the pen is away.")
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        column.append(none)
        column.append(cards)
    }

    func appear() {
        calls.ask { connection throws(ClientError) in
            let areas = try connection.configuration().first { $0.key == TabletsState.key }?.value.text
            return (try connection.devices(), areas)
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ result: Result<([DevicesInterface.Device], String?), ClientError>) {
        switch result {
        case .success(let (devices, areas)):
            banner.hide()
            state.read(devices, areas: areas ?? "")
            listen()
        case .failure(let error):
            banner.show(error.sentence, action: "Try again") { [weak self] in self?.appear() }
        }
        render()
    }

    /// Has the page follow what is plugged in and set elsewhere.
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
                // inkd was started again, or it is said that there is none
                MainThread.post(after: 2000) { [weak self] in self?.appear() }
            }
        }
    }

    private func render() {
        none.isVisible = state.tablets.isEmpty
        if shown.map(\.name) != state.tablets.map(\.configurationName) {
            shown = state.tablets.map { tablet in
                TabletCard(tablet) { [weak self] in self?.set($0, of: tablet) }
            }
            cards.replaceAll(with: shown.map(\.widget))
        }
        for (card, tablet) in zip(shown, state.tablets) {
            card.render(tablet, state.area(of: tablet), isOwn: state.ownArea(of: tablet) != nil)
        }
    }

    private func set(_ area: TabletArea?, of tablet: DevicesInterface.Device) {
        guard area != state.ownArea(of: tablet), let text = state.text(setting: area, of: tablet) else { return }
        calls.ask { connection throws(ClientError) in
            if text.isEmpty {
                try connection.unsetConfiguration(TabletsState.key, persist: true)
            } else {
                try connection.setConfiguration(TabletsState.key, to: .text(text), persist: true)
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

/// One tablet.
@MainActor
private final class TabletCard {
    let widget: Widget
    /// vendor:product.
    let name: String
    private let group: Group
    private let picture: DrawingArea
    private let rotation: Choice
    private let hand: Switch
    private let edges: [NumberField]
    private let screen: Switch
    private let back: Button
    private let title: Row
    private let model = Model()

    /// What the picture shows and the controls change.
    @MainActor
    private final class Model {
        var area = TabletArea()
        var width: Double?
        var height: Double?
    }

    private static let rotations = TabletArea.Rotation.allCases

    init(_ tablet: DevicesInterface.Device, set: @escaping @MainActor (TabletArea?) -> Void) {
        name = tablet.configurationName
        let model = model
        func change(_ work: (inout TabletArea) -> Void) {
            var area = model.area
            work(&area)
            set(area)
        }
        picture = DrawingArea { painter in
            AreaSketch(model.area, width: model.width, height: model.height).paint(with: painter)
        }.sized(-1, 190).expanded().called("Picture of \(tablet.name)")
        rotation = Choice(called: "Turned clockwise", Self.rotations.map { "\($0.rawValue)°" }) { place in
            change { $0.rotation = Self.rotations[place] }
        }
        hand = Switch(called: "Left-handed") { isOn in change { $0.isLeftHanded = isOn } }
        let fields = EdgeFields()
        edges = ["Left", "Top", "Right", "Bottom"].map { edge in
            NumberField(called: "\(edge) edge in per cent", 0...100, step: 1) { _ in
                // what leaves no area is no area yet: the other edge is being moved as well
                if let edges = AreaEdges(fields.fields.map(\.value)) { change { $0.edges = edges } }
            }
        }
        fields.fields = edges
        screen = Switch(called: "In the shape of the screen") { isOn in change { $0.aspect = isOn ? Screen.aspect() : nil } }
        back = Button("Reset") { set(nil) }.styled("flat").called("Reset: \(tablet.name)")
        title = Row(tablet.name, tablet.traits, trailing: [back])
        let names = ["Left", "Top", "Right", "Bottom"].map { Label($0, wraps: false).styled("dim-label", "caption") }
        let area = LinearBox.row(spacing: 10, zip(names, edges).map { LinearBox.column(spacing: 3, [$0, $1]) }).margin(12)
        group = Group(
            "", "",
            rows: [
                title, LinearBox.row(spacing: 0, [picture]).margin(12),
                Row("Turned clockwise", "How far you turned the tablet", trailing: [rotation]),
                Row("Left-handed", "Its buttons lie on the other side: half a turn more", trailing: [hand]),
                Row("In the shape of the screen", "Only the largest such piece is written on", trailing: [screen]),
                LinearBox.column(spacing: 0, [Label("Area in per cent of the tablet, as its maker meant it to lie").margin(12), area]),
            ])
        widget = group
        group.called(tablet.name)
    }

    /// The fields of the edges, which each of them needs all of.
    @MainActor
    private final class EdgeFields {
        var fields: [NumberField] = []
    }

    func render(_ tablet: DevicesInterface.Device, _ area: TabletArea, isOwn: Bool) {
        (model.area, model.width, model.height) = (area, tablet.activeWidth, tablet.activeHeight)
        picture.redraw()
        rotation.selected = Self.rotations.firstIndex(of: area.rotation)
        hand.isOn = area.isLeftHanded
        screen.isOn = area.aspect != nil
        for (field, value) in zip(edges, [area.edges.left, area.edges.top, area.edges.right, area.edges.bottom]) where field.value != value
        {
            field.value = value
        }
        back.isVisible = isOwn
        title.text = tablet.traits + (isOwn ? " · Set by you" : "")
    }
}

/// The screen.
@MainActor
enum Screen {
    /// Width to height of the first monitor; nil where there is none.
    static func aspect() -> AspectRatio? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
            let monitor = g_list_model_get_item(monitors, 0)
        else { return nil }
        defer { g_object_unref(monitor) }
        var place = GdkRectangle()
        gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
        return AspectRatio("\(place.width):\(place.height)")
    }
}
