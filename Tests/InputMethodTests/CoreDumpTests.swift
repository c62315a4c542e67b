import Glibc
import InputMethod
import Testing

@Suite("Core dumps")
struct CoreDumpTests {
    @Test("are forbidden for good, whether they go to a file or to a program")
    func forbidden() {
        CoreDumps.forbid()
        var limit = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0)
        #expect(limit.rlim_cur <= 1 && limit.rlim_max <= 1)
    }
}
