// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let histogram: Target.Dependency = .product(name: "Histogram", package: "hdrhistogram-swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

// the source tarball has the packages in it (packaging/dist.sh), so that it builds without a network
let isVendored = access("\(Context.packageDirectory)/vendor/packages.json", F_OK) == 0
let packages: [Package.Dependency] =
    isVendored
    ? [
        .package(path: "vendor/swift-argument-parser"),
        .package(path: "vendor/swift-log"),
        .package(path: "vendor/hdrhistogram-swift"),
    ]
    : [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ]

let package = Package(
    name: "inkd",
    products: [
        .executable(name: "inkd", targets: ["inkd"]),
        .executable(name: "inkctl", targets: ["inkctl"]),
        .library(name: "InkClient", targets: ["InkClient"]),
    ],
    dependencies: packages,
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CLibwacom", pkgConfig: "libwacom", providers: [.apt(["libwacom-dev"])]),
        .systemLibrary(name: "CLibsystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CX11", pkgConfig: "cairo-xlib", providers: [.apt(["libcairo2-dev", "libx11-dev", "libxext-dev", "libxrandr-dev"])]),
        .systemLibrary(name: "CXrandr", pkgConfig: "xrandr", providers: [.apt(["libx11-dev", "libxrandr-dev"])]),
        .systemLibrary(name: "CXinput", pkgConfig: "xi", providers: [.apt(["libx11-dev", "libxi-dev"])]),
        .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
        .systemLibrary(name: "CXkbcommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
        .systemLibrary(name: "CXtst", pkgConfig: "xtst", providers: [.apt(["libx11-dev", "libxtst-dev"])]),
        .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLibcurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibjpeg", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibmd", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CLibsodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // without optimization its loops take ten times as long, and with them the tests that read
        .target(name: "CNeural", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

        .target(name: "System", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "Compression", dependencies: ["System", "CLibarchive", "CLibmd", "CZlib"], swiftSettings: strict),
        .target(name: "XML", swiftSettings: strict),
        .target(name: "JSON", swiftSettings: strict),
        .target(name: "YAML", dependencies: ["CLibyaml"], swiftSettings: strict),
        .target(name: "Ink", swiftSettings: strict),
        .target(name: "Formula", dependencies: ["Ink", "XML"], swiftSettings: strict),
        .target(name: "Evdev", dependencies: ["Ink"], swiftSettings: strict),
        .target(name: "Tablet", dependencies: ["Ink", "Evdev", "System", "CLibevdev", "CLibudev", "CLibwacom"], swiftSettings: strict),
        .target(name: "PenRelay", dependencies: ["Ink", "Evdev"], swiftSettings: strict),
        .target(
            name: "PenLog", dependencies: ["Compression", "Evdev", "Ink", "JSON", "System", "XML", "YAML", "CLibxml2"],
            swiftSettings: strict),
        .target(name: "Recognition", dependencies: ["Compression", "Ink", "CNeural", "System"], swiftSettings: strict),
        .target(name: "ModelStore", dependencies: ["Ink", "Recognition", "System"], swiftSettings: strict),
        .target(
            name: "ModelRepository",
            dependencies: [
                "Compression", "ModelStore", "Recognition", "System", "Varlink", "YAML", "CLibcurl", "CLibsodium", "CLibsystemd",
            ],
            swiftSettings: strict),
        .target(name: "Editing", dependencies: ["Formula", "Ink"], swiftSettings: strict),
        .target(name: "Synthesis", dependencies: ["Ink", "System"], swiftSettings: strict),
        .target(name: "Practice", dependencies: ["Ink"], swiftSettings: strict),
        .target(name: "Reading", dependencies: ["Ink", "Editing", "Formula", "Recognition"], swiftSettings: strict),
        .target(name: "InkStore", dependencies: ["Ink", "Editing", "System", "CSQLite"], swiftSettings: strict),
        .target(
            name: "InkExport", dependencies: ["Ink", "Editing", "Formula", "JSON", "XML", "CCairo", "CLibarchive", "CLibjpeg"],
            swiftSettings: strict),
        .target(name: "Varlink", dependencies: ["JSON"], resources: [.embedInCode("Interfaces")], swiftSettings: strict),
        .executableTarget(name: "varlink-generate", dependencies: ["Varlink"], swiftSettings: strict),
        .target(
            name: "InkProtocol", dependencies: ["Ink", "Varlink"], resources: [.embedInCode("Interfaces")], swiftSettings: strict),
        .target(name: "InkClient", dependencies: ["Ink", "InkProtocol", "System"], swiftSettings: strict),
        .target(
            name: "InkCorpus", dependencies: ["Compression", "Evdev", "Ink", "PenLog", "System", "Tablet"], swiftSettings: strict),
        .target(
            name: "InkEvaluation",
            dependencies: ["Editing", "Formula", "Reading", "Ink", "InkCorpus", "JSON", "PenLog", "Recognition", "System"],
            swiftSettings: strict),
        .target(
            name: "InkReport",
            dependencies: ["Compression", "Ink", "InkCorpus", "InkEvaluation", "InkExport", "XML", "PenLog", "Recognition"],
            resources: [.embedInCode("Page")], swiftSettings: strict),
        .target(name: "InputMethod", dependencies: ["Ink", "InkClient", "InkProtocol", "System"], swiftSettings: strict),
        .target(
            name: "Displays",
            dependencies: ["DBus", "Ink", "InkProtocol", "InputMethod", "System", "Varlink", "CWayland", "CXinput", "CXrandr"],
            swiftSettings: strict),
        .target(name: "DBus", dependencies: ["System", "CLibsystemd"], swiftSettings: strict),
        .target(name: "Accessibility", dependencies: ["DBus", "InputMethod", "System"], swiftSettings: strict),
        .target(
            name: "InkWorkspace",
            dependencies: [
                "Compression", "Ink", "Evdev", "Tablet", "PenLog", "Recognition", "ModelStore", "Editing", "Formula", "Reading", "Practice",
                "InkStore", "InkExport", "InkProtocol", "Synthesis", "System", "Varlink", "YAML", logging,
            ],
            swiftSettings: strict),
        .target(
            name: "InkLoop",
            dependencies: [
                "InkWorkspace", "Editing", "Ink", "Evdev", "Tablet", "PenLog", "PenRelay", "Recognition", "ModelStore", "InkProtocol",
                "System", "CLibsystemd", "CLinux", logging,
            ],
            swiftSettings: strict),
        .target(
            name: "InkDaemon",
            dependencies: [
                "InkLoop", "InkWorkspace", "Ink", "Evdev", "Tablet", "ModelStore", "InkProtocol", "System", "YAML", logging,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd", dependencies: ["InkDaemon", "InkLoop", "InkProtocol", "InkWorkspace", argumentParser], swiftSettings: strict),
        .executableTarget(
            name: "inkctl",
            dependencies: [
                "Compression", "Editing", "Ink", "Evdev", "InkClient", "Reading", "InkCorpus", "InkEvaluation", "InkExport", "InkProtocol",
                "InkReport", "ModelRepository", "ModelStore", "PenLog", "PenRelay", "Recognition", "Synthesis", "System", "Tablet", "YAML",
                argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "ibus-engine-inkd",
            dependencies: [
                "Accessibility", "DBus", "Displays", "InputMethod", "InkClient", "InkProtocol", "System", "CLibsystemd", "CXtst",
                argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd-pen", dependencies: ["CLinux", "Evdev", "Ink", "InkProtocol", "PenRelay", "System", "Tablet", argumentParser],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd-overlay",
            dependencies: ["CLibsystemd", "CWayland", "CX11", "DBus", "Ink", "InkClient", "InkProtocol", "System", argumentParser],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd-settings", dependencies: ["CGtk4", "InkClient", "Ink", "InkProtocol", "System", argumentParser],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd-wlim",
            dependencies: [
                "Accessibility", "DBus", "Displays", "InputMethod", "InkClient", "InkProtocol", "System", "CXkbcommon", argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "inkd-fcitx5",
            dependencies: ["Accessibility", "DBus", "Displays", "InputMethod", "InkClient", "InkProtocol", "System", argumentParser],
            swiftSettings: strict),
        .target(name: "InkTestSupport", dependencies: ["Ink", "Evdev", "System", "Varlink"], swiftSettings: strict),
        .executableTarget(
            name: "ink-sample", dependencies: ["InkTestSupport", "PenLog", argumentParser], swiftSettings: strict),

        .target(name: "CBenchmark"),
        .executableTarget(
            name: "inkd-bench",
            dependencies: [
                "CBenchmark", "Ink", "Evdev", "InkDaemon", "InkLoop", "InkProtocol", "InkTestSupport", "InkWorkspace", "PenLog",
                "Recognition", "System", "Tablet", argumentParser, histogram, logging,
            ],
            swiftSettings: strict),

        .testTarget(name: "SystemTests", dependencies: ["System", "InkTestSupport"], swiftSettings: strict),
        .testTarget(name: "CompressionTests", dependencies: ["Compression", "InkTestSupport"], swiftSettings: strict),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: strict),
        .testTarget(name: "InkTests", dependencies: ["Ink", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TabletTests", dependencies: ["Ink", "Evdev", "Tablet", "InkTestSupport", "CLibevdev", "CLibudev"], swiftSettings: strict),
        .testTarget(name: "PenRelayTests", dependencies: ["Ink", "Evdev", "PenRelay", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PenLogTests", dependencies: ["Compression", "Ink", "Evdev", "Tablet", "PenLog", "System", "InkTestSupport"],
            swiftSettings: strict),
        .testTarget(name: "FormulaTests", dependencies: ["Formula", "XML", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ReadingTests",
            dependencies: ["Editing", "Formula", "Reading", "Ink", "InkCorpus", "InkTestSupport", "PenLog", "Recognition"],
            swiftSettings: strict),
        .testTarget(
            name: "RecognitionTests", dependencies: ["Ink", "CNeural", "Recognition", "System", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ModelStoreTests", dependencies: ["Compression", "Recognition", "ModelStore", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ModelRepositoryTests", dependencies: ["ModelRepository", "ModelStore", "InkTestSupport", "CLibsodium"],
            swiftSettings: strict),
        .testTarget(
            name: "EditingTests", dependencies: ["Ink", "Editing", "Formula", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SynthesisTests", dependencies: ["Ink", "InkEvaluation", "InkTestSupport", "Recognition", "Synthesis", "System"],
            swiftSettings: strict),
        .testTarget(name: "PracticeTests", dependencies: ["Ink", "Practice", "Synthesis", "System"], swiftSettings: strict),
        .testTarget(name: "InkStoreTests", dependencies: ["Ink", "Editing", "InkStore", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "InkExportTests",
            dependencies: ["Ink", "Editing", "Formula", "InkExport", "InkTestSupport", "XML", "CCairo"],
            swiftSettings: strict),
        .testTarget(name: "InkTestSupportTests", dependencies: ["Ink", "Evdev", "InkTestSupport"], swiftSettings: strict),
        .testTarget(name: "VarlinkTests", dependencies: ["JSON", "Varlink", "InkTestSupport"], swiftSettings: strict),
        .testTarget(name: "VarlinkGenerateTests", dependencies: ["Varlink", "varlink-generate"], swiftSettings: strict),
        .testTarget(
            name: "InkProtocolTests", dependencies: ["Ink", "InkProtocol", "Varlink", "InkTestSupport"], swiftSettings: strict),
        .testTarget(name: "InkClientTests", dependencies: ["Ink", "InkClient", "InkProtocol", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "InkDaemonTests",
            dependencies: [
                "Compression", "Ink", "Evdev", "Tablet", "PenLog", "ModelStore", "Editing", "Recognition", "InkProtocol", "InkClient",
                "InkDaemon", "InkLoop", "InkWorkspace", "InkTestSupport", "PenRelay", "System", "CLibevdev", "CLibsystemd", logging,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "InkCorpusTests", dependencies: ["Evdev", "Ink", "InkCorpus", "InkTestSupport", "PenLog"], swiftSettings: strict),
        .testTarget(
            name: "InkEvaluationTests",
            dependencies: ["Formula", "Reading", "Ink", "InkCorpus", "InkEvaluation", "InkProtocol", "InkTestSupport", "Recognition"],
            swiftSettings: strict),
        .testTarget(
            name: "InkReportTests",
            dependencies: ["Ink", "InkEvaluation", "InkExport", "InkReport", "XML", "PenLog", "Recognition"], swiftSettings: strict),
        .testTarget(
            name: "InkctlTests",
            dependencies: [
                "Ink", "Evdev", "InkClient", "InkCorpus", "InkEvaluation", "InkExport", "InkProtocol", "InkReport", "InkTestSupport",
                "ModelStore", "PenLog", "Recognition", "Synthesis", "inkctl", argumentParser,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "IBusEngineTests", dependencies: ["ibus-engine-inkd", "InputMethod", "InkProtocol"], swiftSettings: strict),
        .testTarget(
            name: "AccessibilityTests", dependencies: ["Accessibility", "DBus", "InputMethod", "CLibsystemd"], swiftSettings: strict),
        .testTarget(
            name: "DisplaysTests", dependencies: ["Displays", "Ink", "InkProtocol", "InputMethod", "System", "Varlink"],
            swiftSettings: strict),
        .testTarget(name: "InputMethodTests", dependencies: ["InputMethod", "InkProtocol", "InkTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "InkdOverlayTests", dependencies: ["inkd-overlay", "Ink", "InkProtocol"], swiftSettings: strict),
        .testTarget(
            name: "InkdPenTests", dependencies: ["inkd-pen", "Evdev", "Ink", "InkTestSupport", "PenRelay"], swiftSettings: strict),
        .testTarget(
            name: "InkdSettingsTests", dependencies: ["inkd-settings", "InkClient", "Ink", "InkProtocol"], swiftSettings: strict),
        .testTarget(
            name: "InkdWlimTests", dependencies: ["inkd-wlim", "InputMethod", "InkProtocol", "InkTestSupport", "System"],
            swiftSettings: strict),
        .testTarget(
            name: "InkdFcitx5Tests", dependencies: ["inkd-fcitx5", "InputMethod", "InkProtocol", "InkTestSupport"], swiftSettings: strict),
    ]
)

// The program of `make fuzz` is instrumented, and linked with libFuzzer: nothing else is built with it.
if Context.environment["INKD_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "inkd-fuzz",
            dependencies: [
                "Compression", "CCairo", "CLibFuzzer", "CLibevdev", "Editing", "Evdev", "Ink", "InkDaemon", "InkExport", "InkLoop", "JSON",
                "InkProtocol", "InkStore", "InkTestSupport", "InkWorkspace", "PenLog", "Recognition", "Tablet", "Varlink",
            ],
            path: "Tests/Fuzz/inkd-fuzz", swiftSettings: strict),
    ]
}

// `make check` builds and tests the modules that need no more of the system than libevdev, libudev and libwacom, and no package.
if Context.environment["INKD_CORE"] != nil {
    var pending: Set = [
        "EditingTests", "FormulaTests", "InkClientTests", "InkProtocolTests", "InkTests", "InputMethodTests", "PenRelayTests",
        "SystemTests", "TabletTests", "VarlinkGenerateTests", "VarlinkTests",
    ]
    var needed: Set<String> = []
    while let name = pending.popFirst() {
        needed.insert(name)
        for case .byNameItem(let dependency, _) in package.targets.first(where: { $0.name == name })?.dependencies ?? []
        where !needed.contains(dependency) {
            pending.insert(dependency)
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
    package.dependencies = []
}
