internal import Ink
internal import InkProtocol

/// The view of the panel. The panel stays at its first position, unless it would cover the caret.
final class PanelView {
    private let screen: Screen
    private let window: PanelWindow
    private let palette: Palette
    private let showsCandidates: Bool
    /// The visible panel.
    private var shown: Shown?
    /// The areas of the visible candidates that can be chosen with a click.
    private var choices: [Rectangle] = []

    private struct Shown {
        var extent: Extent?
        var caret: TextInputInterface.Caret?
        let monitor: Monitor
        let isTranslucent: Bool
        /// The message for the user, in place of all other content.
        var message = ""
        var layout: PanelLayout
    }

    /// - Throws: `OverlayError.noDrawing`.
    init(on screen: Screen, palette: Palette, showsCandidates: Bool) throws(OverlayError) {
        (self.screen, self.palette, self.showsCandidates) = (screen, palette, showsCandidates)
        window = try PanelWindow(on: screen)
    }

    /// Shows a scene, or hides the panel. While ink is shown under the tip, the panel appears only for text with candidates, and for
    /// messages.
    ///
    /// - Throws: `OverlayError.noDrawing`.
    func draw(_ scene: Scene?) throws(OverlayError) {
        guard let scene, !scene.isAtTip || !scene.message.isEmpty || (showsCandidates && !scene.text.isEmpty) else {
            shown = nil
            choices = []
            return window.hide()
        }
        let panel = panel(for: scene)
        shown = panel
        let painter = PanelPainter(layout: panel.layout, scale: screen.scale, isTranslucent: panel.isTranslucent, palette: palette)
        let isChoosing = scene.selected != nil && scene.message.isEmpty && panel.layout.candidates.height > 0
        choices = isChoosing ? painter.places(of: scene.candidates) : []
        window.accept(clicks: choices)
        try window.show(at: panel.layout.frame) { painter.paint(scene, on: $0) }
    }

    /// Returns the index of the candidate at a position relative to the panel; nil without a candidate there.
    func choice(at place: Point) -> Int? { choices.firstIndex { $0.contains(x: place.x, y: place.y) } }

    /// Returns the visible panel, updated for a scene, or a new panel.
    private func panel(for scene: Scene) -> Shown {
        guard scene.message.isEmpty else { return panel(of: scene.message, at: scene.caret) }
        let shown = shown.flatMap { $0.message.isEmpty ? $0 : nil }
        let extent = scene.extent.map { shown?.extent?.followed(by: $0) ?? $0 } ?? shown?.extent
        var caret = shown.map(\.caret) ?? scene.caret
        if let now = scene.caret, now != caret, caret == nil || shown?.layout.covers(now) == true { caret = now }
        if let shown, shown.extent == extent, shown.caret == caret { return shown }
        let monitor = shown?.monitor ?? Monitor.of(caret, among: screen.monitors)
        let layout = PanelLayout(extent: extent, caret: caret, monitor: monitor, scale: screen.scale, showsCandidates: showsCandidates)
        return Shown(
            extent: extent, caret: caret, monitor: monitor, isTranslucent: shown?.isTranslucent ?? window.isTranslucent, layout: layout)
    }

    private func panel(of message: String, at caret: TextInputInterface.Caret?) -> Shown {
        if let shown, shown.message == message { return shown }
        let monitor = Monitor.of(caret, among: screen.monitors)
        let width = PanelLayout.messageWidth(on: monitor, scale: screen.scale)
        let lines = PanelPainter.lineCount(of: message, width: width, scale: screen.scale)
        return Shown(
            caret: caret, monitor: monitor, isTranslucent: window.isTranslucent, message: message,
            layout: PanelLayout(lines: lines, caret: caret, monitor: monitor, scale: screen.scale))
    }
}
