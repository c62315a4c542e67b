/// A queue of work in which users take turns: each turn does one piece of work of the next user, so that no user waits for another's
/// backlog.
///
/// The work of one user is done in this order: questions, lines, `later` work, requests. A line that changed before its turn replaces its
/// older state, and an editor's newer question replaces its older one. A pure value: no thread, no clock.
struct FairQueue<LineKey: Hashable, Line, Work> {
    /// The priority of a piece of work among the work of the same user.
    enum Urgency {
        case request
        case later
    }

    /// A question about the last stroke; an answer about an earlier stroke would be too late.
    struct Question: Hashable {
        let editor: EditorID
        /// Whether the question is about text that was committed to a field.
        let isAboutCommitted: Bool
    }

    /// A piece of work that is next in the queue.
    enum Turn {
        case line(LineKey, Line)
        case work(Work)
    }

    private struct Account {
        var questionQueue: [Question] = []
        var questions: [Question: (generation: Int, work: Work)] = [:]
        var lineQueue: [LineKey] = []
        var lines: [LineKey: Line] = [:]
        var later: [Work] = []
        var requests: [Work] = []

        var isEmpty: Bool { questionQueue.isEmpty && lineQueue.isEmpty && later.isEmpty && requests.isEmpty }

        mutating func next() -> Turn? {
            if !questionQueue.isEmpty {
                let question = questionQueue.removeFirst()
                return questions.removeValue(forKey: question).map { .work($0.work) }
            }
            if !lineQueue.isEmpty {
                let key = lineQueue.removeFirst()
                return lines.removeValue(forKey: key).map { .line(key, $0) }
            }
            if !later.isEmpty { return .work(later.removeFirst()) }
            return requests.isEmpty ? nil : .work(requests.removeFirst())
        }
    }

    private var accounts: [UInt32: Account] = [:]
    /// Users that have work, in the order of their turns.
    private var rotation: [UInt32] = []

    /// Queues a line with its present state.
    mutating func submit(_ line: Line, for key: LineKey, of user: UInt32) {
        add(for: user) { account in
            if account.lines.updateValue(line, forKey: key) == nil { account.lineQueue.append(key) }
        }
    }

    /// Removes a line, if the line is still waiting.
    mutating func withdraw(_ key: LineKey, of user: UInt32) {
        guard accounts[user]?.lines.removeValue(forKey: key) != nil else { return }
        accounts[user]?.lineQueue.removeAll { $0 == key }
    }

    /// Queues an editor's question; replaces an older question of the editor that is still waiting.
    /// - Parameter generation: the generation of the editor's document.
    /// - Returns: the generation of the older question, which is never answered; nil if no question waited.
    mutating func submit(_ work: Work, about question: Question, generation: Int, of user: UInt32) -> Int? {
        var older: Int?
        add(for: user) { account in
            older = account.questions.updateValue((generation, work), forKey: question)?.generation
            if older == nil { account.questionQueue.append(question) }
        }
        return older
    }

    mutating func submit(_ work: Work, _ urgency: Urgency, of user: UInt32) {
        add(for: user) { account in
            switch urgency {
            case .request: account.requests.append(work)
            case .later: account.later.append(work)
            }
        }
    }

    /// Returns the number of waiting requests of a user.
    func requests(of user: UInt32) -> Int { accounts[user]?.requests.count ?? 0 }

    /// Number of waiting requests of all users.
    var requests: Int { accounts.values.reduce(0) { $0 + $1.requests.count } }

    /// Numbers of waiting lines and requests, by user.
    var waiting: [UInt32: (lines: Int, requests: Int)] { accounts.mapValues { ($0.lines.count, $0.requests.count) } }

    /// Removes and returns the next user's next piece of work; nil if the queue is empty.
    mutating func next() -> Turn? {
        while !rotation.isEmpty {
            let user = rotation.removeFirst()
            guard var account = accounts.removeValue(forKey: user) else { continue }
            let turn = account.next()
            if !account.isEmpty {
                accounts[user] = account
                rotation.append(user)
            }
            if let turn { return turn }
        }
        return nil
    }

    private mutating func add(for user: UInt32, _ change: (inout Account) -> Void) {
        if accounts[user] == nil { rotation.append(user) }
        change(&accounts[user, default: Account()])
    }
}
