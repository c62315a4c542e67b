internal import Ink
internal import InkProtocol

/// The card of a tablet.
@MainActor
final class TabletCard {
    let widget: Widget
    /// The tablet's vendor:product.
    let name: String
    /// The settings of the tablet's pens.
    let fit: FitCard
    private let group: Group
    private let picture: DrawingArea
    private let rotation: Choice
    private let hand: Switch
    private let edges: [NumberField]
    private let screen: Switch
    private let back: Button
    private let title: Row
    private let model = Model()

    /// The state that the picture shows and the controls change.
    @MainActor
    private final class Model {
        var area = TabletArea()
        var width: Double?
        var height: Double?
    }

    private static let rotations = TabletArea.Rotation.allCases

    init(_ tablet: DevicesInterface.Device, _ fit: FitCard, set: @escaping @MainActor (TabletArea?) -> Void) {
        name = tablet.configurationName
        self.fit = fit
        let model = model
        func change(_ work: (inout TabletArea) -> Void) {
            var area = model.area
            work(&area)
            set(area)
        }
        picture = DrawingArea { painter in
            AreaSketch(model.area, width: model.width, height: model.height).paint(with: painter)
        }.sized(-1, 190).expanded().called("Picture of \(tablet.name)")
        rotation = Choice(called: "Rotation", Self.rotations.map { "\($0.rawValue)°" }) { place in
            change { $0.rotation = Self.rotations[place] }
        }
        hand = Switch(called: "Left-handed") { isOn in change { $0.isLeftHanded = isOn } }
        let fields = EdgeFields()
        edges = ["Left", "Top", "Right", "Bottom"].map { edge in
            NumberField(called: "\(edge) edge in percent", 0...100, step: 1) { _ in
                // edges that leave no area are ignored, because the user is about to change the other edge, too
                if let edges = AreaEdges(fields.fields.map(\.value)) { change { $0.edges = edges } }
            }
        }
        fields.fields = edges
        screen = Switch(called: "Screen aspect ratio") { isOn in change { $0.aspect = isOn ? Screen.aspect() : nil } }
        back = Button("Reset") { set(nil) }.styled("flat").called("Reset: \(tablet.name)")
        title = Row(tablet.name, tablet.traits, trailing: [back])
        let names = ["Left", "Top", "Right", "Bottom"].map { Label($0, wraps: false).styled("dim-label", "caption") }
        let area = LinearBox.row(spacing: 10, zip(names, edges).map { LinearBox.column(spacing: 3, [$0, $1]) }).margin(12)
        group = Group(
            "", "",
            rows: [
                title, LinearBox.row(spacing: 0, [picture]).margin(12),
                Row("Rotation", "Rotation of the tablet, clockwise", trailing: [rotation]),
                Row("Left-handed", "Turns the tablet by another 180°, with its buttons on the other side", trailing: [hand]),
                Row("Screen aspect ratio", "Limits the active area to the largest part of this shape", trailing: [screen]),
                LinearBox.column(spacing: 0, [Label("Active area in percent, in the tablet's default orientation").margin(12), area]),
            ])
        group.called(tablet.name)
        widget = LinearBox.column(spacing: 12, [group, fit.widget])
    }

    /// The fields of the edges. A change of one field needs the values of all.
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
