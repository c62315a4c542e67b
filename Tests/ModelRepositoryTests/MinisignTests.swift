import InkTestSupport
import Testing

@testable import ModelRepository

@Suite("Signatures of minisign's")
struct MinisignTests {
    // made with minisign 0.11: `minisign -G -W`, `minisign -S` and `minisign -S -l` of a file with {"a":1} and the end of its line
    private static let key = """
        untrusted comment: minisign public key 4E4D631BD2117A68
        RWRoehHSG2NNTvS/8RDfU9PdDljYASgCAcAw0qilvUwPNXXzROZqUJe1

        """
    private static let hashed = """
        untrusted comment: signature from minisign secret key
        RURoehHSG2NNTh20LsJVaYQioL4lHqGlaowJlftOEyU7CrrYN1uT9zA5axErpzYGNTTtbeZVNGK+SognkH9X/csUn9LY6IdKjQM=
        trusted comment: hello there
        ymqAOf8NjLCsUzilBZsoF2TKbpmyxBnXicmjVIVC+IT7T2jTgHA1q85cdAf34RMYC/0/jpDecUN+F3cJmaE6Bg==

        """
    private static let plain = """
        untrusted comment: signature from minisign secret key
        RWRoehHSG2NNTgr2QR3NwVe5K5GP4dKVnj4sRtJrrgD2/c88BjeEZhIGOTgnvaKpIKm9C6xNsv0NvPuQx12q3LdAPp6Zj5Kw7Q0=
        trusted comment: timestamp:1795672358\tfile:x.json
        bt2kwXWzyT019+Mylg9pGzYCAsgX4sj/ejSY8lUvA5dQILrBTq/kFm3ngKKVIC7DB2HnR1a/6iwEmOLkR7W7Bg==

        """
    private static let signed = Array("{\"a\":1}\n".utf8)

    @Test("of both kinds are right for their file, and for no other", arguments: [hashed, plain])
    func program(signature: String) throws {
        let key = try MinisignKey(parsing: Array(Self.key.utf8))
        #expect(key.identifier == "4E4D631BD2117A68")
        let signature = try MinisignSignature(parsing: Array(signature.utf8))
        #expect(try signature.check(Self.signed, [key]) == key)
        #expect(throws: RepositoryError.wrongSignature(identifier: key.identifier)) { try signature.check(Self.signed + [32], [key]) }
    }

    @Test("a key may stand on a line of its own, with other ends of lines")
    func keys() throws {
        let line = try #require(Self.key.split(separator: "\n").last)
        let key = try MinisignKey(parsing: Array(Self.key.utf8))
        #expect(try MinisignKey(parsing: Array("\(line)".utf8)) == key)
        #expect(try MinisignKey(parsing: Array(Self.key.replacing("\n", with: "\r\n").utf8)) == key)
        for wrong in ["", "untrusted comment: ", "\(line)AAAA", "RURoehHSG2NNTvS/8RDfU9PdDljYASgCAcAw0qilvUwPNXXzROZqUJe1"] {
            #expect(throws: MinisignProblem.self, "\(wrong)") { try MinisignKey(parsing: Array(wrong.utf8)) }
        }
    }

    @Test("by another key, or with another comment, do not count")
    func others() throws {
        let (hand, other) = (SigningHand(seed: 1), SigningHand(seed: 2))
        let signature = try MinisignSignature(parsing: hand.sign(Self.signed))
        #expect(try signature.check(Self.signed, [other.key, hand.key]) == hand.key)
        #expect(throws: RepositoryError.unknownKey(identifier: "0101010101010101", known: ["0202020202020202"])) {
            try signature.check(Self.signed, [other.key])
        }
        // the number alone makes no key
        let thief = try MinisignKey(parsing: other.publicFile.replacing(number: hand.number))
        #expect(throws: RepositoryError.wrongSignature(identifier: "0101010101010101")) { try signature.check(Self.signed, [thief]) }
        let changed = String(decoding: hand.sign(Self.signed), as: UTF8.self).replacing("a comment", with: "b comment")
        #expect(throws: RepositoryError.wrongSignature(identifier: "0101010101010101")) {
            try MinisignSignature(parsing: Array(changed.utf8)).check(Self.signed, [hand.key])
        }
    }

    @Test("fuzz: damaged signatures are refused or change nothing")
    func fuzz() throws {
        let hand = SigningHand(seed: 1)
        let good = hand.sign(Self.signed)
        let key = try hand.key
        // the untrusted comment, the ends of lines and what follows are nobody's
        let parsed = try MinisignSignature(parsing: good)
        Fuzz.run(seed: 41) { generator in
            let bytes = Fuzz.damaged(good, words: ["\n", "=", "untrusted comment: "], using: &generator)
            _ = try? MinisignKey(parsing: bytes)
            guard let signature = try? MinisignSignature(parsing: bytes), (try? signature.check(Self.signed, [key])) != nil else { return }
            #expect(signature == parsed)
        }
    }
}

extension [UInt8] {
    /// A file of a public key with another key's number.
    fileprivate func replacing(number: [UInt8]) throws -> [UInt8] {
        var bytes = try MinisignKey(parsing: self).bytes
        bytes = [69, 100] + number + bytes
        return Array(bytes.base64.utf8)
    }
}
