internal import Editing
internal import InkProtocol
internal import InkStore

extension PackageRegistry {
    /// Returns an open package as org.inkd.Packages describes it.
    func message(_ key: PackageKey) throws(PackageError) -> PackagesInterface.Package {
        let package = try package(key)
        let bytes = try space(isUnnamed: key.isUnnamed).list().first { $0.name == key.name }.map { Int(clamping: $0.size) }
        return .init(
            name: key.name, open: true, unsaved: package.hasUnsavedChanges, recovered: isRecovered(key), parts: package.parts.count,
            bytes: bytes, damage: package.damage.isEmpty ? nil : package.damage)
    }

    /// Returns a package, open or not, as org.inkd.Packages describes it.
    func messageOfAny(_ key: PackageKey) throws(PackageError) -> PackagesInterface.Package {
        if isOpen(key) { return try message(key) }
        guard let entry = try space(isUnnamed: key.isUnnamed).list().first(where: { $0.name == key.name }) else {
            throw .notFound(key.name)
        }
        return .init(closed: entry)
    }

    /// Returns the bytes of an open package's file, as an estimate of a copy's size.
    func size(of key: PackageKey) throws(PackageError) -> Int {
        try space(isUnnamed: key.isUnnamed).list().first { $0.name == key.name }.map { Int(clamping: $0.size) } ?? 0
    }
}

extension PackagesInterface.Package {
    /// Creates the message for a package that is not open.
    init(closed entry: PackageEntry) {
        self.init(name: entry.name, open: false, unsaved: entry.hasWorkingCopy, recovered: false, bytes: Int(clamping: entry.size))
    }
}

extension PackagesInterface.Findings {
    /// Creates the findings as org.inkd.Packages describes them.
    init(_ check: PackageCheck, of name: String) {
        self.init(name: name, parts: check.parts, things: check.things, damage: Array(check.damage.prefix(Self.mostDamage)))
    }

    /// Maximum number of sentences about damage. More would not fit into a reply.
    private static let mostDamage = 1000
}

extension PartID {
    /// Creates an ID from its number in a message.
    init(_ number: Int) { self.init(Int64(number)) }
}

extension Package {
    /// Returns a part as org.inkd.Packages describes it.
    func message(_ id: PartID) throws(PackageError) -> PackagesInterface.Part {
        let info = try part(id)
        let index = parts.firstIndex { $0.id == id } ?? 0
        return .init(id: Int(id.value), index: index, type: info.type.rawValue, language: info.language)
    }
}

extension ParameterSet {
    /// The parameters as a message contains them. The key of a value within a set is the set's key, a period and the value's own key.
    var flat: [String: PackagesInterface.Value] {
        var flat: [String: PackagesInterface.Value] = [:]
        for (key, value) in values {
            switch value {
            case .string(let text): flat[key] = .init(text: text)
            case .number(let number): flat[key] = .init(number: number)
            case .boolean(let flag): flat[key] = .init(flag: flag)
            case .set(let set): for (inner, value) in set.flat { flat["\(key).\(inner)"] = value }
            }
        }
        return flat
    }

    /// Creates the parameters from a message.
    /// - Throws: `InvalidMetadata` for a value that is not exactly one of text, number and flag.
    init(flat: [String: PackagesInterface.Value]) throws {
        self.init()
        for (key, value) in flat {
            switch (value.text, value.number, value.flag) {
            case (let text?, nil, nil): values[key] = .string(text)
            case (nil, let number?, nil): values[key] = .number(number)
            case (nil, nil, let flag?): values[key] = .boolean(flag)
            default: throw PackagesInterface.InvalidMetadata(key: key, reason: "give exactly one of text, number and flag")
            }
        }
    }
}

extension PackageError {
    /// Returns the corresponding error of org.inkd.Packages.
    func refusal(package: String) -> any Error {
        switch self {
        case .invalidName(let name, let reason): PackagesInterface.InvalidName(name: name, reason: reason)
        case .notFound(let name): PackagesInterface.NoSuchPackage(name: name)
        case .exists(let name): PackagesInterface.PackageExists(name: name)
        case .inUse(let name): PackagesInterface.PackageInUse(name: name)
        case .damaged(let name, _), .newerFormat(let name, _, _): PackagesInterface.PackageDamaged(name: name, reason: "\(self)")
        case .unsavedChanges(let name): PackagesInterface.UnsavedChanges(name: name)
        case .closed(let name): PackagesInterface.PackageNotOpen(name: name)
        case .noPartAtIndex(let index, _): PackagesInterface.NoSuchPart(package: package, part: index)
        case .noPart(let id): PackagesInterface.NoSuchPart(package: package, part: Int(id.value))
        case .languageFixed(let language): EditorInterface.LanguageFixed(package: package, part: 0, language: language)
        case .invalidValue(let field, _, _): PackagesInterface.InvalidMetadata(key: field, reason: "\(self)")
        case .viewFixed, .unusable: PackagesInterface.StorageFailed(reason: "\(self)")
        }
    }
}
