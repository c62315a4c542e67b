import CNeural

/// The processor's instructions that the kernels use.
enum InstructionSet: Sendable, CaseIterable, CustomStringConvertible {
    /// What every processor of the architecture has.
    case baseline
    /// AVX2 with fused multiply-add.
    case avx2
    /// AVX2 with dot products of bytes.
    case avxVNNI
    /// AVX-512 with dot products of bytes.
    case avx512

    /// Those that this processor can run, the slowest first.
    static var available: [InstructionSet] { allCases.filter { cneural_supports($0.level) } }

    /// The fastest that this processor can run.
    static var best: InstructionSet { available.last ?? .baseline }

    var level: cneural_level {
        switch self {
        case .baseline: CNEURAL_BASELINE
        case .avx2: CNEURAL_AVX2
        case .avxVNNI: CNEURAL_AVX_VNNI
        case .avx512: CNEURAL_AVX512
        }
    }

    var description: String { String(cString: cneural_level_name(level)) }
}
