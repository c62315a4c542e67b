internal import Ink

extension UnipenDocument {
    /// Maximum number of bytes, with all included files.
    static let maximumBytes = 32 << 20

    /// Reads a file's bytes. Damaged components and segments are left out and counted in `leftOut`.
    ///
    /// - Parameter path: the path of the file; included files must lie in the same folder or below. If it is nil, no file is included.
    /// - Throws: `RecordingError` if one of the files cannot be read or lies elsewhere, or if no component is intact.
    public init(unipen bytes: [UInt8], path: String? = nil) throws(RecordingError) {
        var reader = UnipenReader(includes: nil)
        if let path { reader = UnipenReader(includes: try UnipenIncludes(of: path)) }
        try reader.read(bytes)
        self.init(statements: reader.statements)
        leftOut = reader.leftOut
        let hasInk = statements.contains { if case .component(let component) = $0 { !component.values.isEmpty } else { false } }
        if !hasInk, let fault = reader.fault { throw fault }
    }
}

/// Reads the statements of a file and of its included files.
private struct UnipenReader {
    private(set) var statements: [UnipenDocument.Statement] = []
    private(set) var leftOut = LeftOut()
    /// The first fault; nil if everything is intact.
    private(set) var fault: RecordingError?
    private var includes: UnipenIncludes?
    private var channels = ["X", "Y"]
    private var budget = UnipenDocument.maximumBytes

    init(includes: UnipenIncludes?) { self.includes = includes }

    mutating func read(_ bytes: [UInt8]) throws(RecordingError) {
        budget -= bytes.count
        guard budget >= 0 else {
            throw RecordingError(
                problem: "the file and what it includes have more than \(UnipenDocument.maximumBytes) bytes",
                remedy: "split it into smaller files")
        }
        var keyword: (name: String, line: Int)?
        var lines: [String] = []
        var number = 0
        for bytes in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let line = Self.text(bytes)
            guard let name = Self.keyword(line) else {
                lines.append(line)
                continue
            }
            try finish(keyword, lines)
            keyword = (name, number)
            lines = [String(line.dropFirst(name.count + 1))]
        }
        try finish(keyword, lines)
    }

    /// Decodes UTF-8, or Latin-1 for files of 1994. All trailing carriage returns belong to the line end. Otherwise, the last one and the
    /// line feed that joins lines would form a single character, which would be written as a different one.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes[..<(bytes.lastIndex { $0 != UInt8(ascii: "\r") }.map { $0 + 1 } ?? bytes.startIndex)]
        return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns the keyword at the start of a line; a point before a digit begins a number.
    private static func keyword(_ line: String) -> String? {
        guard line.first == ".", line.dropFirst().first?.isLetter == true else { return nil }
        return String(line.dropFirst().prefix { !$0.isWhitespace })
    }

    private mutating func lose(_ noun: String, _ error: RecordingError) {
        leftOut.add(noun, line: error.line, error.problem)
        fault = fault ?? error
    }

    private mutating func finish(_ keyword: (name: String, line: Int)?, _ lines: [String]) throws(RecordingError) {
        guard let (name, line) = keyword else {
            if let index = lines.firstIndex(where: { $0.contains { !$0.isWhitespace } }) {
                lose(
                    "text",
                    RecordingError(
                        line: index + 1, problem: "\(RecordingError.quoted(lines[index])) precedes all keywords",
                        remedy: "begin the file with .VERSION 1.0"))
            }
            return
        }
        let text = lines.joined(separator: "\n").trimmed
        switch name {
        case "PEN_DOWN", "PEN_UP":
            let isDown = name == "PEN_DOWN"
            do throws(RecordingError) {
                try component(isDown: isDown, lines, line: line)
            } catch {
                lose("component", error)
                // an empty component keeps the numbering that segments refer to
                statements.append(.component(.init(isDown: isDown, channels: channels, values: [])))
            }
        case "INCLUDE": try include(text, line: line)
        case "COORD":
            let names = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard names.contains("X"), names.contains("Y"), names.count <= 64, Set(names).count == names.count else {
                return lose(
                    "list of channels",
                    RecordingError(
                        line: line, problem: "the .COORD \(RecordingError.quoted(text)) is not a list of channels",
                        remedy: "give X, Y and others once each"))
            }
            channels = names
            statements.append(.keyword(name, text))
        case "SEGMENT":
            do throws(RecordingError) {
                _ = try UnipenSegment(text)
            } catch {
                return lose("segment", RecordingError(line: line, problem: error.problem, remedy: error.remedy))
            }
            statements.append(.keyword(name, text))
        default: statements.append(.keyword(name, text))
        }
    }

    private mutating func component(isDown: Bool, _ lines: [String], line: Int) throws(RecordingError) {
        var values: [ExactDecimal] = []
        for (index, text) in lines.enumerated() {
            for token in text.split(whereSeparator: \.isWhitespace) {
                guard let value = ExactDecimal(text: token) else {
                    throw RecordingError(
                        line: line + index, problem: "\(RecordingError.quoted(token)) is not a number",
                        remedy: "give numbers of up to 36 digits")
                }
                values.append(value)
            }
        }
        guard values.count.isMultiple(of: channels.count) else {
            throw RecordingError(
                line: line, problem: "a component has \(values.count) numbers",
                remedy: "give \(channels.count) for each sample, as in .COORD")
        }
        statements.append(.component(.init(isDown: isDown, channels: channels, values: values)))
    }

    private mutating func include(_ text: String, line: Int) throws(RecordingError) {
        for name in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            do throws(RecordingError) {
                guard let outside = includes else {
                    throw RecordingError(problem: "it includes \(RecordingError.quoted(name))", remedy: "give the file itself by name")
                }
                let (path, inside) = try outside.entering(name)
                includes = inside
                try read(try Recording.contents(of: path))
                includes = outside
            } catch {
                let place = error.line.map { ", line \($0)" } ?? ""
                throw RecordingError(line: line, problem: ".INCLUDE \(name)\(place): \(error.problem)", remedy: error.remedy)
            }
        }
    }
}
