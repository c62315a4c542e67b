/// Gives the elements of an SVG the names e1, e2… in their order: cairo's go on counting as long as the process lives, and the same page
/// would never be written in the same way twice.
enum SVGNames {
    /// What stands before a name, and what after it.
    private static let places: [(before: [UInt8], after: UInt8)] = [
        (Array(" id=\"".utf8), UInt8(ascii: "\"")), (Array("href=\"#".utf8), UInt8(ascii: "\"")),
        (Array("url(#".utf8), UInt8(ascii: ")")),
    ]

    static func renumbered(_ svg: [UInt8]) -> [UInt8] {
        var names: [ArraySlice<UInt8>: Int] = [:]
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var next = 0
        while next < svg.count {
            let rest = svg[next...]
            guard let place = places.first(where: { $0.before[0] == svg[next] && rest.starts(with: $0.before) }),
                let end = rest.dropFirst(place.before.count).firstIndex(of: place.after)
            else {
                result.append(svg[next])
                next += 1
                continue
            }
            let number = names[svg[next + place.before.count..<end], default: names.count + 1]
            names[svg[next + place.before.count..<end]] = number
            result += place.before
            result += "e\(number)".utf8
            next = end
        }
        return result
    }
}
