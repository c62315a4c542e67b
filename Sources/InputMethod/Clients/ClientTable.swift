/// The table of clients. The test named in a row covers its facts.
extension ClientProfile {
    /// All rows, in the order of the document.
    public static let all: [ClientProfile] = [
        gtkModule, gtk4OnX11, firefoxGTKModule, silentGTKModule, qtModule, gnomeShell, plasma, otherIBusClient,
        fcitx5, fcitx5Qt, fcitx5Silent,
        wayland, firefoxOnWayland, libreOfficeOnWayland, chromiumOnWayland, terminal,
    ]

    // MARK: IBus

    /// GTK's module for IBus.
    public static let gtkModule = ClientProfile(
        name: "GTK (IBus module)", summary: "Deletes text on request and commits the preedit when the focus moves.",
        recognition: .named, deletion: .byRequest, textReport: .whole, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .ifAsked, commitPreparation: .preedit, forwardedKeys: .printable,
        source: "IBus, client/gtk2/ibusimcontext.c (ibus_im_context_clear_preedit_text)",
        test: "PreeditCommitTests: The word that is pending goes into its field with the focus")

    /// GTK 4's module for IBus on X11.
    public static let gtk4OnX11 = gtkModule.renamed(
        "GTK 4 on X11 (IBus module)", "As GTK's module, but keys that print nothing are dropped, so they are sent by a virtual keyboard.",
        recognition: .observed, source: "github.com/libhangul/ibus-hangul/pull/113",
        test: "ChangingTests: No key deletes in IBus's GTK modules, where it would come behind the other word")

    /// Firefox and Thunderbird in GTK's module for IBus.
    public static let firefoxGTKModule = ClientProfile(
        name: "Firefox (GTK's IBus module)",
        summary: "Discards text that arrives after the focus has moved, and resets after each commit. "
            + "Stops reporting its text if it is asked for it without a preedit.",
        recognition: .named, deletion: .byRequest, textReport: .whole, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .ifAskedAtReset, commitPreparation: .preedit, forwardedKeys: .printable,
        source: "observed",
        test: "PreeditCommitTests: Where the focus goes without a reset, Firefox has not got it")

    /// GTK's IBus module with an unknown client, or with a client that does not report its text.
    public static let silentGTKModule = ClientProfile(
        name: "GTK (IBus module), without text",
        summary: "The client is unnamed, or reports no text, so the reason for a reset is unknown and the preedit counts as dropped.",
        recognition: .named, deletion: .byRequest, textReport: .never, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .never, commitPreparation: .preedit, forwardedKeys: .printable,
        source: "observed: IBus never names the client that has the focus when the engine is chosen",
        test: "ReopeningTests: stays shut where a key has moved the caret, and in a toolkit's module, which reports clicks")

    /// Qt's module for IBus.
    public static let qtModule = ClientProfile(
        name: "Qt (IBus)", summary: "Commits the preedit at each reset, in any mode, but not when its window loses the focus.",
        recognition: .named, deletion: .byRequestOrBackspace, textReport: .whole, preeditReport: .excluded, caretReport: .onChange,
        preeditCommit: .always, commitPreparation: .none, forwardedKeys: .all,
        source: "Qt, qibusplatforminputcontext.cpp (QIBusPlatformInputContext::commit)",
        test: "ParagraphTests: Text that Qt commits by itself at a click goes nowhere else")

    /// GNOME Shell, which serves the fields of all Wayland applications.
    public static let gnomeShell = ClientProfile(
        name: "GNOME Shell (mutter)",
        summary: "Commits the preedit at each reset, and reports the text afterwards. A commit replaces one that is not forwarded yet.",
        recognition: .named, deletion: .byRequestOrBackspace, textReport: .various, preeditReport: .possiblyIncluded,
        caretReport: .onChange, preeditCommit: .ifAskedAtAnyReset, commitPreparation: .none, earlierCommit: .replaced, forwardedKeys: .all,
        source: "mutter (clutter_input_focus_reset)",
        test: "LostCommitTests: A commit that GNOME Shell has lost is inserted again, once")

    /// IBus as the compositor's input method, on Plasma 6.
    public static let plasma = ClientProfile(
        name: "Plasma 6 (IBus as the Wayland input method)",
        summary: "Drops deletion requests, so Backspace deletes from the first word on.",
        recognition: .named, deletion: .byBackspace, textReport: .various, preeditReport: .possiblyIncluded, caretReport: .onChange,
        preeditCommit: .never, commitPreparation: .none, forwardedKeys: .all,
        source: "observed with IBus 1.5.32",
        test: "ChangingTests: Where the client passes no deletion on, keys delete from the first word on")

