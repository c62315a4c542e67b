/// Model files with a valid structure and absurd weights.
public enum DamagedModel {
    /// Returns a safetensors file in which some single-precision tensors contain only a very large number, with a correct checksum.
    ///
    /// - Parameters:
    ///   - tensors: the prefix of the names of these tensors.
    ///   - digest: returns the SHA-256 of bytes, in hexadecimal digits.
    /// - Returns: nil if no tensor's name has the prefix, or the file is not valid.
    public static func overflowing(_ good: [UInt8], tensors: String, digest: ([UInt8]) -> String) -> [UInt8]? {
        let start = 8 + good.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard start <= good.count else { return nil }
        var header = String(decoding: good[8..<start], as: UTF8.self)
        var data = Array(good[start...])
        // little-endian
        let huge = Float(3e38).bitPattern
        var rest = header[...]
        var isChanged = false
        while let entry = rest.firstRange(of: "\"\(tensors)") {
            rest = rest[entry.upperBound...]
            guard let offsets = number(after: "\"data_offsets\":[", in: rest), let end = number(after: ",", in: offsets.rest)?.value
            else { return nil }
            for index in offsets.value..<min(end, data.count) { data[index] = UInt8(truncatingIfNeeded: huge >> UInt32(8 * (index % 4))) }
            isChanged = true
        }
        guard isChanged, let sum = header.firstRange(of: "\"data_sha256\":\"") else { return nil }
        let old = sum.upperBound..<header.index(sum.upperBound, offsetBy: 64)
        header.replaceSubrange(old, with: digest(data))
        return Array(good[..<8]) + Array(header.utf8) + data
    }

    private static func number(after word: String, in text: Substring) -> (value: Int, rest: Substring)? {
        guard let place = text.firstRange(of: word) else { return nil }
        let digits = text[place.upperBound...].prefix { $0.isNumber }
        return Int(digits).map { ($0, text[digits.endIndex...]) }
    }
}
