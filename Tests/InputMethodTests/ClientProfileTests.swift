import Foundation
import InputMethod
import Testing

/// The table of clients.
@Suite struct ClientProfileTests {
    @Test func `Each row has a name of its own, a description and a source`() {
        let rows = ClientProfile.all
        #expect(Set(rows.map(\.name)).count == rows.count)
        #expect(rows.allSatisfy { !$0.summary.isEmpty && !$0.source.isEmpty })
    }

    @Test(arguments: ClientProfile.all)
    func `The test that covers a row exists`(row: ClientProfile) throws {
        let parts = row.test.split(separator: ": ", maxSplits: 1).map(String.init)
        let (suite, name) = try (#require(parts.first), #require(parts.last))
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let texts = ["InputMethodTests", "InkdFcitx5Tests"].compactMap { folder in
            try? String(contentsOf: tests.appending(path: "\(folder)/\(suite).swift"), encoding: .utf8)
        }
        #expect(texts.contains { $0.contains("func `\(name)`") }, "\(row.test)")
    }

    @Test func `Only clients that deliver keys in time delete by Backspace`() {
        for row in ClientProfile.all where row.commitPreparation == .preedit { #expect(row.deletion == .byRequest, "\(row.name)") }
    }
}
