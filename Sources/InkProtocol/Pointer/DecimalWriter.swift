/// Appends numbers and fixed texts to bytes that are kept for the next time; allocates only while the array grows.
enum DecimalWriter {
    /// The text, which is ASCII.
    static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The number in decimal.
    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude, to: &bytes)
    }

    /// The number of `10^-places`, as a decimal fraction without zeros at its end: 12500 with three places is 12.5. At most 18 places.
    static func append(_ number: Int64, places: Int, to bytes: inout [UInt8]) {
        var scale: UInt64 = 1
        for _ in 0..<min(max(0, places), 18) { scale *= 10 }
        let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: scale)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(whole, to: &bytes)
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var rest = fraction
        while rest > 0 {
            scale /= 10
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
            rest %= scale
        }
    }

    /// The number rounded to so many decimals; 0 if it is not finite, the nearest that fits if it is beyond all measure.
    static func append(_ number: Double, places: Int, to bytes: inout [UInt8]) {
        var scaled = number
        for _ in 0..<min(max(0, places), 18) { scaled *= 10 }
        guard number.isFinite else { return append(0, to: &bytes) }
        append(Int64(min(max(scaled.rounded(), -9e18), 9e18)), places: places, to: &bytes)
    }

    private static func appendDigits(_ number: UInt64, to bytes: inout [UInt8]) {
        var scale: UInt64 = 1
        while number / scale >= 10 { scale *= 10 }
        var rest = number
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
            rest %= scale
            scale /= 10
        }
    }
}
