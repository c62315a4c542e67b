internal import Compression
public import Evdev
internal import Glibc
internal import System

/// A device as described by a log.
public struct LoggedDevice: Sendable, Hashable {
    /// The number that other records use.
    public var number: Int
    /// The kernel's description. Serial number and physical path are hashes: see `Pseudonym`.
    public var description: DeviceDescription
    /// The role: "pen" or "touch".
    public var role: String
    /// The device's seat.
    public var seat: String
    /// udev properties of the device's type and setup.
    public var udev: [String: String]
    /// The name in the tablet database; nil if the device is not listed.
    public var model: String?
    /// Whether the device was created by a program, or is replayed from a recording.
    public var isVirtual: Bool

    /// Creates a device without further properties.
    public init(
        number: Int, description: DeviceDescription, role: String, seat: String, udev: [String: String] = [:], model: String? = nil,
        isVirtual: Bool = false
    ) {
        self.number = number
        self.description = description
        self.role = role
        self.seat = seat
        self.udev = udev
        self.model = model
        self.isVirtual = isVirtual
    }
}

extension LoggedDevice: Codable {
    private struct Axis: Codable {
        var code: UInt16
        var value: Int32
        var minimum: Int32
        var maximum: Int32
        var fuzz: Int32
        var flat: Int32
        var resolution: Int32
    }

    private enum Key: String, CodingKey {
        case number, role, seat, udev, model, virtual, name, bus, vendor, product, version, phys, uniq, keys, pressed, axes, misc,
            properties, size, touchSize, quirks, tips, matrix
    }

    /// Reads an object written by `encode`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        var description = DeviceDescription(
            name: try values.decode(String.self, forKey: .name), bus: try values.decode(UInt16.self, forKey: .bus),
            vendor: try values.decode(UInt16.self, forKey: .vendor), product: try values.decode(UInt16.self, forKey: .product),
            version: try values.decode(UInt16.self, forKey: .version))
        description.phys = try values.decode(String.self, forKey: .phys)
        description.uniq = try values.decode(String.self, forKey: .uniq)
        description.keys = try values.decode(Set<UInt16>.self, forKey: .keys)
        description.pressedKeys = try values.decode(Set<UInt16>.self, forKey: .pressed)
        description.miscCodes = try values.decode(Set<UInt16>.self, forKey: .misc)
        description.properties = try values.decode(Set<UInt16>.self, forKey: .properties)
        for axis in try values.decode([Axis].self, forKey: .axes) {
            description.axes[axis.code] = AxisInfo(
                value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
        }
        let size = try values.decodeIfPresent([Double].self, forKey: .size) ?? []
        if size.count == 2, size.allSatisfy({ (0...10_000).contains($0) }) {
            description.databaseSize = SurfaceSize(width: size[0], height: size[1])
        }
        if let size = try values.decodeIfPresent(SurfaceSize.self, forKey: .touchSize),
            [size.width, size.height].allSatisfy({ (0...10_000).contains($0) })
        {
            description.touchSize = size
        }
        description.quirks = try values.decodeIfPresent(Quirks.self, forKey: .quirks)
        description.matrix = try values.decodeIfPresent(SensorMatrix.self, forKey: .matrix)
        description.tips = try values.decodeIfPresent([TipWear].self, forKey: .tips) ?? []
        self.init(
            number: try values.decode(Int.self, forKey: .number), description: description,
            role: try values.decode(String.self, forKey: .role), seat: try values.decode(String.self, forKey: .seat),
            udev: try values.decode([String: String].self, forKey: .udev), model: try values.decodeIfPresent(String.self, forKey: .model),
            isVirtual: try values.decodeIfPresent(Bool.self, forKey: .virtual) ?? false)
    }

    /// Writes one object; sets are sorted, so that the same device always gives the same text.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(number, forKey: .number)
        try values.encode(role, forKey: .role)
        try values.encode(seat, forKey: .seat)
        try values.encode(udev, forKey: .udev)
        try values.encodeIfPresent(model, forKey: .model)
        if isVirtual { try values.encode(true, forKey: .virtual) }
        try values.encode(description.name, forKey: .name)
        try values.encode(description.id.bus, forKey: .bus)
        try values.encode(description.id.vendor, forKey: .vendor)
        try values.encode(description.id.product, forKey: .product)
        try values.encode(description.id.version, forKey: .version)
        try values.encode(description.phys, forKey: .phys)
        try values.encode(description.uniq, forKey: .uniq)
        try values.encode(description.keys.sorted(), forKey: .keys)
        try values.encode(description.pressedKeys.sorted(), forKey: .pressed)
        try values.encode(description.miscCodes.sorted(), forKey: .misc)
        try values.encode(description.properties.sorted(), forKey: .properties)
        let axes = description.axes.sorted { $0.key < $1.key }.map { code, info in
            Axis(
                code: code, value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
                resolution: info.resolution)
        }
        try values.encode(axes, forKey: .axes)
        try values.encodeIfPresent(description.touchSize, forKey: .touchSize)
        try values.encodeIfPresent(description.quirks, forKey: .quirks)
        try values.encodeIfPresent(description.matrix, forKey: .matrix)
        if !description.tips.isEmpty { try values.encode(description.tips, forKey: .tips) }
        if let size = description.databaseSize { try values.encode([size.width, size.height], forKey: .size) }
    }
}

/// A pseudonym of a value that identifies a person or their device: equal for equal values, and not invertible.
public struct Pseudonym: Sendable {
    private let salt: [UInt8]

    /// Creates pseudonyms with a salt, so that serial numbers cannot be recovered by brute force.
    public init(salt: [UInt8]) { self.salt = salt }

    /// Reads the salt from a file, which is created if it does not exist.
    /// - Throws: `LogError.system`
    public init(saltFile path: String) throws(LogError) {
        let known: [UInt8]
        do throws(LogError) {
            known = try LogFile.contents(of: path)
        } catch {
            guard case .system(_, _, ENOENT) = error else { throw error }
            known = []
        }
        guard known.count != 32 else {
            salt = known
            return
        }
        salt = (0..<32).map { _ in UInt8.random(in: 0...255) }
        do throws(SystemError) { try WholeFile.write(salt, to: path) } catch { throw LogError(error) }
    }

    /// Returns 16 hexadecimal digits of a salted SHA-256; an empty name and a pseudonym are returned unchanged.
    public func of(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix(Self.prefix) else { return name }
        let digits = digest(name).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return Self.prefix + digits.joined()
    }

    /// Returns the pseudonym of a pen's serial number (MSC_SERIAL): 20 bits of a salted SHA-256, with bits that mark it as a pseudonym; 0
    /// and −1, which are not serial numbers, are returned unchanged.
    ///
    /// - Parameter isPlayed: whether the device is replayed. If it is, a marked value is already a pseudonym, and is returned unchanged.
    public func of(serial: Int32, isPlayed: Bool) -> Int32 {
        let bits = UInt32(bitPattern: serial)
        guard serial != 0, serial != -1, !(isPlayed && bits & ~Self.serialBits == Self.serialMark) else { return serial }
        let digest = digest("serial \(serial)")
        let hash = digest.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int32(bitPattern: Self.serialMark | hash & Self.serialBits)
    }

    private static let prefix = "anonymous-"
    private static let serialMark: UInt32 = 0x5e10_0000
    private static let serialBits: UInt32 = 0x000f_ffff

    private func digest(_ name: String) -> [UInt8] {
        var hash = SHA256()
        hash.update(salt)
        hash.update(Array(name.utf8))
        return hash.finish()
    }
}
