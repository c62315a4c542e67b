import InkTestSupport
import InputMethod
import Testing

@testable import inkd_wlim

@Suite("Wayland's wire protocol")
struct WireTests {
    @Test("a message is read as it was written, however the bytes are cut", arguments: 1...40)
    func cut(size: Int) throws {
        let messages = [
            WireMessage(to: 6, 2).with("né 漢").with(3).with(0), WireMessage(to: 6, 5), WireMessage(to: 1, 0).with(6).with(2).with(""),
        ]
        var buffer = MessageBuffer()
        var read: [WireMessage] = []
        var rest = messages.flatMap(\.bytes)[...]
        while !rest.isEmpty {
            buffer.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let message = try buffer.next() { read.append(message) }
        }
        #expect(read == messages)
        var arguments = WireReader(read[0])
        #expect(try arguments.text() == Array("né 漢".utf8))
        #expect(try arguments.number() == 3)
        #expect(try arguments.number() == 0)
        #expect(throws: WireError.truncated(object: 6, opcode: 2)) { try arguments.number() }
    }

    @Test("texts are padded to fours, and end with a zero byte")
    func padding() {
        #expect(WireMessage(to: 1, 0).with("abc").body == [4, 0, 0, 0] + Array("abc\0".utf8))
        #expect(WireMessage(to: 1, 0).with("abcd").body == [5, 0, 0, 0] + Array("abcd\0\0\0\0".utf8))
        #expect(WireMessage(to: 7, 3).with(1).bytes == [7, 0, 0, 0, 3, 0, 12, 0, 1, 0, 0, 0])
    }

    @Test("a length that no message has is refused", arguments: [0, 4, 7, 9, 13])
    func badLength(length: UInt32) {
        var buffer = MessageBuffer()
        var bytes: [UInt8] = [1, 0, 0, 0]
        withUnsafeBytes(of: length << 16) { bytes += $0 }
        buffer.append(bytes + [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(throws: WireError.badLength(Int(length))) { try buffer.next() }
    }

    @Test("a text that is longer than its message is refused", arguments: [UInt32(9), 1000, .max])
    func longText(length: UInt32) {
        var arguments = WireReader(WireMessage(to: 6, 2).with(length).with(0).with(0))
        #expect(throws: WireError.truncated(object: 6, opcode: 2)) { try arguments.text() }
    }

    @Test("long texts are cut between characters")
    func pieces() {
        #expect("".pieces(of: 10).isEmpty)
        #expect("hello".pieces(of: 10) == ["hello"])
        #expect("ééé".pieces(of: 4) == ["éé", "é"])
        let long = String(repeating: "né 漢字 ✓ ", count: 2000)
        let pieces = long.pieces(of: 4000)
        #expect(pieces.joined() == long && pieces.count > 1 && pieces.allSatisfy { $0.utf8.count <= 4000 })
        let marks = "e" + String(repeating: "\u{301}", count: 3000)
        #expect(marks.pieces(of: 4000).joined() == marks && marks.pieces(of: 4000).allSatisfy { $0.utf8.count <= 4000 })
    }
}

@Suite("What a broken compositor says")
struct WireFuzzTests {
    @Test("crashes nothing: fuzz")
    func fuzz() {
        let good: [WireMessage] = [
            WireMessage(to: 2, 0).with(1).with("wl_seat").with(8),
            WireMessage(to: 2, 0).with(9).with("zwp_input_method_manager_v2").with(1),
            WireMessage(to: 3, 0).with(1), WireMessage(to: 6, 0), WireMessage(to: 6, 2).with("some text né").with(4).with(11),
            WireMessage(to: 6, 3).with(1), WireMessage(to: 6, 4).with(0x40).with(8), WireMessage(to: 6, 5), WireMessage(to: 6, 1),
            WireMessage(to: 6, 6), WireMessage(to: 1, 0).with(6).with(1).with("bad"), WireMessage(to: 1, 1).with(12),
            WireMessage(to: 11, 0).with(1).with(500), WireMessage(to: 12, 0).with(1).with(500),
            WireMessage(to: 12, 1).with(9).with(77).with(30).with(1), WireMessage(to: 12, 2).with(9).with(1).with(0).with(0).with(0),
        ]
        var objects = CompositorObjects()
        (objects.registry, objects.listing, objects.inputMethod) = (2, 3, 6)
        (objects.keyboards, objects.grabs) = ([11], [12])
        var read = 0
        Fuzz.run(seconds: 0.5, atLeast: 500, seed: 1) { generator in
            let bytes = Fuzz.damaged(good.flatMap(\.bytes), using: &generator)
            let half = Int.random(in: 0...bytes.count, using: &generator)
            read += Self.listen(to: [Array(bytes[..<half]), Array(bytes[half...])], objects)
        }
        #expect(read > 500)
    }

    /// Decodes bytes as the input method does; gives the number of messages.
    private static func listen(to pieces: [[UInt8]], _ objects: CompositorObjects) -> Int {
        var buffer = MessageBuffer()
        var field = FieldState()
        var count = 0
        for piece in pieces {
            buffer.append(piece)
            while let message = try? buffer.next() {
                guard let event = try? objects.event(message) else { return count }
                count += 1
                if case .field(let event) = event { for input in field.take(event) { check(input) } }
            }
        }
        return count
    }

    private static func check(_ input: Composition.Input) {
        guard case .surroundingText(let text, let cursor, let anchor) = input else { return }
        let places = 0...text.unicodeScalars.count
        #expect(places.contains(cursor) && places.contains(anchor))
    }
}
