import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Characters by their neighbors and size")
struct CharacterContextTests {
    /// What comes of inks, each of which looks like one of some characters, to a network that thinks the first the likeliest.
    /// - Parameter inks: Characters that stand alone, or more than one between brackets.
    private func text(_ inks: String, height: Double = 0.9) -> String {
        let known = Set(CharacterContext.alike.joined())
        var readings: [(reading: CharacterGroups.Reading, strokes: [Int])] = []
        for ink in inks.split(separator: " ") {
            let candidates = ink.enumerated().map { CharacterCandidate(text: String($1), score: $0 == 0 ? 0.9 : 0.05) }
            let sized = CharacterContext.spread(candidates, known: known).map {
                CharacterCandidate(text: $0.text, score: $0.score * CharacterContext.factor($0.text, height: height))
            }
            let box = Box(x: Double(20 * readings.count), y: 0, width: 18, height: 20 * height)
            readings.append(
                (.init(candidates: sized.sorted { $0.score > $1.score }, box: box), [readings.count]))
        }
        guard let split = CharacterSplit.given(readings) else { return "" }
        return CharacterContext.settled(split.characters, kinds: split.kinds).map(\.text).joined()
    }

    @Test(
        "one of a shape is what stands among its like",
        arguments: [
            // katakana among katakana, kanji among kanji and hiragana, whichever the network prefers
            ("口 シ ア", "ロシア"), ("入 ロ", "入口"), ("ハ 百", "八百"), ("八 ワ イ", "ハワイ"), ("エ 場", "工場"), ("工 ア コ ン", "エアコン"),
            ("怪 カ が", "怪力が"), ("力 メ ラ", "カメラ"), ("ニ 月", "二月"), ("テ 二 ス", "テニス"), ("タ 日", "夕日"), ("夕 イ", "タイ"),
            ("ト ル", "トル"), ("卜 マ ト", "トマト"), ("千 ー ム", "チーム"), ("チ 円", "千円"), ("才 ラ ン ダ", "オランダ"), ("ヘ や", "へや"),
            ("へ ア", "ヘア"), ("リ す", "りす"), ("り ス ト", "リスト"), ("コ 一 ヒ 一", "コーヒー"), ("ー 日", "一日"), ("ら ー め ん", "らーめん"), ("の 一 つ", "の一つ"),
            // digits among digits, letters among letters
            ("2 O 2 6 年", "2026年"), ("l I 月", "11月"), ("N O", "NO"), ("A l l", "All"), ("0 K", "OK"), ("5 ー 6", "5-6"), ("1 十 2", "1+2"),
            ("3 個", "3個"), ("第 l 回", "第1回"),
        ])
    func neighbors(inks: String, text wanted: String) { #expect(text(inks) == wanted) }

    @Test("small letters are low, capitals and the digit are not")
    func size() {
        #expect(text("N O") == "NO" && CharacterContext.factor("o", height: 0.9) < 0.1 && CharacterContext.factor("O", height: 0.9) == 1)
        #expect(CharacterContext.factor("X", height: 0.4) < 0.3 && CharacterContext.factor("x", height: 0.4) == 1)
        #expect(CharacterContext.factor("k", height: 0.9) == 1 && CharacterContext.factor("日", height: 0.2) == 1)
    }

    @Test("every character of one shape is of another kind, or differs in size")
    func table() {
        for set in CharacterContext.alike {
            #expect(Set(set).count == set.count && set.allSatisfy { $0.count == 1 })
            let kinds = Set(set.map { CharacterKind($0) })
            #expect(kinds.count == set.count || set.contains { CharacterContext.factor($0, height: 0.1) < 1 })
        }
        #expect(Set(CharacterContext.alike.joined()).count == CharacterContext.alike.joined().count)
        for kind in CharacterKind.allCases {
            for before in CharacterKind.allCases { #expect(kind.cost(after: before) >= 0) }
            #expect(kind.cost(after: nil) >= 0)
        }
    }

    @Test("a point between digits is a decimal one, a ring after a numeral is 〇")
    func points() throws {
        func character(_ text: String, at x: Double, size: Double = 18) -> RowCharacter {
            RowCharacter(
                candidates: [CharacterCandidate(text: text, score: 0.9)], strokes: [Int(x)],
                box: Box(x: x, y: 20 - size, width: size, height: size))
        }
        func placed(_ row: [RowCharacter]) throws -> String {
            let pieces = try #require(CharacterPieces(of: row.map(\.box), along: .horizontal))
            return CharacterSigns.placed(row, in: row.map { _ in CharacterFrame(pieces) }, script: .japanese).map(\.text).joined()
        }
        #expect(try placed([character("3", at: 0), character("、", at: 20, size: 2), character("5", at: 25)]) == "3.5")
        #expect(try placed([character("日", at: 0), character("、", at: 20, size: 2), character("本", at: 25)]) == "日、本")
        #expect(try placed([character("二", at: 0), character("0", at: 20), character("二", at: 40)]) == "二〇二")
    }

    @Test("a box takes the strokes whose middle it holds or that are nearest, and boxes that are none are refused")
    func boxes() throws {
        let boxes = try CharacterBoxes([Box(x: 0, y: 0, width: 10, height: 10), Box(x: 10, y: 0, width: 10, height: 10)])
        #expect([(2.0, 0), (11, 1), (-50, 0), (99, 1)].allSatisfy { boxes.place(of: Box(x: $0.0, y: 4, width: 2, height: 2)) == $0.1 })
        for refused in [[], [Box(x: .nan, y: 0, width: 1, height: 1)], [Box(x: 0, y: 0, width: 1, height: 0)]] {
            #expect(throws: RecognitionError.self) { try CharacterBoxes(refused) }
        }
        let recognizer = try CharacterRecognizer(modelPath: Golden.folder.appending(path: "tiny-characters.safetensors").path)
        #expect(try recognizer.recognize([], in: boxes).isEmpty)
        // no ink stops the program
        var random = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let strokes = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                let points = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    InkPoint(x: Double(Int.random(in: -9...30, using: &random)), y: Double(Int.random(in: -9...20, using: &random)))
                }
                return Stroke(id: StrokeID(0), points: points)
            }
            let read = try recognizer.recognize(strokes, in: boxes)
            let used = read.flatMap(\.strokes)
            #expect(read.count <= 2 && Set(used).count == used.count && used.allSatisfy { strokes.indices.contains($0) })
        }
    }
}
