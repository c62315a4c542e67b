package import InkProtocol
package import Recognition

/// The input method and the field that ink is for.
package struct TextTarget: Equatable, Sendable {
    package let session: Int
    package let field: Int?
    package let capture: TextInputInterface.Capture

    package init(session: Int, field: Int?, capture: TextInputInterface.Capture) {
        self.session = session
        self.field = field
        self.capture = capture
    }
}

/// A field that has lost the focus. Finished ink that is not recognized by then is still recognized for its session, for a moment.
package struct LateField: Equatable, Sendable {
    /// The target while the field had the focus.
    package let target: TextTarget
    /// The time until which its ink is recognized, in microseconds of CLOCK_MONOTONIC.
    package let until: UInt64

    package init(target: TextTarget, until: UInt64) {
        self.target = target
        self.until = until
    }
}

/// Recognition hints of a field.
package struct FieldHints: Sendable {
    /// The target of the text; nil if no input method receives it.
    package var target: TextTarget?
    package var preContext = ""
    package var recognitionType = RecognitionHints.RecognitionType.text
    /// A language tag; nil for the configured language.
    package var language: String?

    package init(
        target: TextTarget? = nil, preContext: String = "", recognitionType: RecognitionHints.RecognitionType = .text,
        language: String? = nil
    ) {
        self.target = target
        self.preContext = preContext
        self.recognitionType = recognitionType
        self.language = language
    }
}
