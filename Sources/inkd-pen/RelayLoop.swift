internal import CLinux
internal import Evdev
internal import Glibc
internal import Ink
internal import PenRelay
internal import System
internal import Tablet

/// Relays a pen: reads its node, and writes to the twin and to inkd.
///
/// Nothing changes for programs until inkd has sent settings. Only then the twin is made, and all rights that relaying does not need are
/// given up. The pen is grabbed as long as inkd is connected. The pen is grabbed or released only while no tool is near, because a desktop
/// that has seen a tool come must also see it leave. Without the grab, programs read the pen itself, and nothing is relayed.
final class RelayLoop {
    /// Microseconds until a refused grab is tried again.
    private static let grabPause: Int64 = 250_000
    /// The microseconds that programs have to open a new twin, because they would not receive earlier frames.
    private static let openingTime: Int64 = 1_000_000

    private let pen: EvdevDevice
    private let plan: TwinDescription
    private var twin: VirtualDevice?
    private var link: RelayLink
    private var decision: ContactDecision
    private var frames = TwinFrames()
    /// The whole state of the pen, for inkd.
    private var state = Frame()
    private var isGrabbed = false
    /// Whether inkd has sent settings on this connection.
    private var isDirected = false
    private var nextGrab = Instant(microseconds: 0)
    /// The time at which programs are assumed to have opened the twin.
    private var openingEnd = Instant(microseconds: 0)
    private var wasRefused = false

    /// Opens the pen.
    init(node: String, socket: String) throws(RelayError) {
        do throws(TabletError) {
            pen = try EvdevDevice(node: node) { Self.log($0) }
        } catch {
            throw .device(error)
        }
        let description = pen.description
        guard !TwinDescription.isTwin(phys: description.phys) else { throw .twin(node: node) }
        guard PenTracker.hasPenKey(description.keys), Key.typed(among: description.keys).isEmpty else { throw .notAPen(node: node) }
        plan = TwinDescription(of: description, otherCodes: pen.otherCodes)
        decision = ContactDecision(description)
        link = RelayLink(path: socket, device: pen.number)
        state.events.reserveCapacity(256)
    }

    /// Makes the twin and gives up all rights that relaying does not need; does nothing the second time.
    private func equip(at now: Instant) throws(RelayError) {
        guard twin == nil else { return }
        do throws(TabletError) {
            let made = try VirtualDevice(plan.device, otherCodes: plan.otherCodes, phys: plan.device.phys)
            twin = made
            Self.log("\(plan.device.name): the virtual pen is \(made.node ?? "there")")
        } catch {
            throw .device(error)
        }
        openingEnd = now.advanced(byMicroseconds: Self.openingTime)
        guard inkd_confine_relay() == 0 else { throw .sandbox(errno: errno) }
    }

    /// Relays the pen until the pen is unplugged.
    func run() throws(RelayError) {
        var requests = [pollfd(fd: pen.fileDescriptor, events: Int16(POLLIN), revents: 0), pollfd()]
        var outcome = ReadOutcome.drained
        while true {
            let now = Self.now
            link.connect(at: now)
            settleGrab(at: now)
            requests[1] = pollfd(fd: link.fileDescriptor, events: Int16(link.isStalled ? POLLIN | POLLOUT : POLLIN), revents: 0)
            let count = poll(&requests, 2, outcome == .more ? 0 : timeout(at: now))
            guard count >= 0 || errno == EINTR else { throw .waiting(errno: errno) }
            guard count >= 0 else { continue }
            if outcome == .more || requests[0].revents != 0 {
                outcome = pen.readFrames { relay($0) }
                if outcome == .gone { return end() }
            }
            let time = Self.now
            apply { $0.elapse(to: time, into: &$1) }
            if requests[1].revents & Int16(POLLOUT) != 0 { resume(at: time) }
            if requests[1].revents & ~Int16(POLLOUT) != 0 { try receive(at: time) }
        }
    }

    /// Returns the milliseconds until the next deadline; -1 without one.
    private func timeout(at now: Instant) -> Int32 {
        let never = Instant(microseconds: .max)
        let grab = isDirected != isGrabbed && !decision.isNear ? nextGrab : never
        let due = min(decision.deadline ?? never, link.nextAttempt ?? never, grab)
        guard due < never else { return -1 }
        return Int32(clamping: max(0, due.since(now) / 1000 + 1))
    }

    // MARK: The pen

    private func relay(_ frame: Frame) {
        guard isGrabbed else { return decision.observe(frame) }
        let step = decide { $0.process(frame, into: &$1) }
        report(step, frame)
    }

