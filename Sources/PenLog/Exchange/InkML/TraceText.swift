/// Reads the text of a trace (InkML, 3.2.1): points separated by commas, with one value per channel.
///
/// The prefix `'` means that a channel's values are differences from then on, `"` second differences, `!` absolute values again; `*`
/// repeats the last reported value, `?` is an unreported value; `T` and `F` are booleans, `#` precedes hexadecimal digits. Space is
/// needed only where two values would run together. Channels after a point's last value are unknown at that point, unless they are X or
/// Y: CROHME's files declare more channels than they use.
struct TraceText {
    private enum Order { case value, difference, second }

    private struct State {
        var order = Order.value
        var value: TraceValue = .unreported
        var velocity = ExactDecimal(whole: 0)
    }

    private let channels: [TraceFormat.Channel]
    /// Minimum number of values in a point, which must not end before both X and Y have a value.
    private let required: Int
    private var states: [State]
    private var rest: Substring.UTF8View
    private var points = 0

    /// Maximum number of values, including those of omitted intermittent channels. The largest file cannot spell out more.
    private static let mostValues = 16 << 20

    /// Returns the values of all points, including those of omitted intermittent channels.
    ///
    /// - Throws: `RecordingError` that names the point, but not the trace.
    static func values(of text: String, format: TraceFormat) throws(RecordingError) -> [TraceValue] {
        var reader = TraceText(text, format)
        return try reader.values()
    }

    private init(_ text: String, _ format: TraceFormat) {
        channels = format.channels
        required = format.channels.lastIndex { !$0.isIntermittent && ["X", "Y"].contains($0.name) }.map { $0 + 1 } ?? 1
        states = format.channels.map { _ in State() }
        rest = Substring(text).utf8
    }

    private mutating func values() throws(RecordingError) -> [TraceValue] {
        var values: [TraceValue] = []
        skipSpace()
        while !rest.isEmpty {
            var count = 0
            while let first = rest.first, first != UInt8(ascii: ",") {
                guard count < channels.count else { throw error("more than \(channels.count) values", "give one for each channel") }
                values.append(try value(of: count))
                count += 1
                skipSpace()
            }
            guard count >= required else { throw error("\(count) values", "give \(channels.count), one for each channel") }
            values += [TraceValue](repeating: .unreported, count: channels.count - count)
            guard values.count <= Self.mostValues else { throw error("more than \(Self.mostValues) values before it", "split the trace") }
            points += 1
            if !rest.isEmpty { rest.removeFirst() }
            skipSpace()
        }
        return values
    }

    private func error(_ problem: String, _ remedy: String) -> RecordingError {
        RecordingError(problem: "point \(points) has \(problem)", remedy: remedy)
    }

    private mutating func skipSpace() { rest = rest.drop { [9, 10, 13, 32].contains($0) } }

    private mutating func value(of channel: Int) throws(RecordingError) -> TraceValue {
        switch rest.first {
        case UInt8(ascii: "!"): states[channel].order = .value
        case UInt8(ascii: "'"): states[channel].order = .difference
        case UInt8(ascii: "\""): states[channel].order = .second
        default: return try plainValue(of: channel)
        }
        rest.removeFirst()
        skipSpace()
        return try plainValue(of: channel)
    }

    private mutating func plainValue(of channel: Int) throws(RecordingError) -> TraceValue {
        let isBoolean = channels[channel].type == "boolean"
        switch rest.first {
        case UInt8(ascii: "*"):
            rest.removeFirst()
            states[channel].velocity = ExactDecimal(whole: 0)
        case UInt8(ascii: "?"):
            rest.removeFirst()
            return .unreported
        case UInt8(ascii: "T") where isBoolean, UInt8(ascii: "F") where isBoolean:
            states[channel].value = .boolean(rest.removeFirst() == UInt8(ascii: "T"))
        default:
            let number = try number()
            guard !isBoolean else { throw error("the number \(number.text) of a boolean", "write T or F") }
            try take(number, of: channel)
        }
        return states[channel].value
    }

    private mutating func take(_ number: ExactDecimal, of channel: Int) throws(RecordingError) {
        let state = states[channel]
        var before = ExactDecimal(whole: 0)
        if case .number(let value) = state.value { before = value }
        let velocity: ExactDecimal?
        switch state.order {
        case .value: velocity = number.adding(before.negated)
        case .difference: velocity = number
        case .second: velocity = state.velocity.adding(number)
        }
        guard let velocity, let sum = before.adding(velocity) else {
            throw error("a value of more than \(ExactDecimal.maximumDigits) digits", "give it smaller numbers")
        }
        states[channel].velocity = velocity
        states[channel].value = .number(sum)
    }

    private mutating func number() throws(RecordingError) -> ExactDecimal {
        let begin = rest
        var sign = ""
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
            if rest.removeFirst() == UInt8(ascii: "-") { sign = "-" }
            skipSpace()
        }
        let number: ExactDecimal?
        if rest.first == UInt8(ascii: "#") {
            rest.removeFirst()
            let digits = String(Substring(rest.prefix { Self.isHexadecimal($0) }))
            rest = rest.dropFirst(digits.utf8.count)
            number = Int64(digits, radix: 16).map { ExactDecimal(whole: sign.isEmpty ? $0 : -$0) }
        } else {
            let digits = String(Substring(rest.prefix(numberLength)))
            rest = rest.dropFirst(digits.utf8.count)
            number = ExactDecimal(text: sign + digits)
        }
        guard let number else {
            let shown = Substring(begin.prefix { ![9, 10, 13, 32, 44].contains($0) })
            throw error("the value \(RecordingError.quoted(shown)), which is not a number", "give a number of up to 36 digits, or *")
        }
        return number
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }

    /// The length of a number made of digits, a point and an exponent; a second point begins the next number.
    private var numberLength: Int {
        var length = 0
        var hasPoint = false
        var hasExponent = false
        var before: UInt8 = 0
        for byte in rest {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: ".") where !hasPoint && !hasExponent: hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                guard !hasExponent else { return length }
                hasExponent = true
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard before == UInt8(ascii: "e") || before == UInt8(ascii: "E") else { return length }
            default: return length
            }
            before = byte
            length += 1
        }
        return length
    }
}
