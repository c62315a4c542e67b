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

    @Test func `The document has the table`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/text-input.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "<!-- client-profiles:")
        let table = Self.table
        // the text between the markers is the expected one, ready to be copied
        #expect(parts.count == 3 && parts[1] == "begin -->\n\n\(table)\n\n", "\(table)")
    }

    private static var table: String {
        let head = ["| Client | Deletes text | Reports its text | Commits the preedit | Notes |", "| --- | --- | --- | --- | --- |"]
        return
            (head
            + ClientProfile.all.map { row in
                let cells = [
                    row.name, name(of: row.deletion),
                    name(of: row.textReport) + (row.caretReport == .onRequest ? "; the caret on request" : ""),
                    name(of: row.preeditCommit), row.summary,
                ]
                return "| " + cells.joined(separator: " | ") + " |"
            }).joined(separator: "\n")
    }

    private static func name(of deletion: ClientProfile.Deletion) -> String {
        switch deletion {
        case .byRequest: "on request"
        case .byRequestOrBackspace: "on request, else by Backspace"
        case .byBackspace: "by Backspace"
        case .never: "never"
        }
    }

    private static func name(of report: ClientProfile.TextReport) -> String {
        switch report {
        case .whole: "whole"
        case .window: "around the caret"
        case .sentence: "the caret's sentence"
        case .whilePreedit: "only with a preedit"
        case .never: "never"
        case .various: "as the application"
        }
    }

    private static func name(of commit: ClientProfile.PreeditCommit) -> String {
        switch commit {
        case .never: "never"
        case .ifAsked: "when the focus moves"
        case .ifAskedAtReset: "when the focus moves, after a reset"
        case .ifAskedAtAnyReset: "at each reset"
        case .always: "at each reset, except when its window loses the focus"
        }
    }
}
