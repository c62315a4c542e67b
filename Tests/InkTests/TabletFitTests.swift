import Ink
import InkTestSupport
import Testing

@Suite("How tablets are fitted to a user, as one text")
struct TabletFitTests {
    @Test("values come back as they were put, each tablet by its numbers or its name")
    func roundTrip() throws {
        let text = """
            056a:0357 = calibration 1.02,-0.01,0.005,0.02,0.97,0.03 tipDown 1.5 tipUp 0.7 pressure 0,0,0.3,0.5,1,1 smoothing 2 \
            stylus undo stylus2 eraser stylus3 pass eraser ignore; Pad S = pressureCurve 0,30,70,100
            """
        let fits = try TabletFits(text)
        #expect(fits.text == text)
        #expect(try TabletFits(fits.text) == fits)
        let fit = try #require(fits["56A:357"])
        #expect(fit.calibration?.numbers == [1.02, -0.01, 0.005, 0.02, 0.97, 0.03])
        #expect(fit.pen.tipDown == 0.015 && fit.pen.smoothing == 2)
        #expect(fit.pen.buttons == PenButtons(lower: .undo, upper: .eraser, third: .pass, eraser: .ignore))
        #expect(fit.pen.pressure?.force(0.3) == 0.5)
        let named = try #require(fits.entry(name: "Pad S", vendor: 0x56a, product: 0x357))
        #expect(named.pen.pressure == PressureCurve([0, 30, 70, 100]), "the name goes before the numbers")
        #expect(fits.entry(name: "Pad M", vendor: 1, product: 2) == nil)
    }

    @Test(
        "what is none is refused, with the tablet, the value and what may be",
        arguments: [
            ("a =", "\"a =\""), ("a = undo", "\"undo\" is not a key"), ("a = stylus", "stylus is without a value: give one of pass, undo"),
            ("a = stylus click", "stylus is \"click\": give one of pass, undo"),
            ("a = eraser pass", "eraser is \"pass\": give one of undo"),
            ("a = calibration 1,0,0,0,1", "calibration is \"1,0,0,0,1\": give a,b,c,d,e,f"),
            ("a = calibration 1,0,0.5,0,1,0", "moves no corner by more than 0.2"),
            ("a = calibration nan,0,0,0,1,0", "is \"nan,0,0,0,1,0\""),
            ("a = tipDown 101", "tipDown is \"101\": give percent"), ("a = tipUp 1", "give tipDown as well"),
            ("a = tipDown 1 tipUp 2", "tipUp is 2: give no more than tipDown, which is 1"),
            ("a = pressure 0,0,1", "pressure is \"0,0,1\""), ("a = pressure 0,1,1,0", "force never falls"),
            ("a = pressureCurve 0,0,101,0", "each 0 to 100"), ("a = pressureCurve 0,0,9,9 pressure 0,0,1,1", "give one of them"),
            ("a = smoothing 9", "0 to 8"), ("a = stylus undo stylus redo", "stylus twice"),
        ])
    func refusals(text: String, part: String) {
        let refusal = #expect(throws: TabletFits.Refusal.self) { try TabletFits("b = stylus undo; " + text) }
        #expect(refusal?.reason.contains(part) == true, "\(refusal?.reason ?? "")")
        #expect(refusal?.reason.contains("\"\(text)\"") == true)
    }

    @Test("whatever the text, it is read or refused, and what is read is written so that it is read again")
    func fuzz() throws {
        let good =
            "056a:0357 = calibration 1,0,0.01,0,1,0 tipDown 1.5 tipUp 0.7 pressureCurve 0,30,70,100 stylus undo; b = pressure 0,0,1,1"
        Fuzz.run(seed: 11) { (generator) throws(Never) in
            let bytes = Fuzz.damaged(
                Array(good.utf8), words: ["=", ";", ",", "1e308", "-1", "calibration", "smoothing 8", "eraser undo"], using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let fits = try? TabletFits(text) else { return }
            #expect((try? TabletFits(fits.text)) == fits, "\(text)")
        }
    }
}
