internal import Ink
internal import InkWorkspace
internal import Tablet
internal import YAML

/// The key `devices.areas`: the active areas of tablets. It is not a `Setting`, because its keys are names of tablets.
enum AreaSettings {
    static let key = "devices.areas"

    /// Reads the areas of a configuration, by tablet.
    /// - Throws: `DaemonError.configuration` naming the tablet, the key and the allowed values.
    static func read(_ root: YAMLNode, path: String) throws(DaemonError) -> [String: TabletArea] {
        guard let node = root["devices"]?["areas"] ?? root[key], !node.isNull else { return [:] }
        guard let mapping = node.mapping else { throw refusal(path, node, key, "tablets, each with its keys below it") }
        var areas: [String: TabletArea] = [:]
        for (name, value) in mapping {
            guard let name = name.string, !name.isEmpty else { throw refusal(path, name, key, "a tablet's vendor:product or name") }
            areas[normalized(name)] = try area(value, under: "\(key).\(name)", path: path)
        }
        return areas
    }

    private static func area(_ node: YAMLNode, under prefix: String, path: String) throws(DaemonError) -> TabletArea {
        guard let mapping = node.mapping else {
            throw refusal(path, node, prefix, "keys below it: area, aspect, rotation or leftHanded")
        }
        var area = TabletArea()
        for (key, value) in mapping {
            let name = "\(prefix).\(key.string ?? "?")"
            switch key.string {
            case "area":
                let numbers = value.sequence.map { $0.map { $0.float ?? .nan } }
                guard let edges = numbers.map({ AreaEdges($0) }) ?? value.string.flatMap({ AreaEdges($0) }) else {
                    throw refusal(path, value, name, "[left, top, right, bottom] in percent of the active area, each 0 to 100")
                }
                area.edges = edges
            case "aspect":
                guard let aspect = value.string.flatMap({ AspectRatio($0) }) else {
                    throw refusal(path, value, name, "width and height such as 16:9 or 1920x1080")
                }
                area.aspect = aspect
            case "rotation":
                guard let rotation = value.int.flatMap(TabletArea.Rotation.init) else {
                    throw refusal(path, value, name, "0, 90, 180 or 270: degrees clockwise")
                }
                area.rotation = rotation
            case "leftHanded":
                guard let isLeftHanded = value.bool else { throw refusal(path, value, name, "true or false") }
                area.isLeftHanded = isLeftHanded
            default:
                throw .configuration("\(place(path, key)): unknown setting \(name); known settings: area, aspect, rotation, leftHanded")
            }
        }
        return area
    }

    private static func refusal(_ path: String, _ node: YAMLNode, _ name: String, _ allowed: String) -> DaemonError {
        .configuration("\(place(path, node)): \(name) is \(node.string.map { "\"\($0)\"" } ?? "of another type"): give \(allowed)")
    }

    /// Formats the file and the line of a value.
    static func place(_ path: String, _ node: YAMLNode) -> String { "\(path), line \(node.line)" }

    /// Normalizes a tablet's name: vendor and product numbers to lowercase with leading zeros; any other text is left unchanged.
    static func normalized(_ name: String) -> String { TabletAreas.key(name) }
}
