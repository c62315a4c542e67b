import InkProtocol
import Testing

@testable import InputMethod

@Suite struct FieldReportTests {
    private typealias Fields = [TextInputInterface.Field]

    /// A report with its outputs.
    private struct Reporter {
        private(set) var report: FieldReport
        var now: Duration = .zero
        private(set) var searches = 0
        private(set) var reports: [(fields: Fields, tablets: [TextInputInterface.TabletMapping])] = []
        private(set) var isFollowing = false

        init(_ configuration: FieldReport.Configuration = .init()) {
            report = FieldReport(configuration: configuration)
            handle(.connected)
        }

        mutating func handle(_ input: FieldReport.Input) { perform(report.handle(input, at: now)) }

        /// Lets time pass, in the steps of the deadlines.
        mutating func wait(_ time: Duration) {
            let end = now + time
            while let deadline = report.nextDeadline, deadline <= end, deadline > now || searches < 100 {
                now = max(now, deadline)
                let before = report.nextDeadline
                perform(report.tick(at: now))
                if report.nextDeadline == before { break }
            }
            now = end
            perform(report.tick(at: now))
        }

        private mutating func perform(_ outputs: [FieldReport.Output]) {
            for output in outputs {
                switch output {
                case .search: searches += 1
                case .followContent(let isFollowed): isFollowing = isFollowed
                case .report(let fields, let tablets, _): reports.append((fields, tablets))
                }
            }
        }

        var fields: Fields { reports.last?.fields ?? [] }
    }

    private static let process = 42
    private static let place = PixelRectangle(x: 10, y: 20, width: 300, height: 30)
    private static let window = FocusedWindow(
        place: .init(x: 100, y: 50, width: 800, height: 600), shadowLeft: 26, shadowTop: 23, process: process)

    private func found(
        _ places: [PixelRectangle] = [place], origin: WindowFields.Origin = .screen, process: Int? = process, isIncomplete: Bool = false
    ) -> WindowFields {
        .init(
            origin: origin, fields: places.map { .init(place: $0, hasFocus: false, isSecret: false) }, process: process,
            isIncomplete: isIncomplete)
    }

    private func field(_ x: Double, _ y: Double, _ width: Double, _ height: Double, focused: Bool = false) -> TextInputInterface.Field {
        .init(x: x, y: y, width: width, height: height, focused: focused, secret: false)
    }

    @Test func `Without a pen applications are not asked, and inkd receives nothing`() {
        var reporter = Reporter()
        reporter.handle(.field(acceptsInk: true))
        reporter.handle(.focusMoved)
        reporter.handle(.contentMoved)
        reporter.handle(.desktop(Self.window, []))
        reporter.wait(.seconds(10))
        #expect(reporter.searches == 0 && reporter.reports.isEmpty && !reporter.isFollowing)
    }

