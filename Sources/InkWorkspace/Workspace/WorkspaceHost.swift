package import Ink
package import InkProtocol

/// The interface through which workspaces use the clients' connections, which belong to the loop. Callable from any thread; calls take
/// effect on the loop, in order.
package protocol ClientConnections: AnyObject, Sendable {
    /// Returns the reply of a service of the loop; nil for a stream that has begun.
    func dispatch(_ call: Call, for caller: Caller) async throws -> [UInt8]?
    /// Forwards the outcome of a client's call; the connection accepts the next call afterwards.
    func answered(_ outcome: CallOutcome, to client: ClientID)
    /// Sends one of several replies of a stream.
    func sendStream(_ bytes: [UInt8], as kind: MessageClass, to client: ClientID)
    /// Sends the last reply of a stream.
    func finishStream(_ bytes: [UInt8], to client: ClientID)
    /// Ends a stream with an error.
    func failStream(_ error: any Error, to client: ClientID)
    /// Ends the connection.
    func disconnect(_ client: ClientID)
}

/// The parts of the loop that follow editors. Callable from any thread; calls take effect on the loop, in order.
package protocol EditorObserver: AnyObject, Sendable {
    /// Reports a finished stroke of a device's editor.
    /// - Parameters:
    ///   - number: the stroke's number in its editor.
    ///   - place: the number of pointer-ups of the editor's device up to the end of the stroke.
    func strokeEnded(_ number: UInt64, place: Int, of editor: EditorHandle, at time: Instant)
    /// Reports that all ink of a replayed device's editor has been read.
    func replayedInkWasRead()
    /// Reports the settings of pens and tablets that a user has set.
    func penSettingsChanged(_ settings: PenSettings, of user: UInt32)
    /// Reports a word that a user who has enabled learning has corrected.
    func wordWasCorrected(_ example: AdaptationInterface.Example, of user: UInt32)
}

/// The input methods and their watchers. Callable from any thread; everything arrives on the loop in the order of the calls.
package protocol InputMethods: AnyObject, Sendable {
    /// Sends an event about a field to the clients that may still receive it.
    /// - Parameter editor: the editor of a reading. A newer reading of the editor replaces an older one that is still queued.
    func sendText(_ event: TextInputInterface.Event, to recipient: TextRecipient, on seat: String, of editor: EditorID?)
    /// Notes that the pending ink of a session's field was committed.
    func inkWasCommitted(of session: TextSession)
    /// Runs work with the seats on the loop, and returns its result.
    func onSeats<Value: Sendable>(_ work: @escaping @Sendable (any TextSeats) throws -> Value) async throws -> Value
}

/// Everything that a workspace asks of the loop.
package typealias WorkspaceHost = ClientConnections & EditorObserver & InputMethods
