internal import CGtk4

/// The writing pad: paper, the recognized text, other candidates for a word, and actions on the text.
@MainActor
final class PadView {
    /// The widget to place in a window.
    let widget: Widget
    private let pad: Pad
    private let paper: Paper
    /// The hint that is shown while there is no ink. It lies over the paper, because the paper must not move when a stroke begins.
    private let hint: Widget
    private let banner = Banner()
    private let words: WordLabel
    private let reading = Label("").styled("dim-label")
    private let candidates = LinearBox.row(spacing: 6)
    private let candidatesTitle = Label("", wraps: false).styled("dim-label", "caption")
    private let undo: Button
    private let clear: Button
    private let copy: Button
    /// The displayed state, so that only widgets with changes are updated.
    private var shown: PadState?

    /// - Parameter guide: additional help that is shown while there is no ink.
    init(_ pad: Pad, guide: PenGuide? = nil) {
        self.pad = pad
        let invitation = Label("Write here with a pen, a finger or the mouse").styled("dim-label").aligned(across: GTK_ALIGN_CENTER)
        hint = LinearBox.column(spacing: 24, [invitation] + (guide.map { [$0.widget] } ?? []))
            .aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_CENTER)
        paper = Paper(pad)
        words = WordLabel { place in pad.update { state in state.choose(at: place) } }.styled("reading")
        undo = Button("Undo") { pad.undo() }
        clear = Button("Clear") { pad.clear() }
        copy = Button("Copy") {}.styled("suggested-action")
        widget = LinearBox.column(
            spacing: 0,
            [
                banner,
                LinearBox.column(
                    spacing: 12,
                    [
                        Overlay(paper.area, above: hint).styled("card").expanded(across: true, down: true),
                        LinearBox.column(spacing: 0, [reading, Scrolled(words).highAtMost(120)]).sized(-1, 36),
                        LinearBox.column(spacing: 4, [candidatesTitle, Scrolled(candidates).across()]).sized(-1, 60),
                        LinearBox.row(spacing: 8, [undo, clear, Label("").expanded(), copy]),
                    ]
                ).margin(18),
            ])
        candidates.called("Other candidates")
        copy.on("clicked") { [weak self] in self?.copyText() }
        pad.changed = { [weak self] in self?.render() }
        render()
    }

    private func render() {
        let state = pad.state
        paper.area.redraw()
        hint.isVisible = state.sheet.isEmpty
        undo.isEnabled = state.canUndo
        clear.isEnabled = !state.sheet.isEmpty
        copy.isEnabled = !state.text.isEmpty
        if shown?.text != state.text { copy.title = "Copy" }
        if shown?.service != state.service { renderService(state.service) }
        reading.text = state.sheet.isEmpty || !state.words.isEmpty ? "" : state.isRead ? "No text recognized" : "Recognizing …"
        reading.isVisible = !reading.text.isEmpty
        if shown?.words != state.words || shown?.chosenWord != state.chosenWord { renderWords(state) }
        shown = state
    }

    private func renderService(_ service: PadState.Service) {
        if case .failed(let sentence) = service { banner.show(sentence) } else { banner.hide() }
    }

    private func renderWords(_ state: PadState) {
        let chosen = state.chosenWord
        let isMarked = state.words.count > 1
        words.show(state.lines.map { $0.map(\.text) }, marked: isMarked ? chosen.flatMap(state.words.firstIndex(of:)) : nil)
        let others = chosen?.others ?? []
        candidatesTitle.text = chosen.map { others.isEmpty ? "" : "Candidates for “\($0.text)”" } ?? ""
        candidates.replaceAll(
            with: others.map { text in
                Button(text) { [weak pad] in
                    if let chosen { pad?.correct(chosen, to: text) }
                }.styled("pill")
            })
    }

    private func copyText() {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(widget.pointer), pad.state.text)
        copy.title = "Copied"
    }
}
