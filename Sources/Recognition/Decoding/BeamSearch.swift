import Glibc

/// A prefix beam search over CTC scores for the most probable texts, with or without a language. A text's probability is the sum over its
/// alignments.
///
/// Sources: Graves and Jaitly 2014, "Towards End-to-End Speech Recognition with Recurrent Neural Networks", algorithm 1; Hannun et al.
/// 2014, "First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent DNNs", for the language. Prefixes form a
/// tree, so that each prefix is one node and the language scores it once.
struct BeamSearch {
    /// The number of prefixes retained from step to step.
    var width = 32
    /// The number of classes that may extend a prefix at a step.
    var choices = 10
    /// The maximum difference from the log-probability of the best prefix at which a prefix is extended. Beyond it, the contribution of a
    /// prefix to any sum is negligible.
    var negligible = 10.0

    /// A sequence of classes and its score.
    struct Hypothesis: Equatable {
        var classes: [Int]
        /// Natural logarithm of the sequence's probability by the network, plus the scores of the language and of the hints.
        var score: Double
        /// Natural logarithm of the sequence's probability by the network alone.
        var ink = 0.0
        /// Whether a space precedes the sequence.
        var followsSpace = false
    }

    /// A possible beginning of a text: the language model's state, the cost of the beginning, and whether a space that is not written
    /// precedes the text.
    typealias Beginning = (state: TextState, cost: Double, followsSpace: Bool)

    /// The scores that a search uses besides the network's.
    struct Guide {
        /// The term that each occurrence of a class adds to the score; −∞ forbids the class. Empty if all classes are equal.
        var bias: [Double] = []
        /// The scorer of texts; nil for no language.
        var scorer: TextScorer?
        /// The possible beginnings of the text; more than one if the ink may continue a word.
        var beginnings: [Beginning] = [(TextState(), 0, false)]
        /// Whether the caller knows that the ink contains only characters that `bias` allows.
        var isRestricted = false

        /// Returns the score of a text without the network's part.
        func worth(of classes: [Int], afterSpace: Bool) -> Double {
            guard let beginning = beginnings.first(where: { $0.followsSpace == afterSpace }) ?? beginnings.first else { return 0 }
            var (state, worth) = (beginning.state, beginning.cost)
            for c in classes {
                worth += bias.indices.contains(c) ? bias[c] : 0
                guard let scorer else { continue }
                scorer.settle(&state)
                worth += Double(scorer.worth(of: c, after: &state))
            }
            guard let scorer else { return worth }
            scorer.settle(&state)
            return worth + Double(scorer.weights.language * scorer.end(state))
        }
    }

    private struct Node {
        var parent: Int
        var label: Int
        var firstChild = -1
        var sibling = -1
        /// The node's index among the prefixes at step `stamp`.
        var slot = 0
        var stamp = -1
        var state: TextState
        /// The score of the prefix without the network's part.
        var worth = 0.0
    }

    private struct Prefix {
        var node: Int
        /// Log-probability of all alignments that end with a blank.
        var blank = -Double.infinity
        /// Log-probability of all alignments that end with the prefix's last class.
        var label = -Double.infinity
        var total = -Double.infinity
        /// The score for ranking: `total` plus the node's `worth`.
        var rank = -Double.infinity
    }

    /// Returns the best sequences, all different, best first; the empty sequence with probability 1 if there are no steps.
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
                    // a class repeats only with a blank in between
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

    /// Selects the most probable permitted classes, without the blank.
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

/// A hypothesis of the ink's text, with its spelling.
struct Reading: Equatable {
    /// The text, without consecutive or trailing spaces. A leading space is retained only if it separates the text from the pre-context.
    var text: String
    /// The most probable classes that spell the text.
    var classes: [Int]
    /// Natural logarithm of the text's probability, summed over all alignments, plus the scores of the language and the hints.
    var score: Double
    /// Natural logarithm of the text's probability by the network alone.
    var ink = 0.0

    /// Characters that never follow a space.
    private static let closing: Set<Character> = [".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "»"]

    /// Returns the texts of the hypotheses, best first, without duplicates and empty texts.
    static func best(of hypotheses: [BeamSearch.Hypothesis], alphabet: Alphabet) -> [Reading] {
        var readings: [Reading] = []
        for hypothesis in hypotheses {
            var text = alphabet.text(hypothesis.classes).split(separator: " ").joined(separator: " ")
            guard let first = text.first else { continue }
            if hypothesis.followsSpace, !closing.contains(first) { text = " " + text }
            if let same = readings.firstIndex(where: { $0.text == text }) {
                readings[same].score = logSum(readings[same].score, hypothesis.score)
                readings[same].ink = logSum(readings[same].ink, hypothesis.ink)
            } else {
                readings.append(Reading(text: text, classes: hypothesis.classes, score: hypothesis.score, ink: hypothesis.ink))
            }
        }
        return readings.sorted { $0.score > $1.score }
    }

    /// Returns the readings with scores that are natural logarithms of normalized probabilities, which add up to 1.
    static func normalized(_ readings: [Reading]) -> [Reading] {
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        guard total.isFinite else { return readings }
        return readings.map { Reading(text: $0.text, classes: $0.classes, score: $0.score - total, ink: $0.ink) }
    }
}

/// A decoder that takes the best class of every step, merges repeats and drops blanks.
enum GreedyDecoder {
    /// Returns the decoded classes.
    ///
    /// - Parameter excluded: Classes that are ignored.
    static func classes(_ scores: Scores, without excluded: Set<Int> = []) -> [Int] {
        var (read, last) = ([Int](), 0)
        for step in 0..<scores.steps {
            var best = 0
            for c in 1..<max(1, scores.classes) where scores[step, c] > scores[step, best] && !excluded.contains(c) { best = c }
            if best != 0, best != last { read.append(best) }
            last = best
        }
        return read
    }
}

/// The probability of a known text, summed over all its alignments.
///
/// Source: Graves et al. 2006, "Connectionist Temporal Classification", section 4.1.
enum ForwardScore {
    /// Returns the natural logarithm of the probability that the scores spell the classes; −∞ if there are too few steps.
    ///
    /// - Parameter classes: The text, without blanks; indices of the scores' classes.
    static func logProbability(of classes: [Int], in scores: Scores) -> Double {
        guard classes.allSatisfy({ $0 > 0 && $0 < scores.classes }) else { return -.infinity }
        // states: blank, first class, blank, second class, …, blank
        let states = 2 * classes.count + 1
        func label(_ state: Int) -> Int { state % 2 == 0 ? 0 : classes[state / 2] }
        var sums = [Double](repeating: -.infinity, count: states)
        sums[0] = 0
        for step in 0..<scores.steps {
            for state in stride(from: states - 1, through: 0, by: -1) {
                // before the first step only the first blank and the first class can follow
                var sum = step == 0 && state == 1 ? 0 : sums[state]
                if step > 0, state >= 1 { sum = logSum(sum, sums[state - 1]) }
                if step > 0, state >= 2, label(state) != 0, label(state) != label(state - 2) { sum = logSum(sum, sums[state - 2]) }
                sums[state] = sum + Double(scores[step, label(state)])
            }
        }
        return states > 1 ? logSum(sums[states - 1], sums[states - 2]) : sums[0]
    }
}

/// Returns log(exp a + exp b) without overflow; −∞ represents a probability of 0.
func logSum(_ a: Double, _ b: Double) -> Double {
    let (low, high) = a < b ? (a, b) : (b, a)
    // beyond this difference, the smaller number is lost in rounding
    guard low > high - 40 else { return high }
    return high + log1p(exp(low - high))
}
