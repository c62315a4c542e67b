internal import ArgumentParser

/// `inkctl packages`: what is written and kept.
struct PackagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "packages",
        abstract: "Lists, makes, saves and deletes packages, and the parts in them.",
        discussion: """
            A package is a notebook: parts, each of one type, and what is noted of them. It \
            has a name and no path; inkd keeps it. Each user has their own. A command opens \
            the package it is about, and saves and closes it again; one that a program has \
            open stays open, and unsaved.

            Examples:
              inkctl packages create notes --part Text   a package with one part
              inkctl packages list                       those that there are
              inkctl packages parts notes                what is in one
              inkctl write notes words.jsonl             write into it
              inkctl export notes 0 --to page.svg        get it out again
            """,
        subcommands: [
            PackagesListCommand.self, PackagesCreateCommand.self, PackagesSaveCommand.self, PackagesCloseCommand.self,
            PackagesDeleteCommand.self, PackagesPartsCommand.self, PackagesAddCommand.self, PackagesCloneCommand.self,
            PackagesMoveCommand.self, PackagesRemoveCommand.self, PackagesMetadataCommand.self,
        ])
}
