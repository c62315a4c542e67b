import ArgumentParser
import Foundation
import InkTestSupport
import PenLog

/// A command that writes a text by an artificial hand and prints the pen's events.
struct InkSample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink-sample",
        abstract: "Write a text with a synthetic hand on a virtual pen tablet, and print the events in evemu format.",
        usage: "ink-sample \"the quick brown fox\" > sample.events")

    @Argument(help: "Text to write: letters a–z and A–Z, digits, and . , ! ? ' - : ; ( )")
    var text: String

    @Option(help: "Number of the hand.")
    var seed: UInt64 = 1

    @Option(help: "Reports per second, 50 to 1000.")
    var hz = 200.0

    @Option(help: "Height of lowercase letters in millimeters, 1 to 20.")
    var size = 4.0

    @Option(help: "Unsteadiness, 0 to 3: 0 draws all letters alike, 1 is a careful writer.")
    var unsteadiness = 1.0

    func validate() throws {
        guard (50...1000).contains(hz) else { throw ValidationError("--hz \(hz) is not between 50 and 1000") }
        guard (1...20).contains(size) else { throw ValidationError("--size \(size) is not between 1 and 20") }
        guard (0...3).contains(unsteadiness) else { throw ValidationError("--unsteadiness \(unsteadiness) is not between 0 and 3") }
    }

    func run() throws {
        var hand = Handwriting()
        hand.seed = seed
        hand.hertz = hz
        hand.xHeight = size
        hand.unsteadiness = unsteadiness
        var pen = SamplePen()
        pen.hertz = hz
        let device = RecordedDevice(description: SamplePen.description, frames: pen.frames(drawing: try hand.strokes(writing: text)))
        FileHandle.standardOutput.write(Data(EvemuWriter.text(of: device).utf8))
    }
}

InkSample.main()
