/// The devices that a quirk applies to. A property that is nil or empty matches every device.
public struct QuirkMatch: Sendable, Hashable {
    /// The purpose of a device.
    public enum DeviceClass: String, Sendable, Hashable, CaseIterable {
        /// Reports pens and erasers.
        case pen
        /// Reports fingers.
        case touch
        /// Reports the keys, rings and strips of a tablet.
        case pad
    }

    /// The vendor's number.
    public var vendor: UInt16?
    /// The product numbers, any of which matches.
    public var products: [UInt16]
    /// A pattern of the whole name; `*` stands for any text, `?` for one character.
    public var name: String?
    /// The class.
    public var deviceClass: DeviceClass?

    /// Creates a match of all devices; set the properties to compare.
    public init(vendor: UInt16? = nil, products: [UInt16] = [], name: String? = nil, deviceClass: DeviceClass? = nil) {
        self.vendor = vendor
        self.products = products
        self.name = name
        self.deviceClass = deviceClass
    }

    /// Whether a device matches.
    public func covers(vendor: UInt16, product: UInt16, name: String, as deviceClass: DeviceClass) -> Bool {
        (self.vendor == nil || self.vendor == vendor) && (products.isEmpty || products.contains(product))
            && (self.deviceClass == nil || self.deviceClass == deviceClass) && (self.name.map { Glob.matches(name, pattern: $0) } ?? true)
    }
}

/// One entry of a quirk file.
public struct QuirkRule: Sendable, Hashable {
    /// The devices that the entry applies to.
    public var match: QuirkMatch
    /// The corrections.
    public var quirks: Quirks

    /// Creates a rule of these corrections for these devices.
    public init(_ match: QuirkMatch, _ quirks: Quirks) {
        self.match = match
        self.quirks = quirks
    }
}

/// All rules, from the weakest to the strongest.
public struct QuirkRules: Sendable, Hashable {
    /// The rules; later ones override earlier ones, key by key.
    public var rules: [QuirkRule]

    /// Creates a set of rules, empty by default.
    public init(_ rules: [QuirkRule] = []) { self.rules = rules }

    /// Returns the corrections of a device.
    public func quirks(vendor: UInt16, product: UInt16, name: String, as deviceClass: QuirkMatch.DeviceClass) -> Quirks {
        rules.reduce(Quirks()) { quirks, rule in
            rule.match.covers(vendor: vendor, product: product, name: name, as: deviceClass) ? quirks.overridden(by: rule.quirks) : quirks
        }
    }
}

/// Name patterns like the shell's.
public enum Glob {
    /// Whether the pattern matches the whole text. `*` matches any text, including the empty text, `?` matches one character, and every
    /// other character matches itself. The running time is proportional to the product of both lengths.
    public static func matches(_ text: String, pattern: String) -> Bool {
        let (text, pattern) = (Array(text), Array(pattern))
        var (place, rule) = (0, 0)
        /// The position of the last `*` in the pattern, and the position in the text from which the rest of the pattern was tried.
        var star: (rule: Int, place: Int)?
        while place < text.count {
            if rule < pattern.count, pattern[rule] == "*" {
                star = (rule, place)
                rule += 1
            } else if rule < pattern.count, pattern[rule] == "?" || pattern[rule] == text[place] {
                place += 1
                rule += 1
            } else if let last = star {
                star = (last.rule, last.place + 1)
                (place, rule) = (last.place + 1, last.rule + 1)
            } else {
                return false
            }
        }
        return pattern[rule...].allSatisfy { $0 == "*" }
    }
}
