import Testing

@testable import Tablet

@Suite("The seat of a pen's twin")
struct TwinSeatTests {
    @Test("a twin is like its pen, and like no other part of the tablet or pen of the same kind")
    func likeness() {
        func likeness(_ name: String, _ phys: String) -> TwinSeat.Likeness {
            TwinSeat.Likeness(name: name, vendor: "056a", product: "0333", phys: phys)
        }
        let twin = likeness("Pen", "usb-1.1/inkd0")
        #expect(twin == likeness("Pen", "usb-1.1/input0"))
        #expect(twin != likeness("Pad", "usb-1.1/input0") && twin != likeness("Pen", "usb-2.1/input0"))
    }

    @Test(
        "only a name that logind accepts becomes a property",
        arguments: [("seat0", true), ("seat-1_a", true), ("", false), ("seat 1", false), ("seat1\nA=b", false), ("a", false)])
    func names(name: String, isValid: Bool) { #expect(TwinSeat.isSeatName(name) == isValid) }
}
