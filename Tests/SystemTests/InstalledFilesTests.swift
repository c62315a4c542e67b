import Testing

@testable import System

@Suite("The folders of installed files")
struct InstalledFilesTests {
    private static func folders(of program: String?, where there: Set<String>) -> [String] {
        let files = InstalledFiles(program: program, exists: there.contains)
        return [files.share, files.configuration]
    }

    @Test("a program finds the files below the prefix that it is installed to", arguments: ["/usr/local", "/opt/inkd", "/home/a b/ink"])
    func prefixes(prefix: String) {
        let there: Set = ["\(prefix)/share/inkd", "\(prefix)/etc/inkd/inkd.yaml", "/usr/share/inkd", "/etc/inkd/inkd.yaml"]
        for program in ["bin/inkd", "bin/inkctl", "libexec/ibus-engine-inkd"] {
            #expect(Self.folders(of: "\(prefix)/\(program)", where: there) == ["\(prefix)/share/inkd", "\(prefix)/etc/inkd"])
        }
    }

    @Test("each folder is looked for by itself: below /usr/local are models, in /etc is the configuration")
    func separately() {
        let there: Set = ["/usr/local/share/inkd", "/etc/inkd/inkd.yaml"]
        #expect(Self.folders(of: "/usr/local/bin/inkd", where: there) == ["/usr/local/share/inkd", "/etc/inkd"])
        #expect(
            Self.folders(of: "/usr/local/bin/inkd", where: ["/usr/local/etc/inkd/inkd.yaml"]) == ["/usr/share/inkd", "/usr/local/etc/inkd"])
        // a folder that is there for another reason holds no configuration
        #expect(Self.folders(of: "/opt/x/bin/inkd", where: ["/opt/x/etc/inkd"]) == ["/usr/share/inkd", "/etc/inkd"])
    }

    @Test("what lies in /usr has its configuration in /etc")
    func system() {
        #expect(
            Self.folders(of: "/usr/bin/inkd", where: ["/usr/share/inkd", "/usr/etc/inkd/inkd.yaml"]) == ["/usr/share/inkd", "/etc/inkd"])
    }

    @Test(
        "a program in a build folder, and one whose place is not known, use the system's",
        arguments: ["/home/me/inkd/.build/release/inkd", "/inkd", "/bin/inkd", "inkd", "bin/../inkd", "/", "", nil])
    func elsewhere(program: String?) {
        #expect(Self.folders(of: program, where: []) == ["/usr/share/inkd", "/etc/inkd"])
        #expect(Self.folders(of: program, where: ["/share/inkd", "/etc/inkd/inkd.yaml"]) == ["/usr/share/inkd", "/etc/inkd"])
    }

    @Test("tests run from a build folder")
    func own() { #expect(InstalledFiles.own == .system) }
}
