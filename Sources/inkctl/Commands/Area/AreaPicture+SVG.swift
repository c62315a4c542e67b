internal import Ink

extension AreaPicture {
    /// The picture as SVG 1.1, in millimetres.
    func svg(title: String) -> String {
        let margin = 8.0
        let (width, height) = (whole.width + 2 * margin, whole.height + 2 * margin)
        let text = min(whole.width, whole.height) / 20
        let (middle, arrow) = ((x: part.x + part.width / 2, y: part.y + part.height / 2), min(part.width, part.height) / 6)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))mm" height="\(Self.number(height))mm" \
            viewBox="\(Self.number(-margin)) \(Self.number(-margin)) \(Self.number(width)) \(Self.number(height))" \
            font-family="sans-serif" \
            font-size="\(Self.number(text))" text-anchor="middle">
            <title>\(Self.escaped(title))</title>
            \(Self.rectangle(whole, "fill=\"#f2f2f2\" stroke=\"#808080\" stroke-width=\"0.5\""))
            \(Self.rectangle(part, "fill=\"#cfe3f7\" stroke=\"#2060a0\" stroke-width=\"0.5\""))
            <path d="\(topPath)" stroke="#303030" stroke-width="2" stroke-linecap="round"/>
            <path d="M\(Self.number(middle.x)) \(Self.number(middle.y))v\(Self.number(-2 * arrow))\
            m\(Self.number(-arrow / 2)) \(Self.number(arrow / 2))l\(Self.number(arrow / 2)) \(Self.number(-arrow / 2))\
            l\(Self.number(arrow / 2)) \(Self.number(arrow / 2))" fill="none" stroke="#2060a0"/>
            <text x="\(Self.number(middle.x))" y="\(Self.number(middle.y + 1.5 * text))">\(Self.size(part))</text>
            </svg>

            """
    }

    /// The edge that was meant to be on top.
    private var topPath: String {
        switch top {
        case .top: "M0 0h\(Self.number(whole.width))"
        case .bottom: "M0 \(Self.number(whole.height))h\(Self.number(whole.width))"
        case .left: "M0 0v\(Self.number(whole.height))"
        case .right: "M\(Self.number(whole.width)) 0v\(Self.number(whole.height))"
        }
    }

    private static func rectangle(_ box: Box, _ style: String) -> String {
        "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" height=\"\(number(box.height))\" \(style)/>"
    }

    private static func number(_ value: Double) -> String { DisplayText.fixed(value, digits: 2) }

    private static func escaped(_ text: String) -> String {
        String(DisplayText.escaped(text).flatMap { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) })
    }
}
