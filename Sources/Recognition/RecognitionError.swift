/// An error of an unusable model or an unreadable ink.
public enum RecognitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file cannot be opened or mapped; `code` is the system's error number.
    case unreadable(path: String, code: Int32)
    /// The file is shorter than its header says.
    case truncated(String)
    /// The header is not that of a safetensors file.
    case notSafetensors(String)
    /// The file was written for a newer program.
    case newerFormat(found: Int, supported: Int)
    /// The network was trained on features that this program does not compute.
    case wrongPipeline(found: String, supported: Int)
    /// A metadata entry is missing or invalid.
    case metadata(key: String, problem: String)
    /// The file lacks a tensor that its architecture requires.
    case missingTensor(String)
    /// A tensor's shape differs from the shape that its architecture requires.
    case shape(tensor: String, found: [Int], expected: [Int])
    /// A tensor's type, offsets or numbers are invalid.
    case tensor(String, problem: String)
    /// The weights do not match their checksum.
    case checksum
    /// The model's result for an ink is not finite.
    case notFinite
    /// A sample is not a number, infinite, or farther than `FeatureExtractor.farthest` from the origin.
    case coordinate(stroke: Int, point: Int)
    /// The ink exceeds a limit for one reading.
    case tooMuchInk(what: String, count: Int, limit: Int)
    /// The ink is too small for a shape: it has no samples, or all at one point.
    case tooLittleInk(samples: Int)
    /// An invalid hint.
    case hint(String, problem: String)

    /// The problem and its remedy, without any coordinate.
    public var description: String {
        let again = "the file is damaged or not a model of inkd; install it again"
        return switch self {
        case .unreadable(let path, let code): "cannot read model \(path): error \(code); check that the file exists and is readable"
        case .truncated(let what): "the model ends within \(what); copy the file again"
        case .notSafetensors(let problem): "the model's header is not safetensors: \(problem); \(again)"
        case .newerFormat(let found, let supported):
            "the model has format \(found) but this program supports up to \(supported); update inkd or use an older model"
        case .wrongPipeline(let found, let supported):
            "the model was trained on feature pipeline \(found) but this program computes \(supported); use the model of this inkd version"
        case .metadata(let key, let problem): "the model's metadata \(key) \(problem); \(again)"
        case .missingTensor(let name): "the model has no tensor \(name); \(again)"
        case .shape(let name, let found, let expected): "the model's tensor \(name) has shape \(found), expected \(expected); \(again)"
        case .tensor(let name, let problem): "the model's tensor \(name) \(problem); \(again)"
        case .checksum: "the model's weights do not match their checksum; copy the file again"
        case .notFinite: "the model's scores for an ink are not finite numbers: its weights are unusable; use another file"
        case .coordinate(let stroke, let point):
            "sample \(point) of stroke \(stroke) is not a valid number; coordinates must be finite and smaller than \(FeatureExtractor.farthest)"
        case .tooMuchInk(let what, let count, let limit):
            "\(count) \(what) are more than the limit of \(limit) at once; read line by line"
        case .tooLittleInk(let samples): "\(samples) samples in one place are not a shape, sketch or character; draw larger"
        case .hint(let name, let problem): "the hint \(name) \(problem)"
        }
    }
}
