internal import Ink

extension JSONInk {
    /// The ink as a pen would have written it on a virtual tablet: proximity, pressure and tip switch around every stroke.
    ///
    /// The tablet has 100 units a millimetre and begins 5 mm above and to the left of the ink. The recording begins at the clock's start.
    public var recording: Recording {
        let scale = millimetresPerUnit * Double(VirtualPen.unitsPerMillimetre)
        let corner = bounds ?? Box(x: 0, y: 0, width: 0, height: 0)
        func units(_ value: Int64, from origin: Double) -> Int32 {
            let position = ((Double(value) - origin) * scale).rounded() + Double(VirtualPen.margin)
            return Int32(min(Double(Int32.max / 2), max(0, position)))
        }
        var pen = VirtualPen()
        for samples in strokes {
            for (index, sample) in samples.enumerated() {
                let x = units(sample.x, from: corner.x)
                let y = units(sample.y, from: corner.y)
                if index == 0 { pen.hover(x, y, at: sample.time) }
                pen.write(x, y, at: sample.time + VirtualPen.approach)
            }
            pen.lift(at: (samples.last?.time ?? 0) + 2 * VirtualPen.approach)
        }
        pen.leave()
        return Recording(devices: [pen.device], label: label)
    }

    /// Reads a file of exactly one ink.
    static func readRecording(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        var ink: JSONInk?
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            guard ink == nil else {
                throw RecordingError(line: number, problem: "the file holds more than one ink", remedy: "cut out one of its lines")
            }
            ink = try JSONInk(line: String(decoding: line, as: UTF8.self), number: number)
        }
        guard let ink else { throw RecordingError(problem: "the file holds no ink", remedy: "give it one JSON object on a line") }
        return ink.recording
    }
}
