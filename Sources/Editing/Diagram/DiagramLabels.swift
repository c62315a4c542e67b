internal import Ink

/// The text of a diagram, grouped by position. Text in a node is the node's label, and text near a connection is the connection's label.
struct DiagramLabels {
    private(set) var labels: [DiagramLabel] = []

    /// - Parameter writing: the strokes of text, in drawing order.
    init(_ writing: [DiagramTrace], _ nodes: [DiagramNode], _ connectors: [DiagramConnector]) {
        let owners = writing.map { Self.node(around: $0.box, nodes) }
        let isContainer = nodes.map { outer in nodes.contains { $0.area < outer.area && outer.outline.contains($0.box.middle) } }
        var groups = Groups(owners)
        // all text in a node is one label
        var firstIn: [Int: Int] = [:]
        for (index, owner) in owners.enumerated() {
            guard let owner, !isContainer[owner] else { continue }
            if let first = firstIn[owner] { groups.unite(first, index) } else { firstIn[owner] = index }
        }
        // nearest first, so that text between two labels joins the nearer one
        var pairs: [(gap: Double, a: Int, b: Int)] = []
        let order = writing.indices.sorted { (writing[$0].box.x, $0) < (writing[$1].box.x, $1) }
        for (place, a) in order.enumerated() {
            for b in order[(place + 1)...] {
                if writing[b].box.x - Self.reach(writing[a].box) - writing[a].box.right > Self.farthest { continue }
                guard let gap = Self.gap(writing[a].box, writing[b].box) else { continue }
                pairs.append((gap, min(a, b), max(a, b)))
            }
        }
        for pair in pairs.sorted(by: { ($0.gap, $0.a, $0.b) < ($1.gap, $1.a, $1.b) }) { groups.unite(pair.a, pair.b) }
        var members: [Int: [Int]] = [:]
        for index in writing.indices { members[groups.root(index), default: []].append(index) }
        var labeled: Set<Int> = []
        let boxes = members.mapValues { list in list.dropFirst().reduce(writing[list[0]].box) { $0.union(writing[$1].box) } }
        // in a node that contains other nodes, the topmost group is its label
        for root in members.keys.sorted(by: { (boxes[$0]?.y ?? 0, $0) < (boxes[$1]?.y ?? 0, $1) }) {
            guard let list = members[root], let box = boxes[root] else { continue }
            var label = DiagramLabel(strokes: list.map { writing[$0].id }.sorted(), owner: nil)
            if let node = groups.owner(root), labeled.insert(node).inserted {
                label.owner = .node(node)
            } else if let connector = Self.connector(near: box, connectors) {
                label.owner = .connector(connector)
            }
            labels.append(label)
        }
        labels.sort { ($0.strokes.first?.value ?? 0) < ($1.strokes.first?.value ?? 0) }
    }

    /// Returns the node or connection that a typeset text labels; nil for a separate text.
    static func owner(of box: Box, _ nodes: [DiagramNode], _ connectors: [DiagramConnector]) -> DiagramLabel.Owner? {
        node(around: box, nodes).map { .node($0) } ?? connector(near: box, connectors).map { .connector($0) }
    }

    /// Returns the innermost node that contains the center of a box.
    private static func node(around box: Box, _ nodes: [DiagramNode]) -> Int? {
        nodes.indices.filter { nodes[$0].box.intersects(box) && nodes[$0].outline.contains(box.middle) }
            .min { (nodes[$0].area, $0) < (nodes[$1].area, $1) }
    }

    /// Returns the nearest connection within about one text height of a box; nil if all connections are farther away.
    private static func connector(near box: Box, _ connectors: [DiagramConnector]) -> Int? {
        let reach = max(3, min(7, 1.2 * box.height))
        let near = connectors.indices.compactMap { index -> (index: Int, distance: Double)? in
            guard connectors[index].course.box.gap(to: box) <= reach else { return nil }
            let distance = connectors[index].course.path.map { box.gap(to: Box(x: $0.x, y: $0.y, width: 0, height: 0)) }.min() ?? .infinity
            return distance <= reach ? (index, distance) : nil
        }
        return near.min { ($0.distance, $0.index) < ($1.distance, $1.index) }?.index
    }

    /// Returns the distance between two strokes of a label; nil if the strokes are too far apart for one label. The maximum distance along
    /// the line is a word space. Between lines it is smaller.
    private static func gap(_ a: Box, _ b: Box) -> Double? {
        let height = min(farthest, max(3, min(reach(a), reach(b)) > 3 ? min(reach(a), reach(b)) : max(reach(a), reach(b))))
        let across = max(0, a.x - b.right, b.x - a.right)
        let down = max(0, a.y - b.bottom, b.y - a.bottom)
        guard across <= 1.3 * height, down <= 0.8 * height else { return nil }
        return Point(x: across, y: down).length
    }

    private static func reach(_ box: Box) -> Double { min(farthest, box.height) }
    /// The maximum stroke height, in millimeters, for computing the allowed gap within a label: 1.3 heights horizontally, 0.8 vertically.
    private static let farthest = 8.0

    /// Disjoint sets of strokes, each with at most one node (union-find).
    private struct Groups {
        private var parents: [Int]
        private var owners: [Int?]

        init(_ owners: [Int?]) {
            parents = Array(owners.indices)
            self.owners = owners
        }

        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index { index = parents[index] }
            return index
        }

        func owner(_ root: Int) -> Int? { owners[root] }

        mutating func unite(_ a: Int, _ b: Int) {
            let (a, b) = (root(a), root(b))
            guard a != b, owners[a] == nil || owners[b] == nil || owners[a] == owners[b] else { return }
            let (low, high) = (min(a, b), max(a, b))
            parents[high] = low
            owners[low] = owners[a] ?? owners[b]
        }
    }
}
