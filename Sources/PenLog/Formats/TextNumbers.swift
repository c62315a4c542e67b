/// Appends numbers as text, without a string for each: a recording has millions of them.
extension [UInt8] {
    /// Appends a number, padded with leading spaces to a width.
    mutating func append(_ number: Int64, width: Int = 0, zero: UInt8 = UInt8(ascii: " ")) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        Swift.withUnsafeMutableBytes(of: &digits) { buffer in
            var (rest, place) = (number.magnitude, buffer.count)
            repeat {
                place -= 1
                buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                place -= 1
                buffer[place] = UInt8(ascii: "-")
            }
            for _ in 0..<Swift.max(0, width - (buffer.count - place)) { append(zero) }
            append(contentsOf: buffer[place...])
        }
    }

    /// Appends a number in hexadecimal, padded with leading zeros to four digits.
    mutating func append(hexadecimal number: UInt16) {
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(number >> UInt16(shift) & 15)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
