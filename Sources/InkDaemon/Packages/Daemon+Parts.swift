internal import Editing
internal import InkProtocol
internal import InkStore

/// Parts of packages, and what is noted of both.
extension Daemon {
    func answerParts(_ method: MethodName, _ call: Call, of client: Client) throws {
        switch method {
        case .listParts:
            let name = try call.parameters(as: PackagesInterface.Parts.Parameters.self).package
            onPackage(name, PackagesInterface.Parts.self, call, client) { shelf, key in
                let package = try shelf.package(key)
                return .init(parts: try package.parts.map { try package.message($0.id) })
            }
        case .createPart:
            let parameters = try call.parameters(as: PackagesInterface.CreatePart.Parameters.self)
            guard let type = PartType(rawValue: parameters.type) else {
                throw PackagesInterface.NoSuchPartType(type: parameters.type, types: PartType.allCases.map(\.rawValue))
            }
            onPackage(parameters.package, PackagesInterface.CreatePart.self, call, client) { shelf, key in
                let package = try shelf.package(key)
                return .init(part: try package.message(try package.createPart(type).id))
            }
        case .getPart:
            let parameters = try call.parameters(as: PackagesInterface.GetPart.Parameters.self)
            onPackage(parameters.package, PackagesInterface.GetPart.self, call, client) { shelf, key in
                let package = try shelf.package(key)
                return .init(part: try package.message(try package.part(at: parameters.index).id))
            }
        case .clonePart:
            let parameters = try call.parameters(as: PackagesInterface.ClonePart.Parameters.self)
            let into = key(parameters.into ?? parameters.package, of: client)
            onPackage(parameters.package, PackagesInterface.ClonePart.self, call, client) { shelf, key in
                let target = try shelf.package(into)
                let copy = try target.clonePart(PartID(parameters.part), of: try shelf.package(key))
                return .init(part: try target.message(copy.id))
            }
        case .movePart: try movePart(call, client)
        case .removePart:
            let parameters = try call.parameters(as: PackagesInterface.RemovePart.Parameters.self)
            try refuseInUse(parameters.package, parameters.part, client)
            onPackage(parameters.package, PackagesInterface.RemovePart.self, call, client) { shelf, key in
                try shelf.package(key).removePart(PartID(parameters.part))
                return .init()
            }
        case .getMetadata:
            let parameters = try call.parameters(as: PackagesInterface.GetMetadata.Parameters.self)
            onPackage(parameters.package, PackagesInterface.GetMetadata.self, call, client) { shelf, key in
                let package = try shelf.package(key)
                let set = try parameters.part.map { try package.metadata(of: PartID($0)) } ?? package.metadata()
                return .init(metadata: set.flat)
            }
        case .setMetadata:
            let parameters = try call.parameters(as: PackagesInterface.SetMetadata.Parameters.self)
            let set = try ParameterSet(flat: parameters.metadata)
            onPackage(parameters.package, PackagesInterface.SetMetadata.self, call, client) { shelf, key in
                let package = try shelf.package(key)
                if let part = parameters.part { try package.setMetadata(set, of: PartID(part)) } else { try package.setMetadata(set) }
                return .init()
            }
        default: break
        }
    }

    /// To another place, or to another package: a copy there, and the original removed.
    private func movePart(_ call: Call, _ client: Client) throws {
        let parameters = try call.parameters(as: PackagesInterface.MovePart.Parameters.self)
        let into = key(parameters.into ?? parameters.package, of: client)
        if parameters.into != nil, parameters.into != parameters.package { try refuseInUse(parameters.package, parameters.part, client) }
        onPackage(parameters.package, PackagesInterface.MovePart.self, call, client) { shelf, key in
            let (source, target) = (try shelf.package(key), try shelf.package(into))
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

    /// - Throws: `PartInUse` if an editor has the part.
    private func refuseInUse(_ package: String, _ part: Int, _ client: Client) throws {
        let place = PartPlace(package: key(package, of: client), part: PartID(part))
        if editors.values.contains(where: { $0.has(place) }) { throw PackagesInterface.PartInUse(package: package, part: part) }
    }
}

extension PartID {
    /// As it goes over the wire.
    init(_ number: Int) { self.init(Int64(number)) }
}

extension Package {
    /// A part in the words of the interface.
    func message(_ id: PartID) throws(PackageError) -> PackagesInterface.Part {
        let info = try part(id)
        let index = parts.firstIndex { $0.id == id } ?? 0
        return .init(id: Int(id.value), index: index, type: info.type.rawValue, language: info.language)
    }
}

extension ParameterSet {
    /// As it goes over the wire: what is within a set gets its name before a full stop.
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

    /// From the wire.
    /// - Throws: `InvalidMetadata` for a value that is not just one of the three.
    init(flat: [String: PackagesInterface.Value]) throws {
        self.init()
        for (key, value) in flat {
            switch (value.text, value.number, value.flag) {
            case (let text?, nil, nil): values[key] = .string(text)
            case (nil, let number?, nil): values[key] = .number(number)
            case (nil, nil, let flag?): values[key] = .boolean(flag)
            default: throw PackagesInterface.InvalidMetadata(key: key, reason: "give just one of text, number and flag")
            }
        }
    }
}
