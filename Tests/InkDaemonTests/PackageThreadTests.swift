import Editing
import Glibc
import InkClient
import InkProtocol
import InkStore
import Synchronization
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A user's packages thread")
    struct PackageThreadTests {
        private static let user: UInt32 = 1000
        private static let key = PackageKey(user: user, name: "notes")

        private func stores(in folder: TemporaryFolder) -> PackageStores {
            let path = folder.path
            return PackageStores(
                folders: PackageFolders(state: path + "/state", temporary: "", runtime: path + "/runtime"), quotas: Quotas())
        }

        @Test("ends with its user's last connection, and begins anew with the next one")
        func endsWithUser() throws {
            let daemon = try RunningDaemon()
            for round in 0..<3 {
                try daemon.wait("an end of the thread") { $0.shared.packages.users.isEmpty }
                let client = try daemon.connect()
                try client.openPackage("a", round == 0 ? .createNew : .existing)
                _ = try client.createPart("Drawing", in: "a")
                #expect(try client.savePackage("a").parts == round + 1)
                try client.closePackage("a")
                #expect(try daemon.onLoop { $0.shared.packages.users } == [getuid()])
            }
            try daemon.wait("an end of the thread") { $0.shared.packages.users.isEmpty }
        }

        @Test("stays while a package is open that nobody uses just now")
        func staysForParked() throws {
            let daemon = try RunningDaemon()
            do {
                let client = try daemon.connect()
                try client.openPackage("a", .createNew)
            }
            try daemon.wait("an end of the workspace") { $0.parts.workspaces.all.isEmpty }
            let again = try daemon.connect()
            #expect(try again.packages().map(\.open) == [true])
            #expect(try daemon.onLoop { $0.shared.packages.users } == [getuid()])
            try again.closePackage("a", discardingChanges: true)
        }

        @Test("does everything once and in order, however often it ends meanwhile")
        func order() throws {
            let folder = try TemporaryFolder()
            let stores = stores(in: folder)
            let done = Mutex<[Int]>([])
            let isBusy = Atomic(false)
            let isOver = Atomic(false)
            let others = try (0..<2).map { _ in
                try Thread {
                    while !isOver.load(ordering: .relaxed) {
                        stores.letGo(of: Self.user)
                        // a queue that grows faster than it is worked off would not be empty when `finish` has waited long enough
                        usleep(20)
                    }
                }
            }
            let count = 5000
            for number in 0..<count {
                try stores.perform(of: Self.user) { _ in
                    let wasBusy = isBusy.exchange(true, ordering: .acquiringAndReleasing)
                    #expect(!wasBusy, "two threads at once")
                    done.withLock { $0.append(number) }
                    isBusy.store(false, ordering: .releasing)
                }
                // now and then it has nothing more to do
                if number % 10 == 0 { usleep(50) }
            }
            isOver.store(true, ordering: .relaxed)
            for thread in others { thread.join() }
            stores.finish()
            #expect(done.withLock { $0 } == Array(0..<count))
        }

        @Test("what was written before it ended is there afterwards")
        func writes() async throws {
            let folder = try TemporaryFolder()
            let stores = stores(in: folder)
            for round in 1...100 {
                let parts = try await stores.run(of: Self.user) { shelf in
                    let package = try shelf.open(Self.key, .create)
                    _ = try package.createPart(.drawing)
                    try package.save()
                    let parts = package.parts.count
                    try shelf.close(Self.key, discardingChanges: false)
                    return parts
                }
                #expect(parts == round)
                stores.letGo(of: Self.user)
            }
            stores.finish()
        }
    }
}
