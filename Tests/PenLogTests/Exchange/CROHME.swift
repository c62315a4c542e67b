import InkTestSupport

/// A file as those of CROHME (Competition on Recognition of Online Handwritten Mathematical Expressions) are: a formula in LaTeX and MathML,
/// its traces, and their segmentation into symbols.
func crohmeFile(symbols: Int, seed: UInt64, hasDecimals: Bool) -> String {
    var random = SeededGenerator(seed: seed)
    func number() -> String {
        let whole = Int.random(in: -900...9000, using: &random)
        return hasDecimals ? "\(whole).\(Int.random(in: 0...99_999, using: &random))" : "\(whole)"
    }
    let letters = (0..<symbols).map { ["x", "y", "\\alpha", "<", "&", "2"][$0 % 6] }
    func escaped(_ text: String) -> String { text == "<" ? "&lt;" : text == "&" ? "&amp;" : text }
    let traces = (0..<symbols * 2).map { id in
        let points = (0..<Int.random(in: 1...40, using: &random)).map { _ in "\(number()) \(number())" }
        return "<trace id=\"\(id)\">\n\(points.joined(separator: ", "))\n</trace>"
    }
    let groups = letters.enumerated().map { index, letter in
        """
            <traceGroup xml:id="\(symbols * 2 + 1 + index)">
                <annotation type="truth">\(escaped(letter))</annotation>
                <traceView traceDataRef="\(2 * index)"/>
                <traceView traceDataRef="\(2 * index + 1)"/>
                <annotationXML href="\(escaped(letter))_\(index)"/>
            </traceGroup>
        """
    }
    return """
        <?xml version="1.0"?>
        <ink xmlns="http://www.w3.org/2003/InkML">
        <traceFormat>
        <channel name="X" type="decimal"/>
        <channel name="Y" type="decimal"/>
        </traceFormat>
        <annotation type="truth">$\(letters.map(escaped).joined(separator: " "))$</annotation>
        <annotation type="UI">2012_IVC_CROHME_F\(seed)_E\(symbols)</annotation>
        <annotation type="writer">w\(seed)</annotation>
        <annotation type="copyright">somebody's</annotation>
        <annotationXML type="truth" encoding="Content-MathML">
            <math xmlns='http://www.w3.org/1998/Math/MathML'>
                <mrow xml:id="A"><mi xml:id="x_1"> \(letters.map(escaped).joined()) </mi><msup>a<!-- power -->b</msup></mrow>
            </math>
        </annotationXML>
        \(traces.joined(separator: "\n"))
        <traceGroup xml:id="\(symbols * 2)">
            <annotation type="truth">Segmentation</annotation>
        \(groups.joined(separator: "\n"))
        </traceGroup>
        </ink>
        """
}