    /// Other clients of IBus, mostly through XIM. GNOME Shell counts as one until the first focus change, because IBus does not name it
    /// before.
    public static let otherIBusClient = ClientProfile(
        name: "XIM and other clients of IBus",
        summary: "Most report no text: a word waits for the next one and cannot be replaced. GNOME Shell until the focus moves.",
        recognition: .named, deletion: .byRequestOrBackspace, textReport: .various, preeditReport: .possiblyIncluded,
        caretReport: .onChange,
        preeditCommit: .never, commitPreparation: .none, earlierCommit: .replaced, forwardedKeys: .all,
        source: "observed: IBus never names the client that has the focus when the engine is chosen",
        test: "LostCommitTests: A commit that GNOME Shell has lost is inserted again, once")

    // MARK: fcitx5

    /// Clients of fcitx5 whose preedit fcitx5 itself commits.
    public static let fcitx5 = ClientProfile(
        name: "fcitx5", summary: "fcitx5 commits the preedit when the focus moves.",
        recognition: .named, deletion: .byRequest, textReport: .whole, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .ifAsked, commitPreparation: .preedit, forwardedKeys: .all,
        source: "fcitx5-inkd/inkd.cpp (commits)", test: "AddonLineTests: The addon reports which of fcitx5's clients it serves")

    /// Qt's plug-in for fcitx5.
    public static let fcitx5Qt = ClientProfile(
        name: "Qt (fcitx5)", summary: "Commits the preedit before each reset.",
        recognition: .named, deletion: .byRequest, textReport: .whole, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .ifAskedAtAnyReset, commitPreparation: .preedit, forwardedKeys: .all,
        source: "fcitx5-inkd/inkd.cpp (commits)", test: "AddonLineTests: The addon reports which of fcitx5's clients it serves")

    /// Clients of fcitx5 that drop the preedit.
    public static let fcitx5Silent = ClientProfile(
        name: "fcitx5, without a commit of the preedit", summary: "The preedit is dropped when the focus moves.",
        recognition: .named, deletion: .byRequest, textReport: .various, preeditReport: .excluded, caretReport: .onRequest,
        preeditCommit: .never, commitPreparation: .preedit, forwardedKeys: .all,
        source: "fcitx5-inkd/inkd.cpp (commits)", test: "AddonLineTests: The addon reports which of fcitx5's clients it serves")

    // MARK: Wayland compositors

    /// A client behind a Wayland compositor with zwp_input_method_v2, which does not report the client's name.
    public static let wayland = ClientProfile(
        name: "Wayland (zwp_input_method_v2)",
        summary: "Deletes text on request; Backspace deletes where the application turns out to ignore that. Drops the preedit.",
        recognition: .frontEnd("inkd-wlim"), deletion: .byRequestOrBackspace, textReport: .various, preeditReport: .possiblyIncluded,
        caretReport: .onChange, preeditCommit: .never, commitPreparation: .none, forwardedKeys: .all,
        source: "input-method-unstable-v2.xml", test: "PreeditCommitTests: Others are not asked to, and what is pending is kept")

    /// Firefox as a Wayland client.
    public static let firefoxOnWayland = wayland.renamed(
        "Firefox on Wayland", "May stop reporting its text; the caret is then tracked until a key or a click. Resets after each commit.",
        recognition: .observed, textReport: .whole, source: "observed",
        test: "ContextTests: An application that has stopped reporting its text counts as one that reports none once a key has come")

    /// LibreOffice as a Wayland client.
    public static let libreOfficeOnWayland = wayland.renamed(
        "LibreOffice on Wayland",
        "Reports the sentence that contains the caret, including the preedit, and wrong results of deletions: Backspace deletes.",
        recognition: .observed, deletion: .byBackspace, textReport: .sentence, source: "observed",
        test: "PreeditCommitTests: LibreOffice reports the sentence that the pending text begins")

    /// Chromium as a Wayland client.
    public static let chromiumOnWayland = wayland.renamed(
        "Chromium on Wayland",
        "Reports its text only while there is a preedit, including it, and ignores deletion requests: Backspace deletes.",
        recognition: .observed, deletion: .byBackspace, textReport: .whilePreedit, source: "observed",
        test: "PreeditCommitTests: A first report on Wayland may count what is pending, without the space before it")

    /// Terminal emulators, and other applications that report no text.
    public static let terminal = wayland.renamed(
        "Terminals", "Report no text, which may be a password: only the pen's own words are sent to inkd, and no word is replaced.",
        recognition: .observed, deletion: .never, textReport: .never, source: "observed with xterm, kitty, konsole and gnome-terminal",
        test: "ContextTests: In a terminal, and where nothing is reported, only the pen's own words are context")

    /// Returns a copy of this profile with another name, and with the given facts in place of its own.
    private func renamed(
        _ name: String, _ summary: String, recognition: Recognition? = nil, deletion: Deletion? = nil, textReport: TextReport? = nil,
        source: String, test: String
    ) -> ClientProfile {
        ClientProfile(
            name: name, summary: summary, recognition: recognition ?? self.recognition, deletion: deletion ?? self.deletion,
            textReport: textReport ?? self.textReport, preeditReport: preeditReport, caretReport: caretReport,
            preeditCommit: preeditCommit, commitPreparation: commitPreparation, earlierCommit: earlierCommit, forwardedKeys: forwardedKeys,
            source: source, test: test)
    }
}
