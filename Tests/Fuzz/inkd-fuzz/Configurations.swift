import Evdev
import Foundation

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension FuzzTarget {
    /// A file of quirks.
    static let quirks = FuzzTarget("quirks") { bytes in
        let folder = WorkFile.folder + "/quirks"
        mkdir(folder, 0o700)
        guard (try? WorkFile(folder + "/a.yaml").write(bytes)) != nil else { return }
        guard let rules = try? QuirkFiles.read(folders: [folder]) else { return }
        let quirks = rules.quirks(vendor: 0x056a, product: 0x0357, name: "Wacom Intuos Pro M Pen", as: .pen)
        demand(quirks.size.map { (10...3000).contains($0.width) && (10...3000).contains($0.height) } != false, "a size")
    }

    /// A file of settings.
    static let configuration = FuzzTarget("configuration") { bytes in
        let file = WorkFile(WorkFile.folder + "/inkd.yaml")
        guard (try? file.write(bytes)) != nil else { return }
        guard let settings = try? SettingsLoader(path: file.path, environment: [:]).load() else { return }
        demand(settings.devicesTipUp <= settings.devicesTipDown, "a tip leaves before it touches")
    }
}
