/// Which devices a quirk is about. What is nil, or empty, matches all.
public struct QuirkMatch: Sendable, Hashable {
    /// What a device is for.
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
    /// Any of these product numbers.
    public var products: [UInt16]
    /// A pattern of the whole name; `*` stands for any text, `?` for one character.
    public var name: String?
    /// The class.
    public var deviceClass: DeviceClass?

    /// A match of all devices; set what it shall ask for.
    public init(vendor: UInt16? = nil, products: [UInt16] = [], name: String? = nil, deviceClass: DeviceClass? = nil) {
        self.vendor = vendor
        self.products = products
        self.name = name
        self.deviceClass = deviceClass
    }

    /// Whether a device is meant.
    public func covers(vendor: UInt16, product: UInt16, name: String, as deviceClass: DeviceClass) -> Bool {
        (self.vendor == nil || self.vendor == vendor) && (products.isEmpty || products.contains(product))
            && (self.deviceClass == nil || self.deviceClass == deviceClass) && (self.name.map { Glob.matches(name, pattern: $0) } ?? true)
    }
}

/// One entry of a quirk file.
public struct QuirkRule: Sendable, Hashable {
    /// The devices it is about.
    public var match: QuirkMatch
    /// The corrections.
    public var quirks: Quirks

    /// A rule of these corrections for these devices.
    public init(_ match: QuirkMatch, _ quirks: Quirks) {
        self.match = match
        self.quirks = quirks
    }
}

/// All rules, from the weakest to the strongest.
public struct QuirkRules: Sendable, Hashable {
    /// Later rules go before earlier ones, key by key.
    public var rules: [QuirkRule]

    /// These rules; by default none.
    public init(_ rules: [QuirkRule] = []) { self.rules = rules }

    /// The corrections of a device.
    public func quirks(vendor: UInt16, product: UInt16, name: String, as deviceClass: QuirkMatch.DeviceClass) -> Quirks {
        rules.reduce(Quirks()) { quirks, rule in
            rule.match.covers(vendor: vendor, product: product, name: name, as: deviceClass) ? quirks.overridden(by: rule.quirks) : quirks
        }
    }
}

/// Patterns of names, as the shell's.
public enum Glob {
    /// Whether the whole text has the pattern's form: `*` is any text, also none, `?` one character; all else stands for itself. Takes time in
    /// proportion to both lengths multiplied.
    public static func matches(_ text: String, pattern: String) -> Bool {
        let (text, pattern) = (Array(text), Array(pattern))
        var (place, rule) = (0, 0)
        /// The last star, and where in the text what follows it was tried.
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
