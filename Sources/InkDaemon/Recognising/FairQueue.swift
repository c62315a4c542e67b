/// Work that users take turns with: each turn does one piece of the next user that has some, so that no user waits for another's backlog.
///
/// Of one user, urgent work goes first, then lines, then work that may wait, then requests. A line that changed before its turn came takes the
/// place of its older state. A pure value: no thread, no clock.
struct FairQueue<LineKey: Hashable, Line, Work> {
    /// Priority of a piece of work among its user's.
    enum Urgency {
        case urgent
        case request
        case later
    }

    /// A piece of work, when its turn has come.
    enum Turn {
        case line(LineKey, Line)
        case work(Work)
    }

    private struct Account {
        var urgent: [Work] = []
        var lineQueue: [LineKey] = []
        var lines: [LineKey: Line] = [:]
        var later: [Work] = []
        var requests: [Work] = []

        var isEmpty: Bool { urgent.isEmpty && lineQueue.isEmpty && later.isEmpty && requests.isEmpty }

        mutating func next() -> Turn? {
            if !urgent.isEmpty { return .work(urgent.removeFirst()) }
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

    /// Has a line read as it is now.
    mutating func submit(_ line: Line, for key: LineKey, of user: UInt32) {
        add(for: user) { account in
            if account.lines.updateValue(line, forKey: key) == nil { account.lineQueue.append(key) }
        }
    }

    /// Forgets a line, if it waits.
    mutating func withdraw(_ key: LineKey, of user: UInt32) {
        guard accounts[user]?.lines.removeValue(forKey: key) != nil else { return }
        accounts[user]?.lineQueue.removeAll { $0 == key }
    }

    mutating func submit(_ work: Work, _ urgency: Urgency, of user: UInt32) {
        add(for: user) { account in
            switch urgency {
            case .urgent: account.urgent.append(work)
            case .request: account.requests.append(work)
            case .later: account.later.append(work)
            }
        }
    }

    /// Waiting requests of a user.
    func requests(of user: UInt32) -> Int { accounts[user]?.requests.count ?? 0 }

    /// Waiting requests of all users.
    var requests: Int { accounts.values.reduce(0) { $0 + $1.requests.count } }

    /// Waiting lines and requests, by user.
    var waiting: [UInt32: (lines: Int, requests: Int)] { accounts.mapValues { ($0.lines.count, $0.requests.count) } }

    /// The next piece of work: the next user's; nil if there is none.
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
