/// A hash table of four-byte slots in a file, read where it lies: a fingerprint of the key in the low bits, a value above.
///
/// A slot of 0 is empty. Whatever the bytes hold, a look-up reads only slots of the table and ends after `longestProbe` of them; a
/// damaged table gives wrong values, never a crash. Linear probing; the hash is the finaliser of splitmix64 (Steele, Lea and Flood
/// 2014, "Fast splittable pseudorandom number generators").
struct HashTable {
    /// Slots looked at before a key counts as absent: what `training/inkd_training/language/hash_table.py` needs at most.
    private static let longestProbe = 128
    /// Most slots of a table.
    static let mostSlots = 1 << 22

    private let bytes: UnsafeRawBufferPointer
    private let slots: UInt64
    private let fingerprintBits: UInt32

    /// A table over `bytes`, which must live as long as this does; nil if they are not 1 to `mostSlots` whole slots.
    init?(_ bytes: UnsafeRawBufferPointer, fingerprintBits: UInt32) {
        guard bytes.count % 4 == 0, (1...Self.mostSlots).contains(bytes.count / 4) else { return nil }
        self.bytes = bytes
        slots = UInt64(bytes.count / 4)
        self.fingerprintBits = fingerprintBits
    }

    /// The value of a key; nil if the key is not in the table. A key that was never put in passes for one that was with a
    /// probability of about 3 / 2^`fingerprintBits`.
    func value(_ key: UInt64) -> UInt32? {
        let hash = Self.mixed(key)
        let mask = (UInt32(1) << fingerprintBits) - 1
        let fingerprint = max(1, UInt32(truncatingIfNeeded: hash) & mask)
        var place = ((hash >> 32) * slots) >> 32
        for _ in 0..<Self.longestProbe {
            let slot = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(place) * 4, as: UInt32.self))
            if slot == 0 { return nil }
            if slot & mask == fingerprint { return slot >> fingerprintBits }
            place += 1
            if place == slots { place = 0 }
        }
        return nil
    }

    private static func mixed(_ key: UInt64) -> UInt64 {
        var key = (key ^ key >> 30) &* 0xBF58_476D_1CE4_E5B9
        key = (key ^ key >> 27) &* 0x94D0_49BB_1331_11EB
        return key ^ key >> 31
    }
}
