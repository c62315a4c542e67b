import Foundation
import System
import Testing

@Suite("Packages of languages")
struct LanguagePackageTests {
    @Test(
        "a tag has the package of its language",
        arguments: [
            ("de", "inkd-models-de"), ("de-CH", "inkd-models-de"), ("PT-br", "inkd-models-pt"), ("el-GR", "inkd-models-el"), ("en", nil),
            ("tlh", nil), ("", nil),
            ("d", nil),
            ("de-x-own", nil), ("x-de", nil), ("mul-Latn", nil),
        ])
    func name(tag: String, package: String?) { #expect(LanguagePackage.name(for: tag) == package) }

    @Test(
        "a locale has a language, but for C",
        arguments: [
            ("de_CH.UTF-8", "de-CH"), ("sv", "sv"), ("ca_ES@valencia", "ca-ES"), ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil),
        ])
    func locale(locale: String, tag: String?) { #expect(LanguagePackage.tag(ofLocale: locale) == tag) }

    /// Folders of this source tree.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    @Test("the packages are those that debian/control has, and each brings its language's file")
    func packages() throws {
        let control = try String(contentsOfFile: Self.root + "/debian/control", encoding: .utf8)
        let names = control.split(separator: "\n").filter { $0.hasPrefix("Package: inkd-models-") }.map { $0.dropFirst("Package: ".count) }
        #expect(
            Set(names.map(String.init))
                == Set(
                    LanguagePackage.languages.compactMap(LanguagePackage.name(for:))
                        + LanguagePackage.characterLanguages.compactMap(LanguagePackage.characterPackage(for:))
                        + ["inkd-models-cyrillic", "inkd-models-latin", "inkd-models-symbols"]))
        for language in LanguagePackage.languages {
            let list = try String(contentsOfFile: Self.root + "/debian/inkd-models-\(language).install", encoding: .utf8)
            #expect(list.split(separator: "\n").contains("usr/share/inkd/models/language/\(language).safetensors"))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/models/language")
        #expect(Set(files) == Set((LanguagePackage.languages + ["en"]).map { $0 + ".safetensors" }))
    }
}
