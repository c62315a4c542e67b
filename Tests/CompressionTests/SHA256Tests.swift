import Compression
import Testing

@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func knownDigests(_ text: String, _ digest: String) {
        #expect(Array(text.utf8).withUnsafeBytes { SHA256.hexadecimal(of: $0) } == digest)
    }

    @Test func piecesAreAsGoodAsAll() {
        let bytes = [UInt8](repeating: 0x61, count: 1000)
        var hash = SHA256()
        hash.update(Array(bytes.prefix(3)))
        hash.update(Array(bytes.dropFirst(3)))
        #expect(hash.finish() == bytes.withUnsafeBytes { SHA256.digest(of: $0) })
    }
}
