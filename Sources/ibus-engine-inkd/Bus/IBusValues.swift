internal import DBus

/// IBus's objects in serialized form: a variant with a struct that begins with the class's name and attachments (ibusserializable.c).
extension BusMessage {
    private func object(_ name: String, _ contents: String, _ body: () throws(BusError) -> Void) throws(BusError) {
        try container("v", "(sa{sv}\(contents))") { () throws(BusError) in
            try container("r", "sa{sv}\(contents)") { () throws(BusError) in
                try append(name)
                try container("a", "{sv}") { () throws(BusError) in }
                try body()
            }
        }
    }

    /// Appends an IBusText. The first `firm` code points have a single underline, the rest a broken one. If `firm` is nil, the text has no
    /// underlines.
    func append(text: String, firm: Int? = nil) throws(BusError) {
        try object("IBusText", "sv") { () throws(BusError) in
            try append(text)
            try object("IBusAttrList", "av") { () throws(BusError) in
                try container("a", "v") { () throws(BusError) in
                    guard let firm else { return }
                    let count = UInt32(text.unicodeScalars.count)
                    let end = min(UInt32(clamping: firm), count)
                    if end > 0 { try append(underline: .single, from: 0, to: end) }
                    if end < count { try append(underline: .low, from: end, to: count) }
                }
            }
        }
    }

    /// IBusAttrUnderline.
    private enum Underline: UInt32 { case single = 1, low = 3 }

    private func append(underline: Underline, from start: UInt32, to end: UInt32) throws(BusError) {
        try object("IBusAttribute", "uuuu") { () throws(BusError) in
            // IBUS_ATTR_TYPE_UNDERLINE
            try append(UInt32(1))
            try append(underline.rawValue)
            try append(start)
            try append(end)
        }
    }

    /// Appends an IBusLookupTable with all candidates on one page, numbered from 1.
    func append(table candidates: [String], selected: Int) throws(BusError) {
        try object("IBusLookupTable", "uubbiavav") { () throws(BusError) in
            try append(UInt32(clamping: max(1, candidates.count)))
            try append(UInt32(clamping: selected))
            // the cursor is visible, and wraps around
            try append(true)
            try append(true)
            // IBUS_ORIENTATION_SYSTEM
            try append(Int32(2))
            try container("a", "v") { () throws(BusError) in for candidate in candidates { try append(text: candidate) } }
            try container("a", "v") { () throws(BusError) in for number in candidates.indices { try append(text: "\(number + 1)") } }
        }
    }

    /// Appends an IBusPropList.
    func append(properties: [Property]) throws(BusError) {
        try object("IBusPropList", "av") { () throws(BusError) in
            try container("a", "v") { () throws(BusError) in for property in properties { try append(property: property) } }
        }
    }

    /// Appends an IBusProperty.
    func append(property: Property) throws(BusError) {
        try object("IBusProperty", "suvsvbbuvv") { () throws(BusError) in
            try append(property.key)
            try append(property.kind.rawValue)
            try append(text: property.label)
            try append(property.icon)
            try append(text: property.tooltip)
            try append(property.isSensitive)
            // visible
            try append(true)
            try append(UInt32(property.isChecked ? 1 : 0))
            try append(properties: property.children)
            try append(text: property.symbol)
        }
    }

    /// Reads the string of a received IBusText.
    func readText() throws(BusError) -> String {
        try inside("v", "(sa{sv}sv)") { () throws(BusError) in
            try inside("r", "sa{sv}sv") { () throws(BusError) in
                try skip("sa{sv}")
                let text = try readString()
                try skip("v")
                return text
            }
        }
    }
}
