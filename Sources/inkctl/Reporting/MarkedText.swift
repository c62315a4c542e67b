internal import InkExport

/// A reading as HTML, its wrong characters marked so that they are seen without colour, too.
enum MarkedText {
    /// Right characters as text; a replaced one with what was wanted above it; what should not be there in `ins`, and what is missing in `del`.
    static func html(_ alignment: EditAlignment) -> [XML.Content] {
        var contents: [XML.Content] = []
        var right = ""
        for step in alignment.steps {
            if case .same(let text) = step {
                right += text
                continue
            }
            if !right.isEmpty { contents.append(.text(DisplayText.escaped(right))) }
            right = ""
            contents.append(.element(mark(step)))
        }
        if !right.isEmpty { contents.append(.text(DisplayText.escaped(right))) }
        return contents
    }

    /// A character as it can be seen alone.
    static func visible(_ text: String) -> String { text == " " ? "␣" : DisplayText.escaped(text) }

    private static func mark(_ step: EditAlignment.Step) -> XML {
        switch step {
        case .replaced(let read, let wanted):
            XML("ruby", [("title", "read in place of \(visible(wanted))")], text: visible(read), [XML("rt", text: visible(wanted))])
        case .inserted(let read): XML("ins", [("title", "nothing was wanted here")], text: visible(read))
        case .missed(let wanted): XML("del", [("title", "missing")], text: visible(wanted))
        case .same(let text): XML("span", text: DisplayText.escaped(text))
        }
    }
}
