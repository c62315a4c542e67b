extension ImportedJIIX: Decodable {
    private enum CodingKeys: String, CodingKey {
        case version, revision
    }

    /// The root and what only the root has.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(String.self, forKey: .version)
        guard version == "3" || version.hasPrefix("3.") else {
            throw DecodingError.dataCorruptedError(forKey: .version, in: values, debugDescription: "version \(version) is not 3")
        }
        revision = try values.decodeIfPresent(String.self, forKey: .revision).map { text in
            guard let number = UInt64(text) else {
                throw DecodingError.dataCorruptedError(forKey: .revision, in: values, debugDescription: "\(text) is no number")
            }
            return number
        }
        root = try Block(from: decoder)
    }
}

extension ImportedJIIX.Block: Decodable {
    private enum CodingKeys: String, CodingKey {
        case type, id, label, words, items, children, elements
        case box = "bounding-box"
    }

    /// A block with everything in it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.decode(String.self, forKey: .type)
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? ""
        label = try values.decodeIfPresent(String.self, forKey: .label)
        box = try values.decodeIfPresent(ImportedJIIX.Bounds.self, forKey: .box)
        words = try values.decodeIfPresent([ImportedJIIX.Word].self, forKey: .words)
        strokes = try values.decodeIfPresent([ImportedJIIX.Item].self, forKey: .items) ?? []
        children = try values.decodeIfPresent([Self].self, forKey: .children) ?? []
        children += try values.decodeIfPresent([Self].self, forKey: .elements) ?? []
    }
}

extension ImportedJIIX.Word: Decodable {
    private enum CodingKeys: String, CodingKey {
        case label, candidates, items
        case firstCharacter = "first-char"
        case lastCharacter = "last-char"
        case box = "bounding-box"
    }

    /// A word, or white space.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = try values.decode(String.self, forKey: .label)
        candidates = try values.decodeIfPresent([String].self, forKey: .candidates)
        firstCharacter = try values.decodeIfPresent(Int.self, forKey: .firstCharacter)
        lastCharacter = try values.decodeIfPresent(Int.self, forKey: .lastCharacter)
        box = try values.decodeIfPresent(ImportedJIIX.Bounds.self, forKey: .box)
        strokes = try values.decodeIfPresent([ImportedJIIX.Item].self, forKey: .items) ?? []
    }
}

extension ImportedJIIX.Bounds: Decodable {
    private enum CodingKeys: String, CodingKey {
        case x, y, width, height
    }

    /// A box whose sides are not negative.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        x = try values.decode(Double.self, forKey: .x)
        y = try values.decode(Double.self, forKey: .y)
        width = try values.decode(Double.self, forKey: .width)
        height = try values.decode(Double.self, forKey: .height)
        guard width >= 0, height >= 0 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a side is negative"))
        }
    }
}

extension ImportedJIIX.Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, timestamp
        case x = "X"
        case y = "Y"
        case force = "F"
        case time = "T"
    }

    /// A stroke with as many of each coordinate.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? ""
        timestamp = try values.decodeIfPresent(String.self, forKey: .timestamp)
        x = try values.decode([Double].self, forKey: .x)
        y = try values.decode([Double].self, forKey: .y)
        force = try values.decodeIfPresent([Double].self, forKey: .force) ?? []
        time = try values.decodeIfPresent([Double].self, forKey: .time) ?? []
        guard y.count == x.count, force.isEmpty || force.count == x.count, time.isEmpty || time.count == x.count else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "X, Y, F and T are not equally long"))
        }
    }
}
