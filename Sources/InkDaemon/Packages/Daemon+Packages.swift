internal import Editing
internal import Glibc
internal import InkProtocol
internal import InkStore
internal import Logging

/// What org.inkd.Packages offers: calls are checked here, and carried out on the packages thread.
extension Daemon {
    /// Starts the thread that keeps packages.
    func startPackages() throws(DaemonError) {
        if !settings.temporary.isEmpty {
            mkdir(settings.temporary, 0o700)
            guard Glibc.access(settings.temporary, R_OK | W_OK | X_OK) == 0 else {
                throw .configuration(
                    "temporary is \"\(settings.temporary)\", which cannot be read and written: give a folder that can, or nothing")
            }
        }
        let settings = settings
        packages = try WorkThread(named: "packages") {
            PackageShelf(folder: settings.state, temporary: settings.temporary, runtime: settings.runtime)
        }
        exports = try WorkThread(named: "exports") {}
    }

    /// Has a method of org.inkd.Packages answered.
    func answerPackages(_ method: MethodName, _ call: Call, of client: Client) throws {
        switch method {
        case .listPackages: listPackages(call, client)
        case .openPackage:
            let parameters = try call.parameters(as: PackagesInterface.Open.Parameters.self)
            let option = OpenOption(rawValue: (parameters.option ?? .existing).rawValue) ?? .existing
            onPackage(parameters.name, PackagesInterface.Open.self, call, client) { shelf, key in
                _ = try shelf.open(key, option)
                return .init(package: try shelf.message(key))
            }
        case .savePackage:
            onPackage(try named(call), PackagesInterface.Save.self, call, client) { shelf, key in
                try shelf.package(key).save()
                return .init(package: try shelf.message(key))
            }
        case .savePackageToTemp:
            onPackage(try named(call), PackagesInterface.SaveToTemp.self, call, client) { shelf, key in
                try shelf.package(key).saveToTemp()
                return .init(package: try shelf.message(key))
            }
        case .closePackage:
            let parameters = try call.parameters(as: PackagesInterface.Close.Parameters.self)
            try refuseInUse(parameters.name, client)
            onPackage(parameters.name, PackagesInterface.Close.self, call, client) { shelf, key in
                try shelf.close(key, discardingChanges: parameters.discard ?? false)
                return .init()
            }
        case .deletePackage:
            let name = try named(call)
            try refuseInUse(name, client)
            onPackage(name, PackagesInterface.Delete.self, call, client) { shelf, key in
                guard shelf.open[key] == nil else { throw PackageError.inUse(key.name) }
                try shelf.space(of: key).delete(key.name)
                return .init()
            }
        default: try answerParts(method, call, of: client)
        }
    }

    /// A client's package of this name.
    func key(_ name: String, of client: Client) -> PackageKey { PackageKey(user: client.peer.user, name: name) }

    /// Does something with a package on its thread, and answers with what comes of it.
    func onPackage<M: VarlinkMethod>(
        _ name: String, _ method: M.Type, _ call: Call, _ client: Client,
        _ work: @escaping @Sendable (PackageShelf, PackageKey) throws -> M.Reply
    ) {
        let key = key(name, of: client)
        onShelf(call, client, package: name) { shelf in try Reply.encode(method, try work(shelf, key)) }
    }

    /// Does something on the packages thread, and answers with what comes of it.
    func onShelf(
        _ call: Call, _ client: Client, package: String, _ work: @escaping @Sendable (PackageShelf) throws -> [UInt8]
    ) {
        let answer = answerLater(call, client) { Self.refusal($0, package: package) }
        packages?.perform { shelf in answer(Result { try work(shelf) }) }
    }

    /// The error in the words of the interface.
    static func refusal(_ error: any Error, package: String) -> any Error {
        (error as? PackageError)?.refusal(package: package) ?? error
    }

    /// - Throws: `PackageInUse` if an editor has a part of the package.
    private func refuseInUse(_ name: String, _ client: Client) throws {
        let key = key(name, of: client)
        if editors.values.contains(where: { $0.has(partOf: key) }) { throw PackagesInterface.PackageInUse(name: name) }
    }

    private func named(_ call: Call) throws -> String { try call.parameters(as: PackagesInterface.Save.Parameters.self).name }

    private func listPackages(_ call: Call, _ client: Client) {
        let key = key("", of: client)
        onShelf(call, client, package: "") { shelf in
            let found = try shelf.space(of: key).list()
            let messages = try found.map { entry in
                let own = PackageKey(user: key.user, name: entry.name)
                if shelf.open[own] != nil { return try shelf.message(own) }
                return PackagesInterface.Package(
                    name: entry.name, open: false, unsaved: entry.hasWorkingCopy, recovered: false, bytes: Int(clamping: entry.size))
            }
            let names = Set(found.map(\.name))
            let others = try shelf.open.keys.filter { $0.user == key.user && !$0.isUnnamed && !names.contains($0.name) }.map(shelf.message)
            return try Reply.encode(PackagesInterface.List.self, .init(packages: (messages + others).sorted { $0.name < $1.name }))
        }
    }
}

extension PackageShelf {
    /// An open package in the words of the interface.
    func message(_ key: PackageKey) throws(PackageError) -> PackagesInterface.Package {
        let package = try package(key)
        let bytes = try space(of: key).list().first { $0.name == key.name }.map { Int(clamping: $0.size) }
        return .init(
            name: key.name, open: true, unsaved: package.hasUnsavedChanges, recovered: open[key]?.isRecovered ?? false,
            parts: package.parts.count, bytes: bytes)
    }
}
