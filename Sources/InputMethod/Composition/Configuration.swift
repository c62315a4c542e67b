extension Composition {
    /// Timeouts.
    public struct Configuration: Sendable, Hashable {
        /// The times around commits.
        public var commits = Commits()
        /// The times of a replacement of text in the field.
        public var exchange = Exchange()
        /// The times of the display.
        public var display = Display()
        /// The times of the pen.
        public var pen = Pen()
        /// The time in which a committed word can be replaced, and the timeout for choosing an alternative.
        public var correction: Duration = .seconds(5)
        /// The time after a click until an application that does not report the caret by itself is asked for the caret.
        public var locating: Duration = .milliseconds(50)
        /// The time that an application has to report its text after its field received the focus, and after each key or commit.
        public var reporting: Duration = .milliseconds(300)

        /// Creates a configuration with the values above.
        public init() {}
    }
}

extension Composition.Configuration {
    /// The times around commits.
    public struct Commits: Sendable, Hashable {
        /// The time from a line's final reading to its commit if it cannot be corrected later, so that the user can choose a candidate. The
        /// wait ends early when the next stroke begins.
        public var hold: Duration = .milliseconds(400)
        /// The time after a reset, or a change of the field's purpose, for which pending text is held back. GNOME reports both before it
        /// moves the focus, so the text would be committed to the next field.
        public var resetGrace: Duration = .milliseconds(20)
        /// The time after Tab, Return and similar keys for which readings are neither shown nor committed. The application may move the
        /// focus at such a key, and report that later. A preedit shown meanwhile would reach the next field, even a password box (seen in
        /// Firefox).
        public var keyGrace: Duration = .milliseconds(150)
        /// The time that a commit may take to reach the application.
        public var delivery: Duration = .milliseconds(200)
        /// The time that a commit may take if it replaces a commit that is not forwarded yet (`ClientProfile.EarlierCommit`), unless the
        /// application reports its text earlier. GNOME Shell may be blocked for longer than `delivery`.
        public var report: Duration = .seconds(1)
        /// The delay of the next commit after a commit that the application has not confirmed yet.
        public var pace: Duration = .milliseconds(50)
        /// The time after a deletion request in which a reset counts as its reply. If the application has stopped reporting its text, a
        /// reset also counts as the reply to a commit for this time.
        public var echo: Duration = .milliseconds(100)
        /// The minimum time for which text is the preedit before its commit, for clients that need it
        /// (`ClientProfile.CommitPreparation`). Other clients need no such time. With Wayland's text-input-v3, GTK 3 even drops a commit
        /// that is sent before GTK 3 has answered the preedit.
        public var settling: Duration = .milliseconds(40)
    }

    /// The times of a replacement of text in the field.
    public struct Exchange: Sendable, Hashable {
        /// The times after a deletion request at which the application is asked for its text, to find out whether the deletion has taken
        /// effect.
        public var questions: [Duration] = [.milliseconds(50), .milliseconds(120), .milliseconds(250)]
        /// The time to wait for the reply. After that time, the new text is inserted without a reply.
        public var confirmation: Duration = .milliseconds(400)
        /// The time from Backspace keys to the new text; `typingKey` is added for each key.
        public var typing: Duration = .milliseconds(80)
        /// The additional time for each Backspace key; see `typing`.
        public var typingKey: Duration = .milliseconds(6)
        /// The time that an application has to report the text below a scratch-out. The time is shorter than the pause after which the
        /// stroke would be committed as writing.
        public var search: Duration = .milliseconds(200)
    }

    /// The times of the display.
    public struct Display: Sendable, Hashable {
        /// The delay of the candidates after the preedit: their popup is placed at the caret, which moves when the preedit appears.
        public var candidateDelay: Duration = .milliseconds(20)
        /// The time for which a message is shown.
        public var message: Duration = .seconds(5)
    }

    /// The times of the pen.
    public struct Pen: Sendable, Hashable {
        /// The maximum time from a stroke's beginning to its first reading, or to a gesture. Cursive writing may take as long as that.
        public var stroke: Duration = .seconds(2)
        /// The time after the pen has left during which the text before the caret is still sent to inkd, because the last words are still
        /// being read.
        public var presence: Duration = .seconds(2)
    }
}
