/// Prefix beam search over CTC scores: the most probable texts, each summed over its alignments, in a language or in none.
///
/// Sources: Graves and Jaitly 2014, "Towards End-to-End Speech Recognition with Recurrent Neural Networks", algorithm 1; Hannun et al.
/// 2014, "First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent DNNs", for the language. Prefixes are
/// kept in a tree, so that one prefix is one node and the language judges it once.
struct BeamSearch {
    /// Prefixes kept from step to step.
    var width = 32
    /// Classes that may prolong a prefix at a step.
    var choices = 10
    /// A prefix this much less probable than the best one is not made: e⁻²⁰ is lost in any sum.
    var negligible = 10.0

    /// A sequence of classes and how good it is.
    struct Hypothesis: Equatable {
        var classes: [Int]
        /// Natural logarithm of its probability in the network's eyes, plus what the language says of it.
        var score: Double
        /// Natural logarithm of its probability in the network's eyes alone.
        var ink = 0.0
        /// Whether a space stands before it.
        var followsSpace = false
    }

    /// Where a text may begin: where in the language, what that costs, and whether a space that was not written stands before it.
    typealias Beginning = (state: TextState, cost: Double, followsSpace: Bool)

    /// What a search listens to besides the network.
    struct Guide {
        /// Added for every character of a class; −∞ forbids it. Empty: all classes are equal.
        var bias: [Double] = []
        /// Judges texts; nil for no language.
        var scorer: TextScorer?
        /// Where the text may begin: several if it is not known whether a word goes on.
        var beginnings: [Beginning] = [(TextState(), 0, false)]
    }

    private struct Node {
        var parent: Int
        var label: Int
        var firstChild = -1
        var sibling = -1
        /// Its place among the prefixes of step `stamp`.
        var slot = 0
        var stamp = -1
        var state: TextState
        /// What all but the network says of the prefix.
        var worth = 0.0
    }

    private struct Prefix {
        var node: Int
        /// Probability of ending with a blank and with its last class.
        var blank = -Double.infinity
        var label = -Double.infinity
        var total = -Double.infinity
        /// What it is ranked by.
        var rank = -Double.infinity
    }

    /// The best sequences, best first, all different; the empty one with probability 1 if there are no steps.
    func hypotheses(_ scores: Scores, guide: Guide = Guide()) -> [Hypothesis] {
        var guide = guide
        if guide.bias.isEmpty { guide.bias = [Double](repeating: 0, count: scores.classes) }
        var nodes: [Node] = []
        var beam: [Prefix] = []
        for beginning in guide.beginnings {
            beam.append(Prefix(node: nodes.count, blank: 0, total: 0, rank: beginning.cost))
            nodes.append(Node(parent: -1 - nodes.count, label: 0, state: beginning.state, worth: beginning.cost))
        }
        var next: [Prefix] = []
        var likely: [Int] = []
        for step in 0..<scores.steps {
            next.removeAll(keepingCapacity: true)
            choose(&likely, of: scores, at: step, bias: guide.bias)
            let blank = Double(scores[step, 0])
            let floor = (beam.first?.total ?? 0) - negligible
            for prefix in beam {
                let last = nodes[prefix.node].label
                let same = Self.slot(prefix.node, step, &nodes, &next)
                next[same].blank = logSum(next[same].blank, prefix.total + blank)
                if last > 0 { next[same].label = logSum(next[same].label, prefix.label + Double(scores[step, last])) }
                for c in likely {
                    // a class right after itself needs a blank between
                    let longer = (c == last ? prefix.blank : prefix.total) + Double(scores[step, c])
                    guard longer > floor else { continue }
                    let slot = Self.slot(Self.child(c, of: prefix.node, &nodes, guide), step, &nodes, &next)
                    next[slot].label = logSum(next[slot].label, longer)
                }
            }
            for i in next.indices {
                next[i].total = logSum(next[i].blank, next[i].label)
                next[i].rank = next[i].total + nodes[next[i].node].worth
            }
            next.sort { $0.rank > $1.rank }
            if next.count > width { next.removeLast(next.count - width) }
            swap(&beam, &next)
        }
        return beam.map { prefix in
            let (classes, beginning) = Self.spell(prefix.node, nodes)
            return Hypothesis(
                classes: classes, score: prefix.total + Self.worthAtEnd(prefix.node, &nodes, guide), ink: prefix.total,
                followsSpace: guide.beginnings[beginning].followsSpace)
        }.sorted { $0.score > $1.score }
    }

    /// The most probable classes but the blank that may be.
    private func choose(_ best: inout [Int], of scores: Scores, at step: Int, bias: [Double]) {
        best.removeAll(keepingCapacity: true)
        for c in 1..<max(1, scores.classes) where bias[c] > -.infinity {
            let score = scores[step, c]
            if best.count == choices {
                guard let worst = best.last, score > scores[step, worst] else { continue }
                best.removeLast()
            }
            var place = best.count
            while place > 0, scores[step, best[place - 1]] < score { place -= 1 }
            best.insert(c, at: place)
        }
    }

    private static func slot(_ node: Int, _ step: Int, _ nodes: inout [Node], _ next: inout [Prefix]) -> Int {
        if nodes[node].stamp == step { return nodes[node].slot }
        nodes[node].stamp = step
        nodes[node].slot = next.count
        next.append(Prefix(node: node))
        return next.count - 1
    }

    private static func child(_ label: Int, of node: Int, _ nodes: inout [Node], _ guide: Guide) -> Int {
        var child = nodes[node].firstChild
        while child >= 0 {
            if nodes[child].label == label { return child }
            child = nodes[child].sibling
        }
        var new = Node(
            parent: node, label: label, sibling: nodes[node].firstChild, state: nodes[node].state,
            worth: nodes[node].worth + guide.bias[label])
        if let scorer = guide.scorer {
            scorer.settle(&nodes[node].state)
            new.state = nodes[node].state
            new.worth += Double(scorer.worth(of: label, after: &new.state))
        }
        nodes.append(new)
        nodes[node].firstChild = nodes.count - 1
        return nodes.count - 1
    }

    private static func worthAtEnd(_ node: Int, _ nodes: inout [Node], _ guide: Guide) -> Double {
        guard let scorer = guide.scorer else { return nodes[node].worth }
        scorer.settle(&nodes[node].state)
        return nodes[node].worth + Double(scorer.weights.language * scorer.end(nodes[node].state))
    }

    private static func spell(_ node: Int, _ nodes: [Node]) -> (classes: [Int], beginning: Int) {
        var (classes, node) = ([Int](), node)
        while nodes[node].parent >= 0 {
            classes.append(nodes[node].label)
            node = nodes[node].parent
        }
        return (classes.reversed(), -1 - nodes[node].parent)
    }
}
