/// What a model has learnt of one person's hand: the weights of its last recurrent layer and of its output layer, fitted to that person's ink.
///
/// Personal: kept in a file of its own, readable by its owner alone. Deleting the file takes the adaptation back.
public struct Adaptation: Sendable {
    /// SHA-256 of the data of the model that it changes, in hexadecimal digits.
    public let base: String
    /// How many inks it was made from, those kept back among them.
    public let inks: Int
    /// What an ink kept back lost on average before it was learnt from: natural logarithms of probabilities, a character.
    public let lossBefore: Double
    /// The same afterwards.
    public let lossAfter: Double

    /// As `TailLayout` names and shapes them.
    let tensors: [String: [Float]]

    /// A matrix among them, in either precision; `rows` is how many numbers come out of it.
    func matrix(_ name: String, rows: Int, isInt8: Bool) -> Matrix {
        let values = tensors[name] ?? []
        return isInt8 ? Matrix(quantising: values, rows: rows) : .float32(values)
    }
}
