internal import Evdev
internal import Glibc
internal import Ink
internal import InkWorkspace
internal import System
internal import Tablet
internal import YAML

/// Reads quirks: YAML files in a folder of quirks, each with a list of rules. `docs/devices.md` explains their keys.
enum QuirkFiles {
    /// Maximum bytes of one file.
    static let longestFile = 256 * 1024
    /// Maximum number of nodes of one file's YAML.
    static let mostNodes = 20_000
    /// Maximum number of files of one folder.
    static let mostFiles = 200

    /// Reads the rules of all files below these folders, in order of precedence: a later folder overrides an earlier one, and within a
    /// folder a file with a later name overrides an earlier one.
    /// - Throws: `DaemonError.configuration` naming file, line, key, value and the allowed values.
    static func read(folders: [String]) throws(DaemonError) -> QuirkRules {
        var rules = QuirkRules()
        for folder in folders {
            guard let names = try? Folder.names(in: folder) else {
                throw .configuration("\(folder) cannot be read: give a folder of quirks, or nothing")
            }
            let files = names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
            guard files.count <= mostFiles else {
                throw .configuration("\(folder) has \(files.count) quirk files, and the maximum is \(mostFiles): merge them")
            }
            for name in files { rules.rules += try read(path: "\(folder)/\(name)") }
        }
        return rules
    }

    /// Reads the rules of one file.
    private static func read(path: String) throws(DaemonError) -> [QuirkRule] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(path, limit: longestFile)
        } catch {
            guard error.code == EFBIG else { throw .configuration("\(path) cannot be read: make it a readable file, or remove it") }
            throw .configuration("\(path) has more than \(longestFile / 1024) KiB: split it")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .configuration("\(path) is not text: write it in UTF-8") }
        // anchors are rejected, because a short alias may expand to a huge value; without anchors there are no aliases
        if let place = text.firstIndex(of: "&") {
            let line = text[..<place].count { $0.isNewline } + 1
            throw .configuration(
                "\(path), line \(line): \"&\" is not allowed, because anchors are not supported: write out the value, or write ? for it in a name"
            )
        }
        let root: YAMLNode?
        do throws(YAMLError) { root = try YAMLTree.read(bytes) } catch { throw .configuration("\(path) is not YAML: \(error)") }
        guard let root, !root.isNull else { return [] }
        var budget = mostNodes
        guard count(root, &budget) else { throw .configuration("\(path) has more than \(mostNodes) values: split it") }
        guard let entries = root.sequence else {
            throw .configuration("\(path) is not a list: begin each rule with `- match:`, as in the files that come with inkd")
        }
        var rules: [QuirkRule] = []
        for entry in entries { rules.append(try QuirkReader(path: path).rule(entry)) }
        return rules
    }

    /// Subtracts the number of a node and all its descendants from the budget. Returns false if the budget does not suffice.
    private static func count(_ node: YAMLNode, _ budget: inout Int) -> Bool {
        budget -= 1
        guard budget >= 0 else { return false }
        switch node.content {
        case .mapping(let mapping): return mapping.allSatisfy { count($0, &budget) && count($1, &budget) }
        case .sequence(let sequence): return sequence.allSatisfy { count($0, &budget) }
        case .scalar: return true
        }
    }
}

/// Reads the rules of one file.
private struct QuirkReader {
    let path: String

    func rule(_ node: YAMLNode) throws(DaemonError) -> QuirkRule {
        guard let mapping = node.mapping else { throw refusal(node, "a rule", "match: and the corrections, one below the other") }
        guard let asked = node["match"] else {
            throw refusal(node, "a rule without match", "match: with vendor, product, name or class")
        }
        var quirks = Quirks()
        for (key, value) in mapping where key.string != "match" { try read(value, of: key, into: &quirks) }
        return QuirkRule(try match(asked), quirks)
    }

    private func match(_ node: YAMLNode) throws(DaemonError) -> QuirkMatch {
        guard let mapping = node.mapping, !mapping.isEmpty else {
            throw refusal(node, "match", "vendor, product, name or class below it")
        }
        var match = QuirkMatch()
        for (key, value) in mapping {
            switch key.string {
            case "vendor": match.vendor = try number(value, "match.vendor")
            case "product":
                for node in value.sequence ?? [value] { match.products.append(try number(node, "match.product")) }
                if match.products.isEmpty { throw refusal(value, "match.product", "a number such as 0x006d, or a list of them") }
            case "name":
                guard let name = value.string, !name.isEmpty, name.utf8.count <= 256 else {
                    throw refusal(value, "match.name", "the device's name in the kernel; * matches any text, ? one character")
                }
                match.name = name
            case "class": match.deviceClass = try choice(value, "match.class")
            default: throw unknown(key, "match.", ["vendor", "product", "name", "class"])
            }
        }
        return match
    }

