/// Adds entries that cairo does not write to a PDF's catalog, as an incremental update at the end of the file (ISO 32000-1, 7.5.6).
enum PDFCatalog {
    /// Returns the PDF with its language, a BCP 47 tag, and with the preference to display its title instead of its file name. A file
    /// without the structure that cairo writes is returned unchanged.
    static func update(_ pdf: [UInt8], language: String?) -> [UInt8] {
        guard let file = Structure(pdf), let end = file.catalog.lastIndex(ofText: ">>") else { return pdf }
        var entries = "   /ViewerPreferences << /DisplayDocTitle true >>\n"
        if let language, !language.isEmpty, language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            entries += "   /Lang (\(language))\n"
        }
        var update = "\(file.root) 0 obj\n\(file.catalog[..<end])\n\(entries)>>\nendobj\n"
        let table = pdf.count + update.utf8.count
        update += "xref\n\(file.root) 1\n\(tenDigits(pdf.count)) 00000 n \ntrailer\n<< /Size \(file.size)\n   /Root \(file.root) 0 R\n"
        if let info = file.info { update += "   /Info \(info) 0 R\n" }
        update += "   /Prev \(file.table)\n>>\nstartxref\n\(table)\n%%EOF\n"
        return pdf + Array(update.utf8)
    }

    private static func tenDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// The parts of a PDF that an update needs. The PDF has a cross-reference table.
    private struct Structure {
        var table: Int
        var size: Int
        var root: Int
        var info: Int?
        /// The text of the catalog, up to its end.
        var catalog: String

        init?(_ pdf: [UInt8]) {
            let tail = String(decoding: pdf.suffix(1_024), as: UTF8.self)
            guard let start = tail.lastIndex(ofText: "startxref"), let table = Self.number(tail[start...].dropFirst(9)),
                let trailer = tail.lastIndex(ofText: "trailer"), let size = Self.number(after: "/Size", in: tail[trailer...]),
                let root = Self.number(after: "/Root", in: tail[trailer...])
            else { return nil }
            (self.table, self.size, self.root) = (table, size, root)
            info = Self.number(after: "/Info", in: tail[trailer...])
            // "xref", a line with the first number and the number of entries, then twenty bytes for each entry
            let head = Array("xref\n0 \(size)\n".utf8)
            guard table >= 0, root >= 0, root < size, table + head.count + 20 * size <= pdf.count, pdf[table...].starts(with: head) else {
                return nil
            }
            let entry = table + head.count + 20 * root
            guard let place = Int(String(decoding: pdf[entry..<entry + 10], as: UTF8.self)), place < table else { return nil }
            let object = String(decoding: pdf[place..<min(place + 4_096, table)], as: UTF8.self)
            let name = "\(root) 0 obj\n"
            guard object.hasPrefix(name), let end = object.firstIndex(ofText: "endobj") else { return nil }
            catalog = String(object[object.index(object.startIndex, offsetBy: name.count)..<end])
        }

        private static func number(after key: String, in text: Substring) -> Int? {
            text.lastIndex(ofText: key).flatMap { number(text[$0...].dropFirst(key.count)) }
        }

        private static func number(_ text: Substring) -> Int? { Int(text.drop(while: \.isWhitespace).prefix(while: \.isNumber)) }
    }
}

extension StringProtocol {
    /// Returns the position of the last occurrence of a text.
    fileprivate func lastIndex(ofText text: String) -> Index? { indices.reversed().first { self[$0...].hasPrefix(text) } }
    /// Returns the position of the first occurrence of a text.
    fileprivate func firstIndex(ofText text: String) -> Index? { indices.first { self[$0...].hasPrefix(text) } }
}
