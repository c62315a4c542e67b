internal import Editing
internal import Glibc
internal import InkProtocol
internal import InkStore
internal import System

/// org.inkd.Packages: calls are checked here, and carried out on their user's packages thread.
final class PackageHub: PackagesService {
    private let shared: SharedState

    init(shared: SharedState) { self.shared = shared }

    // MARK: Packages

    func list(_ parameters: PackagesInterface.List.Parameters, for caller: Caller) async throws -> PackagesInterface.List.Reply {
        let user = caller.user
        return try await onShelf(of: caller, package: "") { shelf in
            let found = try shelf.space(isUnnamed: false).list()
            let messages = try found.map { entry in
                let key = PackageKey(user: user, name: entry.name)
                if shelf.isOpen(key) { return try shelf.message(key) }
                return PackagesInterface.Package(
                    name: entry.name, open: false, unsaved: entry.hasWorkingCopy, recovered: false, bytes: Int(clamping: entry.size))
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
            // the compact copy stands beside the working copy
            try shelf.requireRoom(for: try shelf.size(of: key), measuringNow: true)
            try package.save()
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
            try shelf.space(isUnnamed: false).delete(key.name)
            return .init()
        }
    }

    // MARK: Out and in

    func `import`(_ parameters: PackagesInterface.Import.Parameters, for caller: Caller) async throws -> PackagesInterface.Import.Reply {
        let transfer = try caller.transfers.take(parameters.transfer)
        return try await onPackage(parameters.name, of: caller) { shelf, key in
            let space = try shelf.spaceForNew(key, of: transfer.size)
            try space.takeIn(key.name) { add in try transfer.forEachPiece(add) }
            guard let entry = try space.list().first(where: { $0.name == key.name }) else { throw PackageError.notFound(key.name) }
            return .init(
                package: .init(name: key.name, open: false, unsaved: false, recovered: false, bytes: Int(clamping: entry.size)))
        }
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

    /// To another place, or to another package: a copy there, and the original removed.
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
            try shelf.package(key, for: caller.id).removePart(PartID(parameters.part))
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
            if let part = parameters.part { try package.setMetadata(set, of: PartID(part)) } else { try package.setMetadata(set) }
            return .init()
        }
    }

    // MARK: The thread

    private func key(_ name: String, of caller: Caller) -> PackageKey { PackageKey(user: caller.user, name: name) }

    private func onPackage<Value: Sendable>(
        _ name: String, of caller: Caller, _ work: @escaping @Sendable (PackageShelf, PackageKey) throws -> Value
    ) async throws -> Value {
        let key = key(name, of: caller)
        return try await onShelf(of: caller, package: name) { try work($0, key) }
    }

    private func onShelf<Value: Sendable>(
        of caller: Caller, package: String, _ work: @escaping @Sendable (PackageShelf) throws -> Value
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
