internal import Editing
internal import Glibc
internal import InkProtocol
internal import InkStore
internal import PenLog
internal import System

/// org.inkd.Packages: checks calls, and performs them on the packages thread of the caller's user.
final class PackageServer: PackagesService, ContentService {
    private let shared: SharedState
    let work: ContentWork

    init(shared: SharedState, work: ContentWork) {
        self.shared = shared
        self.work = work
    }

    // MARK: Packages

    func list(_ parameters: PackagesInterface.List.Parameters, for caller: Caller) async throws -> PackagesInterface.List.Reply {
        let user = caller.user
        return try await onShelf(of: caller, package: "") { shelf in
            let found = try shelf.space(isUnnamed: false).list()
            let messages = try found.map { entry in
                let key = PackageKey(user: user, name: entry.name)
                return shelf.isOpen(key) ? try shelf.message(key) : .init(closed: entry)
            }
            let names = Set(found.map(\.name))
            let others = try shelf.openNames.filter { !names.contains($0) }.map { try shelf.message(PackageKey(user: user, name: $0)) }
            return .init(packages: (messages + others).sorted { $0.name < $1.name })
        }
    }

    func open(_ parameters: PackagesInterface.Open.Parameters, for caller: Caller) async throws -> PackagesInterface.Open.Reply {
        let option = OpenOption(rawValue: (parameters.option ?? .existing).rawValue) ?? .existing
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            _ = try shelf.open(key, option, for: caller.id)
            return .init(package: try shelf.message(key))
        }
    }

    func save(_ parameters: PackagesInterface.Save.Parameters, for caller: Caller) async throws -> PackagesInterface.Save.Reply {
        try await onPackage(parameters.name, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            // the compact copy needs space in addition to the working copy
            try shelf.requireRoom(for: try shelf.size(of: key), measuringNow: true)
            try package.save()
            shelf.search.saved()
            return .init(package: try shelf.message(key))
        }
    }

    func saveToTemp(
        _ parameters: PackagesInterface.SaveToTemp.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.SaveToTemp.Reply {
        try await onPackage(parameters.name, of: caller) { shelf, key in
            try shelf.package(key, for: caller.id).saveToTemp()
            return .init(package: try shelf.message(key))
        }
    }

    func close(_ parameters: PackagesInterface.Close.Parameters, for caller: Caller) async throws -> PackagesInterface.Close.Reply {
        try refuseInUse(parameters.name, caller)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            try shelf.close(key, discardingChanges: parameters.discard ?? false)
            return .init()
        }
    }

    func delete(_ parameters: PackagesInterface.Delete.Parameters, for caller: Caller) async throws -> PackagesInterface.Delete.Reply {
        try refuseInUse(parameters.name, caller)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            guard !shelf.isOpen(key) else { throw PackageError.inUse(key.name) }
            // the package is removed from the index even if its file no longer exists
            shelf.search.willDiscard(key.name)
            try shelf.space(isUnnamed: false).delete(key.name)
            return .init()
        }
    }

    // MARK: Import and export

    func `import`(_ parameters: PackagesInterface.Import.Parameters, for caller: Caller) async throws -> PackagesInterface.Import.Reply {
        let transfer = try caller.transfers.take(parameters.transfer)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            let space = try shelf.spaceForNew(key, of: transfer.size)
            try space.takeIn(key.name) { add in try transfer.forEachPiece(add) }
            return .init(package: try shelf.messageOfAny(key))
        }
    }

    func rename(_ parameters: PackagesInterface.Rename.Parameters, for caller: Caller) async throws -> PackagesInterface.Rename.Reply {
        try refuseInUse(parameters.name, caller)
        let new = key(parameters.to, of: caller)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            try shelf.rename(key, to: new)
            return .init(package: try shelf.messageOfAny(new))
        }
    }

    func saveAs(_ parameters: PackagesInterface.SaveAs.Parameters, for caller: Caller) async throws -> PackagesInterface.SaveAs.Reply {
        let new = key(parameters.to, of: caller)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            try shelf.saveAs(key, new, for: caller.id)
            return .init(package: try shelf.messageOfAny(new))
        }
    }

    // MARK: Documents of note applications

    func importPages(
        _ parameters: PackagesInterface.ImportPages.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.ImportPages.Reply {
        try Self.requireFormat(parameters.format)
        let transfer = try caller.transfers.take(parameters.transfer)
        let now = WallClock().now.microsecondsSince1970(EditorRegistry.now)
        try await caller.reserve(transfer.size)
        let (packed, unpacked) = try await work.run(for: caller) {
            let file = try transfer.contents()
            return (file, try ImportedPages.unpackedSize(file))
        }
        // a byte of the file may become a thousand unpacked bytes, and each of these a number of a point
        try await caller.reserve(2 * unpacked)
        let (file, memory) = try await work.run(for: caller) {
            let file = try ImportedPages.unpacked(packed)
            return (file, XMLFootprint(of: file.xml).memory)
        }
        try await caller.reserve(memory)
        let size = file.size
        let document = try await work.run(for: caller) { try ImportedPages(file, at: now, for: caller) }
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            try caller.requireAwaited()
            let package = try shelf.package(key, for: caller.id)
            try shelf.requireRoom(for: size, measuringNow: true)
            let parts = try document.put(into: package)
            return .init(parts: try parts.map { try package.message($0) }, lost: document.lost)
        }
    }

    func exportPages(
        _ parameters: PackagesInterface.ExportPages.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.ExportPages.Reply {
        try Self.requireFormat(parameters.format)
        let chosen = parameters.parts.map { $0.map { PartID($0) } }
        let (pages, size) = try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            return (try (chosen ?? package.parts.map(\.id)).map { try ExportedPage($0, of: package) }, try shelf.size(of: key))
        }
        guard !pages.isEmpty else {
            throw ClientInterface.InvalidValue(parameter: "parts", value: "no part", allowed: "at least one part: a document needs pages")
        }
        let shared = shared
        // memory is estimated from the size: a position is written with twenty digits and more
        try await caller.reserve(min(Self.mostMemory, 20 * size), for: .export)
        return try await work.run(for: caller) {
            let transfer = try shared.makeTransfer(holding: try ExportedPage.xopp(pages), for: caller)
            return .init(transfer: transfer.number, size: transfer.size)
        }
    }

    /// Maximum number of bytes that are reserved for writing pages, as an estimate.
    private static let mostMemory = 200 << 20

    /// - Throws: `NoSuchFormat`
    private static func requireFormat(_ format: String) throws(PackagesInterface.NoSuchFormat) {
        guard format == ImportedPages.mediaType else { throw .init(format: format, formats: [ImportedPages.mediaType]) }
    }

    func export(_ parameters: PackagesInterface.Export.Parameters, for caller: Caller) async throws -> PackagesInterface.Export.Reply {
        let shared = shared
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            let file = try shelf.savedFile(of: key, for: caller.id)
            let transfer = try shared.makeTransfer(of: file.size, for: caller)
            do {
                try transfer.append(contentsOf: Descriptor(opening: file.path, O_RDONLY | O_NOFOLLOW))
            } catch {
                try? caller.transfers.end(transfer.number)
                throw error
            }
            return .init(transfer: transfer.number, size: transfer.size)
        }
    }

    func check(_ parameters: PackagesInterface.Check.Parameters, for caller: Caller) async throws -> PackagesInterface.Check.Reply {
        switch (parameters.name, parameters.transfer) {
        case (let name?, nil):
            return try await onPackage(name, of: caller) { shelf, key in
                .init(findings: .init(try shelf.check(key, for: caller.id), of: name))
            }
        case (nil, let number?):
            let transfer = try caller.transfers.take(number)
            return try await onShelf(of: caller, package: "") { shelf in
                .init(findings: .init(try shelf.check(file: transfer), of: ""))
            }
        default: throw ServiceInterface.InvalidParameter(parameter: parameters.name == nil ? "name" : "transfer")
        }
    }

    // MARK: Parts

    func parts(_ parameters: PackagesInterface.Parts.Parameters, for caller: Caller) async throws -> PackagesInterface.Parts.Reply {
        try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            return .init(parts: try package.parts.map { try package.message($0.id) })
        }
    }

    func createPart(
        _ parameters: PackagesInterface.CreatePart.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.CreatePart.Reply {
        guard let type = PartType(rawValue: parameters.type) else {
            throw PackagesInterface.NoSuchPartType(type: parameters.type, types: PartType.allCases.map(\.rawValue))
        }
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            try shelf.requireRoom(for: 0)
            return .init(part: try package.message(try package.createPart(type).id))
        }
    }

    func getPart(_ parameters: PackagesInterface.GetPart.Parameters, for caller: Caller) async throws -> PackagesInterface.GetPart.Reply {
        try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            return .init(part: try package.message(try package.part(at: parameters.index).id))
        }
    }

    func clonePart(
        _ parameters: PackagesInterface.ClonePart.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.ClonePart.Reply {
        let into = key(parameters.into ?? parameters.package, of: caller)
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            let target = try shelf.package(into, for: caller.id)
            let source = try shelf.package(key, for: caller.id)
            try shelf.requireRoom(for: try shelf.size(of: key) / max(1, source.parts.count), measuringNow: true)
            let copy = try target.clonePart(PartID(parameters.part), of: source)
            return .init(part: try target.message(copy.id))
        }
    }

    /// Moves a part to another position, or to another package, where it is copied and the original is removed.
    func movePart(
        _ parameters: PackagesInterface.MovePart.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.MovePart.Reply {
        let into = key(parameters.into ?? parameters.package, of: caller)
        if parameters.into != nil, parameters.into != parameters.package { try refuseInUse(parameters.package, parameters.part, caller) }
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            let (source, target) = (try shelf.package(key, for: caller.id), try shelf.package(into, for: caller.id))
            var part = PartID(parameters.part)
            if into != key {
                let copy = try target.clonePart(part, of: source).id
                try source.removePart(part)
                shelf.search.removed(part, of: source)
                part = copy
            }
            if let index = parameters.index { try target.movePart(part, to: index) }
            return .init(part: try target.message(part))
        }
    }

    func removePart(
        _ parameters: PackagesInterface.RemovePart.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.RemovePart.Reply {
        try refuseInUse(parameters.package, parameters.part, caller)
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            let (package, part) = (try shelf.package(key, for: caller.id), PartID(parameters.part))
            try package.removePart(part)
            shelf.search.removed(part, of: package)
            return .init()
        }
    }

    // MARK: Metadata

    func getMetadata(
        _ parameters: PackagesInterface.GetMetadata.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.GetMetadata.Reply {
        try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            let set = try parameters.part.map { try package.metadata(of: PartID($0)) } ?? package.metadata()
            return .init(metadata: set.flat)
        }
    }

    func setMetadata(
        _ parameters: PackagesInterface.SetMetadata.Parameters, for caller: Caller
    ) async throws -> PackagesInterface.SetMetadata.Reply {
        let set = try ParameterSet(flat: parameters.metadata)
        return try await onPackage(parameters.package, of: caller) { shelf, key in
            let package = try shelf.package(key, for: caller.id)
            try shelf.requireRoom(for: 0, measuringNow: true)
            let wasSearched = package.isSearched
            if let part = parameters.part { try package.setMetadata(set, of: PartID(part)) } else { try package.setMetadata(set) }
            shelf.search.metadataChanged(of: package, wasSearched: wasSearched)
            return .init()
        }
    }

    // MARK: The packages thread

    private func key(_ name: String, of caller: Caller) -> PackageKey { PackageKey(user: caller.user, name: name) }

    private func onPackage<Value: Sendable>(
        _ name: String, of caller: Caller, _ work: @escaping @Sendable (PackageRegistry, PackageKey) throws -> Value
    ) async throws -> Value {
        let key = key(name, of: caller)
        return try await onShelf(of: caller, package: name) { try work($0, key) }
    }

    private func onShelf<Value: Sendable>(
        of caller: Caller, package: String, _ work: @escaping @Sendable (PackageRegistry) throws -> Value
    ) async throws -> Value {
        do {
            return try await shared.packages.run(of: caller.user, work)
        } catch let error as PackageError {
            throw error.refusal(package: package)
        }
    }

    /// - Throws: `PackageInUse` if an editor has a part of the package.
    private func refuseInUse(_ name: String, _ caller: Caller) throws {
        if shared.packages.isClaimed(key(name, of: caller)) { throw PackagesInterface.PackageInUse(name: name) }
    }

    /// - Throws: `PartInUse` if an editor has the part.
    private func refuseInUse(_ package: String, _ part: Int, _ caller: Caller) throws {
        let place = PartPlace(package: key(package, of: caller), part: PartID(part))
        if shared.packages.isClaimed(place) { throw PackagesInterface.PartInUse(package: package, part: part) }
    }
}
