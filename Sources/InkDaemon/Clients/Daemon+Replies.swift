internal import InkProtocol

/// Answers that come later than their calls.
extension Daemon {
    /// Sends the answer that a client has waited for, and answers its next calls.
    func reply(to id: ClientID, oneway: Bool, _ answer: () throws -> [UInt8]) {
        guard let client = clients[id] else { return }
        client.awaitsReply = false
        if !oneway {
            // a call must have an answer, or the next one's would be taken for it
            guard let bytes = try? answer() else { return drop(client) }
            send(bytes, as: .final, to: client)
        }
        // on another turn: what is answered at once would be answered within the answer to the one before
        if clients[id] != nil { goOnNextTurn(client) }
    }

    /// Has a call answered from another thread; until then its client's later calls wait.
    /// - Parameter refusal: the error in the words of the interface.
    /// - Returns: what takes the reply, or why there is none, once and on any thread.
    func answerLater(
        _ call: Call, _ client: Client, refusal: @escaping @Sendable (any Error) -> any Error = { $0 }
    ) -> @Sendable (Result<[UInt8], any Error>) -> Void {
        let (id, oneway) = (client.id, call.oneway)
        client.awaitsReply = true
        return { [self] answer in
            loop.post {
                self.assumeIsolated {
                    $0.reply(to: id, oneway: oneway) {
                        do { return try answer.get() } catch { return try Reply.encode(any: refusal(error)) }
                    }
                }
            }
        }
    }
}
