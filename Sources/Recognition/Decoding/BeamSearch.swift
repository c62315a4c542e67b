/// Prefix beam search over CTC scores: the most probable texts, each summed over its alignments.
///
/// Source: Graves and Jaitly 2014, "Towards End-to-End Speech Recognition with Recurrent Neural Networks", algorithm 1; prefixes are kept
/// in a tree, so that one prefix is one node.
struct BeamSearch {
    /// Prefixes kept from step to step.
    var width = 16
    /// Classes that may prolong a prefix at a step.
    var choices = 10

    /// A sequence of classes and the natural logarithm of its probability.
    struct Hypothesis: Equatable {
        var classes: [Int]
        var score: Double
    }

    private struct Node {
        var parent: Int
        var label: Int
        var firstChild = -1
        var sibling = -1
        /// Its place among the prefixes of step `stamp`.
        var slot = 0
        var stamp = -1
    }

    private struct Prefix {
        var node: Int
        /// Probability of ending with a blank and with its last class.
        var blank = -Double.infinity
        var label = -Double.infinity
        var total = -Double.infinity
    }

    /// The best sequences, best first, all different; the empty one with probability 1 if there are no steps.
    func hypotheses(_ scores: Scores) -> [Hypothesis] {
        var nodes = [Node(parent: -1, label: 0)]
        var beam = [Prefix(node: 0, blank: 0, total: 0)]
        var next: [Prefix] = []
        for step in 0..<scores.steps {
            next.removeAll(keepingCapacity: true)
            let likely = best(choices, of: scores, at: step)
            let blank = Double(scores[step, 0])
            for prefix in beam {
                let last = nodes[prefix.node].label
                let same = Self.slot(prefix.node, step, &nodes, &next)
                next[same].blank = logSum(next[same].blank, prefix.total + blank)
                if last > 0 { next[same].label = logSum(next[same].label, prefix.label + Double(scores[step, last])) }
                for c in likely {
                    // a class right after itself needs a blank between
                    let longer = (c == last ? prefix.blank : prefix.total) + Double(scores[step, c])
                    guard longer > -.infinity else { continue }
                    let slot = Self.slot(Self.child(c, of: prefix.node, &nodes), step, &nodes, &next)
                    next[slot].label = logSum(next[slot].label, longer)
                }
            }
            for i in next.indices { next[i].total = logSum(next[i].blank, next[i].label) }
            next.sort { $0.total > $1.total }
            if next.count > width { next.removeLast(next.count - width) }
            swap(&beam, &next)
        }
        return beam.map { Hypothesis(classes: Self.spell($0.node, nodes), score: $0.total) }
    }

    /// The most probable classes but the blank.
    private func best(_ count: Int, of scores: Scores, at step: Int) -> [Int] {
        var best: [Int] = []
        for c in 1..<max(1, scores.classes) {
            let score = scores[step, c]
            if best.count == count {
                guard let worst = best.last, score > scores[step, worst] else { continue }
                best.removeLast()
            }
            var place = best.count
            while place > 0, scores[step, best[place - 1]] < score { place -= 1 }
            best.insert(c, at: place)
        }
        return best
    }

    private static func slot(_ node: Int, _ step: Int, _ nodes: inout [Node], _ next: inout [Prefix]) -> Int {
        if nodes[node].stamp == step { return nodes[node].slot }
        nodes[node].stamp = step
        nodes[node].slot = next.count
        next.append(Prefix(node: node))
        return next.count - 1
    }

    private static func child(_ label: Int, of node: Int, _ nodes: inout [Node]) -> Int {
        var child = nodes[node].firstChild
        while child >= 0 {
            if nodes[child].label == label { return child }
            child = nodes[child].sibling
        }
        nodes.append(Node(parent: node, label: label, sibling: nodes[node].firstChild))
        nodes[node].firstChild = nodes.count - 1
        return nodes.count - 1
    }

    private static func spell(_ node: Int, _ nodes: [Node]) -> [Int] {
        var (classes, node) = ([Int](), node)
        while node > 0 {
            classes.append(nodes[node].label)
            node = nodes[node].parent
        }
        return classes.reversed()
    }
}