    private static let keys = [
        "match", "size", "databaseSize", "swapAxes", "rotation", "tip", "pressureOffset", "pressureCurve", "tilt", "distanceFuzz", "eraser",
        "proximity", "ignore",
    ]

    private func read(_ value: YAMLNode, of key: YAMLNode, into quirks: inout Quirks) throws(DaemonError) {
        let name = key.string ?? "?"
        switch name {
        case "size":
            guard let sides = numbers(value), sides.count == 2, sides.allSatisfy({ (10...3000).contains($0) }) else {
                throw refusal(value, name, "[width, height] in millimeters, each 10 to 3000")
            }
            quirks.size = SurfaceSize(width: sides[0], height: sides[1])
        case "databaseSize": quirks.trustsDatabaseSize = try flag(value, name)
        case "swapAxes": quirks.swapsAxes = try flag(value, name)
        case "rotation":
            guard let rotation = value.int.flatMap(TabletArea.Rotation.init) else {
                throw refusal(value, name, "0, 90, 180 or 270: degrees clockwise")
            }
            quirks.rotation = rotation
        case "tip": quirks.tip = try tip(value)
        case "pressureOffset": quirks.pressureOffset = try whole(value, name, 0...1_000_000, "device units")
        case "pressureCurve":
            guard let curve = numbers(value).flatMap(PressureCurve.init) else {
                throw refusal(value, name, "[x1, y1, x2, y2], each 0 to 100: the control points of a cubic Bézier curve")
            }
            quirks.pressureCurve = curve
        case "tilt": quirks.tilt = try choice(value, name)
        case "distanceFuzz": quirks.distanceFuzz = try whole(value, name, 0...10_000, "device units")
        case "eraser": quirks.eraser = try choice(value, name)
        case "proximity": quirks.proximity = try choice(value, name)
        case "ignore": quirks.isIgnored = try flag(value, name)
        default: throw unknown(key, "", Self.keys)
        }
    }

    private func tip(_ node: YAMLNode) throws(DaemonError) -> TipThresholds {
        guard let down = node["down"]?.float, let up = node["up"]?.float, node.mapping?.count == 2,
            let tip = TipThresholds(down: down / 100, up: up / 100)
        else { throw refusal(node, "tip", "{down: …, up: …} in percent of the pressure range, up not above down") }
        return tip
    }

    private func number(_ node: YAMLNode, _ name: String) throws(DaemonError) -> UInt16 {
        // 0x is required, because 4200 could mean 0x4200 or 0x1068
        guard let text = node.string, text.hasPrefix("0x"), let number = UInt16(text.dropFirst(2), radix: 16) else {
            throw refusal(node, name, "a hexadecimal number such as 0x056a")
        }
        return number
    }

    private func numbers(_ node: YAMLNode) -> [Double]? {
        guard let values = node.sequence?.map(\.float), !values.contains(nil) else { return nil }
        return values.compactMap(\.self)
    }

    private func whole(_ node: YAMLNode, _ name: String, _ range: ClosedRange<Int>, _ unit: String) throws(DaemonError) -> Int32 {
        guard let number = node.int, range.contains(number) else {
            throw refusal(node, name, "a whole number of \(unit), \(range.lowerBound) to \(range.upperBound)")
        }
        return Int32(clamping: number)
    }

    private func flag(_ node: YAMLNode, _ name: String) throws(DaemonError) -> Bool {
        guard let flag = node.bool else { throw refusal(node, name, "true or false") }
        return flag
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(_ node: YAMLNode, _ name: String) throws(DaemonError) -> Choice
    where Choice.RawValue == String {
        guard let choice = node.string.flatMap(Choice.init) else {
            throw refusal(node, name, Choice.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return choice
    }

    private func refusal(_ node: YAMLNode, _ name: String, _ allowed: String) -> DaemonError {
        .configuration(
            "\(place(node)): \(name) is \(node.string.map { "\"\($0)\"" } ?? "of another type or out of range"): give \(allowed)")
    }

    private func unknown(_ key: YAMLNode, _ prefix: String, _ keys: [String]) -> DaemonError {
        .configuration("\(place(key)): unknown key \(prefix)\(key.string ?? "?"); known keys: \(keys.joined(separator: ", "))")
    }

    private func place(_ node: YAMLNode) -> String { "\(path), line \(node.line)" }
}
