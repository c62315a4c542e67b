/// All checks, each a function of the facts: what could be in the way, from the daemon to the field that has the focus.
enum Doctor {
    /// What the checks found, in the order in which to mend it.
    static func findings(_ facts: DoctorFacts) -> [Finding] {
        let daemon = [service(facts.daemon), socket(facts.daemon), access(facts.daemon), model(facts.daemon)].compactMap(\.self)
        let tablets = tablets(facts.tablets, isPermitted: facts.daemon.isPermitted) + [events(facts.tablets)].compactMap(\.self)
        return daemon + tablets + session(facts.session) + [pen(facts.daemon)].compactMap(\.self)
    }
}
