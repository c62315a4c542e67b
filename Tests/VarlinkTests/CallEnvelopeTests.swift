import InkTestSupport
import Testing

@testable import Varlink

@Suite struct CallEnvelopeTests {
    private func envelope(_ json: String) throws(ProtocolError) -> CallEnvelope { try CallEnvelope(decoding: Array(json.utf8)) }

    @Test("an envelope says what is called and how, wherever the parameters stand")
    func reading() throws {
        let deep = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
        for parameters in ["{}", "null", #"{"a":[1,-2.5e3,true,null,"\"]}"],"b":\#(deep)}"#] {
            let first = try envelope(#" {"parameters":\#(parameters),"method":"org.a.B", "more":true }"#)
            #expect(first.method == "org.a.B" && first.interface == "org.a" && first.more && !first.oneway && !first.upgrade)
            let last = try envelope(#"{"method":"C","oneway":true,"upgrade":true,"more":null,"parameters":\#(parameters)}"#)
            #expect(last.method == "C" && last.interface == "" && !last.more && last.oneway && last.upgrade)
        }
    }

    @Test(
        "what is no call is an error",
        arguments: [
            "[]", "{}", #"{"method":1}"#, #"{"method":"a.B","more":1}"#, "", "{", #"{"method":"a.B","method":"a.C"}"#,
            #"{"method":"a.B","parameters":{"a":[}}"#, #"{"method":"a.B"} 1"#, #"{"method":"a.B","parameters":{"a"}}"#,
        ])
    func noCall(json: String) {
        #expect(throws: ProtocolError.self) { try envelope(json) }
    }

    @Test("parameters that nest too deeply are an error, not a crash")
    func depth() {
        for bracket in ["[", "{\"a\":"] {
            #expect(throws: ProtocolError.self) {
                try envelope(#"{"method":"a.B","parameters":"# + String(repeating: bracket, count: 100_000))
            }
        }
    }

    @Test("what a call is its envelope is, with any damage")
    func agreesWithCall() {
        let good = [
            #"{"method":"a.b.C","parameters":{"x":[1,2.5,-3e4],"s":"é\n\u00e9\ud83d\ude00","n":null},"more":true}"#,
            #"{"oneway":false,"parameters":{},"method":"a.D"}"#,
        ]
        var taken = 0
        Fuzz.run(atLeast: 1000, seed: 1) { generator in
            let bytes = Fuzz.damaged(good.map { Array($0.utf8) }, using: &generator)
            let envelope = try? CallEnvelope(decoding: bytes)
            guard let call = try? Call(decoding: bytes) else { return }
            taken += 1
            #expect(envelope?.method == call.method && envelope?.more == call.more && envelope?.oneway == call.oneway, "\(bytes)")
        }
        #expect(taken > 0)
    }
}