    @Test func `A pen that comes near starts a search at once, and its result is reported once`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        #expect(reporter.searches == 1 && reporter.isFollowing)
        reporter.handle(.found(found()))
        reporter.handle(.found(found()))
        #expect(reporter.reports.count == 1 && reporter.fields == [field(10, 20, 300, 30)])
        reporter.handle(.pen(isNear: false))
        #expect(!reporter.isFollowing)
    }

    @Test func `A pen that has left a moment ago is expected back: the next window is searched before it returns`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.found(found()))
        reporter.handle(.pen(isNear: false))
        reporter.wait(.seconds(20))
        reporter.handle(.focusMoved)
        reporter.wait(.milliseconds(60))
        #expect(reporter.searches == 2)
        reporter.handle(.found(found([.init(x: 1, y: 2, width: 3, height: 4)])))
        #expect(reporter.fields == [field(1, 2, 3, 4)])
        reporter.wait(.seconds(60))
        #expect(reporter.fields.isEmpty && reporter.reports.count == 3)
        reporter.handle(.focusMoved)
        reporter.wait(.seconds(1))
        #expect(reporter.searches == 2)
    }

    @Test func `While the pen is near, the window is searched again each second, less often if the application is slow`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.found(found()))
        reporter.wait(.milliseconds(1100))
        #expect(reporter.searches == 2)
        // the search takes half a second: the next one follows after five
        reporter.wait(.milliseconds(400))
        reporter.handle(.found(found([.init(x: 1, y: 2, width: 3, height: 4)])))
        #expect(reporter.fields == [field(1, 2, 3, 4)])
        reporter.wait(.milliseconds(4900))
        #expect(reporter.searches == 2)
        reporter.wait(.milliseconds(200))
        #expect(reporter.searches == 3)
        reporter.handle(.found(found()))
        reporter.handle(.pen(isNear: false))
        reporter.wait(.seconds(30))
        #expect(reporter.searches == 3)
    }

    @Test func `A window that scrolls all the time is searched at intervals, one search at a time`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        for _ in 0..<100 {
            reporter.handle(.contentMoved)
            reporter.wait(.milliseconds(10))
        }
        // the first search is not over
        #expect(reporter.searches == 1)
        reporter.handle(.found(found()))
        for _ in 0..<100 {
            reporter.handle(.contentMoved)
            reporter.wait(.milliseconds(10))
            reporter.handle(.found(found()))
        }
        #expect((6...8).contains(reporter.searches))
    }

    @Test func `Coordinates of a window or its surface are moved to the screen, and fields beyond the window's edges are cut off`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.desktop(Self.window, []))
        reporter.handle(.found(found(origin: .window)))
        #expect(reporter.fields == [field(110, 70, 300, 30)])
        reporter.handle(.found(found(origin: .surface)))
        #expect(reporter.fields == [field(100, 50, 284, 27)])
        reporter.handle(.found(found([.init(x: 850, y: 600, width: 300, height: 300), .init(x: 0, y: 0, width: 99, height: 49)])))
        #expect(reporter.fields == [field(850, 600, 50, 50)])
    }

    @Test func `Window coordinates without a window's place are unknown`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.found(found(origin: .window)))
        #expect(reporter.fields.isEmpty)
    }

    @Test func `A window that another process has the keys of is none`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.desktop(Self.window, []))
        reporter.handle(.found(found([.init(x: 110, y: 60, width: 9, height: 9)], process: 7)))
        #expect(reporter.fields.isEmpty)
        reporter.handle(.found(found([.init(x: 110, y: 60, width: 9, height: 9)], process: nil)))
        #expect(reporter.fields == [field(110, 60, 9, 9)])
    }

    @Test func `In a sandbox the title identifies the window`() {
        var reporter = Reporter()
        var window = Self.window
        window.title = "Letter"
        reporter.handle(.pen(isNear: true))
        reporter.handle(.desktop(window, []))
        var result = found([.init(x: 110, y: 60, width: 9, height: 9)], process: 7)
        result.title = "Letter"
        reporter.handle(.found(result))
        #expect(reporter.fields == [field(110, 60, 9, 9)])
    }

    @Test func `A window that moves is searched again`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.desktop(Self.window, []))
        reporter.handle(.found(found()))
        reporter.wait(.milliseconds(900))
        #expect(reporter.searches == 1)
        var moved = Self.window
        moved.place.x += 5
        reporter.handle(.desktop(moved, []))
        reporter.wait(.seconds(1))
        #expect(reporter.searches == 2)
    }

    @Test func `A window whose objects are still being built is not one field meanwhile`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.field(acceptsInk: true))
        reporter.handle(.desktop(Self.window, []))
        for _ in 0..<3 {
            reporter.handle(.found(found([], isIncomplete: true)))
            #expect(reporter.fields.isEmpty)
            reporter.wait(.seconds(1))
        }
        reporter.handle(.found(found([], isIncomplete: true)))
        #expect(reporter.fields == [field(100, 50, 800, 600, focused: true)])
    }

    @Test func `Without accessibility the window is one field while an input method has a field in it, and else the caret`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.found(nil))
        #expect(reporter.fields.isEmpty)
        reporter.handle(.field(acceptsInk: true))
        reporter.handle(.caret(.init(x: 5, y: 6, width: 0, height: 18)))
        #expect(reporter.fields == [field(5, 6, 1, 18, focused: true)])
        reporter.handle(.desktop(Self.window, []))
        #expect(reporter.fields == [field(100, 50, 800, 600, focused: true)])
        reporter.handle(.field(acceptsInk: false))
        #expect(reporter.fields.isEmpty)
        reporter.handle(.field(acceptsInk: nil))
        #expect(reporter.fields.isEmpty)
    }

    @Test func `A window to paint on has no fields`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.desktop(Self.window, []))
        reporter.handle(.found(found([])))
        #expect(reporter.reports.allSatisfy { $0.fields.isEmpty })
    }

    @Test func `An incomplete result is used, and the search repeated three times`() {
        var configuration = FieldReport.Configuration()
        configuration.refresh = .seconds(100)
        var reporter = Reporter(configuration)
        reporter.handle(.pen(isNear: true))
        for _ in 0..<10 {
            reporter.handle(.found(found(isIncomplete: true)))
            reporter.wait(.seconds(1))
        }
        #expect(reporter.searches == 4 && reporter.fields == [field(10, 20, 300, 30)])
    }

    @Test func `A field within a field is a part of it, unless it is a password box`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        var result = found([.init(x: 0, y: 0, width: 10, height: 10), .init(x: 0, y: 0, width: 100, height: 100)])
        result.fields[0].hasFocus = true
        result.fields.append(.init(place: .init(x: 20, y: 20, width: 10, height: 10), hasFocus: false, isSecret: true))
        result.fields.append(.init(place: .init(x: 21, y: 21, width: 8, height: 8), hasFocus: false, isSecret: false))
        reporter.handle(.found(result))
        #expect(
            reporter.fields == [
                field(0, 0, 100, 100, focused: true), .init(x: 20, y: 20, width: 10, height: 10, focused: false, secret: true),
            ])
    }

    @Test func `At most 256 fields are reported`() {
        var reporter = Reporter()
        reporter.handle(.pen(isNear: true))
        reporter.handle(.found(found((0..<300).map { .init(x: Double($0) * 10, y: 0, width: 9, height: 9) })))
        #expect(reporter.fields.count == 256)
    }

    @Test func `The mapping of tablets is reported without a pen, and all again to an inkd that has restarted`() {
        var reporter = Reporter()
        let tablet = TextInputInterface.TabletMapping(vendor: 1, product: 2, matrix: [1, 0, 0, 0, 1, 0])
        reporter.handle(.desktop(nil, [tablet]))
        #expect(reporter.reports.count == 1 && reporter.reports.last?.tablets == [tablet])
        reporter.handle(.connected)
        #expect(reporter.reports.count == 2)
    }
}
