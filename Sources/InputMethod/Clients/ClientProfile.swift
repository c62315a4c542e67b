/// The known behavior of a client. A client is the program with which the input method communicates: an application, its toolkit or the
/// desktop's shell.
///
/// `all` is the table of clients. A front end selects the row by the client's name or capabilities; rows for clients without a name
/// describe observed behavior (`recognition`). A new client needs a row and a test.
public struct ClientProfile: Sendable, Hashable {
    /// The client's name in documents.
    public let name: String
    /// A plain description of the differences from other clients.
    public let summary: String
    /// The way in which the client is recognized.
    public let recognition: Recognition
    /// The way in which text in the field is deleted.
    public let deletion: Deletion
    /// The part of its text that the client reports.
    public let textReport: TextReport
    /// Whether reported text may include the preedit.
    public let preeditReport: PreeditReport
    /// The occasions on which the client reports the caret's position.
    public let caretReport: CaretReport
    /// The occasions on which the client commits the preedit by itself.
    public let preeditCommit: PreeditCommit
    /// Whether text must be the preedit before its commit.
    public let commitPreparation: CommitPreparation
    /// The treatment of an earlier commit that the client has not forwarded yet when the next commit arrives.
    public private(set) var earlierCommit = EarlierCommit.forwarded
    /// The keys that reach the application through the input method's framework.
    public let forwardedKeys: ForwardedKeys
    /// The file, specification or observation that the facts are taken from.
    public let source: String
    /// The test that covers the row.
    public let test: String
}

extension ClientProfile {
    /// The way in which a client is recognized.
    public enum Recognition: Sendable, Hashable {
        /// The client gives its name or its capabilities to the framework.
        case named
        /// The only profile of its front end, used for all of its clients.
        case frontEnd(String)
        /// No front end selects this row: such a client has another profile, and the composition adapts to its reports.
        case observed
    }

    /// The way in which text in the field is deleted.
    public enum Deletion: Sendable, Hashable {
        /// By request only, because Backspace would arrive later than the next commit.
        case byRequest
        /// By request; if the application ignores the request, by Backspace.
        case byRequestOrBackspace
        /// By Backspace only, because the client drops requests.
        case byBackspace
        /// Never: the position of the text is unknown.
        case never
    }

    /// The part of its text that a client reports.
    public enum TextReport: Sendable, Hashable { case whole, window, sentence, whilePreedit, never, various }

    /// The treatment of the preedit in a client's reports of its text.
    public enum PreeditReport: Sendable, Hashable {
        /// The reported text does not include an uncommitted preedit. If it includes the preedit, the client has committed the preedit.
        case excluded
        /// The reported text may include the preedit, although it is not committed.
        case possiblyIncluded
    }

    /// The occasions of a client's reports of its caret.
    public enum CaretReport: Sendable, Hashable {
        /// After each change.
        case onChange
        /// With the next key, or on request.
        case onRequest
    }

    /// The occasions on which the program that displays the preedit commits it by itself.
    public enum PreeditCommit: Sendable, Hashable {
        case never
        /// On a focus change, if the preedit has the mode `Composition.PreeditMode.commit`.
        case ifAsked
        /// On a focus change after a reset, if the preedit has the mode `Composition.PreeditMode.commit`.
        case ifAskedAtReset
        /// At any reset, if the preedit has the mode `Composition.PreeditMode.commit`.
        case ifAskedAtAnyReset
        /// At any reset, in any mode of the preedit, but not when the window loses the focus.
        case always
    }

    /// The requirement for the display of text before its commit.
    public enum CommitPreparation: Sendable, Hashable {
        /// A commit may come at any time.
        case none
        /// Text must be the preedit for a minimum time before its commit (`Composition.Configuration.Commits.settling`).
        case preedit
    }

    /// The fate of a commit that has not been forwarded when the next one arrives.
    public enum EarlierCommit: Sendable, Hashable {
        /// Both commits reach the application.
        case forwarded
        /// The earlier commit is lost, even if the next one is empty.
        case replaced
    }

    /// The keys that reach the application through the input method's framework.
    public enum ForwardedKeys: Sendable, Hashable { case all, printable }
}

extension ClientProfile {
    /// Whether text may be deleted with the Backspace key.
    var allowsBackspace: Bool { deletion == .byBackspace || deletion == .byRequestOrBackspace }

    /// Whether text must be the preedit for a minimum time before its commit.
    var needsPreeditBeforeCommit: Bool { commitPreparation == .preedit }

    /// The mode of the preedit for a word that does not replace other words.
    var preeditMode: Composition.PreeditMode {
        switch preeditCommit {
        // in the mode `commit`, a client that always commits by itself would commit twice
        case .never, .always: .clear
        case .ifAsked, .ifAskedAtReset, .ifAskedAtAnyReset: .commit
        }
    }
}