    /// Passes an input to the decision, and writes the frames of the twin.
    private func decide(_ body: (inout ContactDecision, inout TwinFrames) -> DecisionStep) -> DecisionStep {
        frames.removeAll()
        let step = body(&decision, &frames)
        guard let twin, !frames.events.isEmpty else { return step }
        do throws(TabletError) {
            try twin.write(frames.events)
        } catch {
            Self.log("\(error)")
        }
        return step
    }

    /// Passes an input other than a frame to the decision, and reports the verdict.
    private func apply(_ body: (inout ContactDecision, inout TwinFrames) -> DecisionStep) { report(decide(body), nil) }

    private func report(_ step: DecisionStep, _ frame: Frame?) {
        guard isGrabbed, isDirected, !link.isStalled else { return }
        if let verdict = step.verdict, !link.send(.verdict(verdict), at: verdict.began) { return stall() }
        if let frame, !link.send(frame, step.status) { stall() }
    }

    /// Stops reporting to inkd, which has no room for frames: all contacts point until inkd has room again.
    private func stall() { _ = decide { $0.setReporting(false, into: &$1) } }

    /// Resumes the reports, because inkd has room again. The first frame has the whole state.
    private func resume(at now: Instant) {
        link.resume()
        guard isGrabbed, isDirected else { return }
        sendState(at: now)
        guard !link.isStalled else { return }
        _ = decide { $0.setReporting(true, into: &$1) }
    }

    private func sendState(at now: Instant) {
        state.time = now
        let status = decision.copyState(into: &state)
        _ = link.send(state, status, isComplete: true)
    }

    /// Handles the removal of the pen: releases all keys of the twin, which disappears with this process.
    private func end() {
        if isGrabbed { apply { $0.end(into: &$1) } }
        Self.log("the pen is gone")
    }

    // MARK: The grab

    /// Grabs or releases the pen, if a change is due and no tool is near.
    private func settleGrab(at now: Instant) {
        guard isDirected != isGrabbed, !decision.isNear, now >= nextGrab else { return }
        do throws(TabletError) {
            try pen.grab(isDirected, ofSilentPen: false)
        } catch .penIsNear {
            // the frames of the tool are about to be read
            nextGrab = now.advanced(byMicroseconds: 10_000)
            return
        } catch {
            nextGrab = now.advanced(byMicroseconds: Self.grabPause)
            if !wasRefused { Self.log("\(error)") }
            wasRefused = true
            // inkd may have grabbed the pen; when it has released the pen, it sends the settings again
            reportGrab(at: now)
            return
        }
        wasRefused = false
        if isDirected {
            isGrabbed = true
            _ = decide { decision, frames in
                decision.begin(into: &frames)
                return DecisionStep()
            }
        } else {
            apply { $0.end(into: &$1) }
            isGrabbed = false
        }
        reportGrab(at: now)
    }

    private func reportGrab(at now: Instant) {
        guard isDirected, link.isConnected else { return }
        guard link.send(.grab(isGrabbed: isGrabbed), at: now) else { return stall() }
        if isGrabbed { sendState(at: now) }
    }

    // MARK: inkd

    private func receive(at now: Instant) throws(RelayError) {
        // inkd sends a few messages at a time; after 16, the frames of the pen are read first
        for _ in 0..<16 {
            switch link.receive() {
            case .empty: return
            case .ended: return disconnect(at: now)
            case .invalid(.unknownKind): continue
            case .invalid(let error): Self.log("a message of inkd is invalid: \(error)")
            case .message(.settings(let settings)): try direct(settings, at: now)
            case .message(.fields(let fields)): apply { $0.apply(fields, into: &$1) }
            case .message(.committed): decision.inkWasCommitted()
            }
        }
    }

    private func direct(_ settings: RelaySettings, at now: Instant) throws(RelayError) {
        let isFirst = !isDirected
        try equip(at: now)
        if !isGrabbed { nextGrab = max(now, openingEnd) }
        isDirected = true
        apply { $0.apply(settings, into: &$1) }
        // the pen may still be grabbed since an earlier connection; otherwise the grab is reported when it succeeds or is refused
        if isFirst, isGrabbed { reportGrab(at: now) }
    }

    private func disconnect(at now: Instant) {
        link.close(at: now)
        isDirected = false
        nextGrab = now
        _ = decide { decision, frames in
            decision.disconnect(into: &frames)
            return DecisionStep()
        }
    }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Writes a line to the journal. The line never contains a position of the pen.
    private static func log(_ message: String) { StandardError.writeLine("inkd-pen: \(message)") }
}
