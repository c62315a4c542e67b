import CLibsodium
import Foundation

@testable import ModelRepository

/// Signs as minisign does, with a key pair made of a seed.
struct SigningHand {
    let number: [UInt8]
    private let secret: [UInt8]
    private let bytes: [UInt8]

    init(seed: UInt8) {
        var (publicKey, secretKey) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 64))
        crypto_sign_seed_keypair(&publicKey, &secretKey, [UInt8](repeating: seed, count: 32))
        (bytes, secret) = (publicKey, secretKey)
        number = [UInt8](repeating: seed, count: 8)
    }

    /// The file of its public key.
    var publicFile: [UInt8] { Array("untrusted comment: a key\n\(base64([69, 100] + number + bytes))\n".utf8) }

    var key: MinisignKey {
        get throws { try MinisignKey(parsing: publicFile) }
    }

    /// The file of the signature of some bytes.
    func sign(_ message: [UInt8], comment: String = "a comment", hashed: Bool = true) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 64)
        crypto_generichash(&digest, digest.count, message, UInt64(message.count), nil, 0)
        let signature = detached(hashed ? digest : message)
        let overall = detached(signature + Array(comment.utf8))
        let first = base64([69, hashed ? 68 : 100] + number + signature)
        return Array("untrusted comment: a signature\n\(first)\ntrusted comment: \(comment)\n\(base64(overall))\n".utf8)
    }

    private func detached(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

extension [UInt8] {
    var base64: String { Data(self).base64EncodedString() }
}
