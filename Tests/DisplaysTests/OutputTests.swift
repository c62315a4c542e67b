import Testing

@testable import Displays

struct OutputTests {
    @Test(arguments: ["eDP-1", "LVDS1", "DSI-1"])
    func `The built-in display is on an internal connector`(connector: String) {
        let outputs = [Output(connector: "HDMI-A-1", rotation: 0), Output(connector: connector, rotation: 90)]
        #expect(Output.builtIn(among: outputs)?.rotation == 90)
    }

    @Test func `The only output is the built-in display, whatever its connector`() {
        #expect(Output.builtIn(among: [Output(connector: nil, rotation: 180)])?.rotation == 180)
        #expect(Output.builtIn(among: [Output(connector: "HEADLESS-1", rotation: 270)])?.rotation == 270)
    }

    @Test func `Of several external outputs none is built in`() {
        #expect(Output.builtIn(among: [Output(connector: "DP-1", rotation: 90), Output(connector: "HDMI-A-1", rotation: 0)]) == nil)
        #expect(Output.builtIn(among: []) == nil)
    }
}
