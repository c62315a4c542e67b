// The input method of inkd for fcitx5. It describes the field that has the focus to inkd-fcitx5, which decides, and does what that says.
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include <fcitx-utils/capabilityflags.h>
#include <fcitx-utils/key.h>
#include <fcitx-utils/textformatflags.h>
#include <fcitx-utils/utf8.h>
#include <fcitx/addonfactory.h>
#include <fcitx/addonmanager.h>
#include <fcitx/candidatelist.h>
#include <fcitx/event.h>
#include <fcitx/inputcontext.h>
#include <fcitx/inputmethodengine.h>
#include <fcitx/inputpanel.h>
#include <fcitx/instance.h>

#include "focus.h"
#include "helper.h"

namespace inkd {

namespace {

using fcitx::CapabilityFlag;

// TextInput's purposes.
std::string purpose(fcitx::CapabilityFlags flags) {
    if (flags.testAny(CapabilityFlag::PasswordOrSensitive) || flags.test(CapabilityFlag::Disable)) return "password";
    if (flags.test(CapabilityFlag::Email)) return "email";
    if (flags.test(CapabilityFlag::Url)) return "url";
    if (flags.test(CapabilityFlag::Dialable)) return "phone";
    if (flags.testAny(fcitx::CapabilityFlags{CapabilityFlag::Digit, CapabilityFlag::Number})) return "number";
    if (flags.test(CapabilityFlag::Name)) return "name";
    if (flags.test(CapabilityFlag::Terminal)) return "terminal";
    return "text";
}

std::string capitals(fcitx::CapabilityFlags flags) {
    if (flags.test(CapabilityFlag::Lowercase)) return "none";
    return flags.test(CapabilityFlag::UppwercaseSentences) ? "sentences" : "written";
}

// The bytes of a text that are worth sending with each key. Applications send their paragraph, or some 4000 bytes of it.
constexpr size_t longestText = 1 << 16;

int number(const std::string &text) { return std::atoi(text.c_str()); }

} // namespace

class Engine;

// A candidate that can be clicked.
class Candidate final : public fcitx::CandidateWord {
public:
    Candidate(Engine &engine, int index, const std::string &text) : CandidateWord(fcitx::Text(text)), engine_(engine), index_(index) {}
    void select(fcitx::InputContext *context) const override;

private:
    Engine &engine_;
    int index_;
};

class Engine final : public fcitx::InputMethodEngineV2 {
public:
    explicit Engine(fcitx::Instance *instance)
        : instance_(instance), focus_(*instance), helper_(instance->eventLoop(), [this](const Line &line) { apply(line); }) {
        using fcitx::EventType;
        helper_.onStart([this] {
            if (context() && !isDescribing_) describe();
        });
        helper_.onEnd([this] { settle(); });
        helper_.onRetry([this] {
            if (context()) describe();
        });
        watch(EventType::InputContextSurroundingTextUpdated, [this] { tellText(); });
        watch(EventType::InputContextCursorRectChanged, [this] { tellCaret(); });
        watch(EventType::InputContextCapabilityChanged, [this] {
            helper_.send({"field", purpose(context()->capabilityFlags()), capitals(context()->capabilityFlags())});
            tellCapabilities();
            tellText();
        });
    }

    void activate(const fcitx::InputMethodEntry &, fcitx::InputContextEvent &event) override {
        context_ = event.inputContext()->watch();
        field_++;
        kept_.clear();
        describe();
    }

    void deactivate(const fcitx::InputMethodEntry &, fcitx::InputContextEvent &event) override {
        if (event.inputContext() != context()) {
            return;
        }
        // when another input method is chosen fcitx5 does not
        if (event.type() != fcitx::EventType::InputContextFocusOut && !clientCommits()) {
            auto pending = context()->inputPanel().clientPreedit().toStringForCommit();
            if (!pending.empty()) context()->commitString(pending);
        }
        if (helper_.isRunning()) helper_.send({"focusOut"});
        event.inputContext()->inputPanel().reset();
        event.inputContext()->updatePreedit();
        event.inputContext()->updateUserInterface(fcitx::UserInterfaceComponent::InputPanel);
        context_.unwatch();
        if (event.type() == fcitx::EventType::InputContextFocusOut) focus_.lost(*event.inputContext());
    }

    void reset(const fcitx::InputMethodEntry &, fcitx::InputContextEvent &event) override {
        if (event.inputContext() == context()) {
            helper_.send({"reset"});
        }
    }

    void keyEvent(const fcitx::InputMethodEntry &, fcitx::KeyEvent &event) override {
        if (event.inputContext() != context()) {
            return;
        }
        auto key = event.rawKey();
        if (event.isRelease()) {
            // the release of a key that was kept is kept, too
            if (kept_.erase(key.code())) {
                event.filterAndAccept();
            }
            return;
        }
        undeleted_.reset();
        auto serial = std::to_string(++serial_);
        helper_.send({"key", serial, std::to_string(key.sym()), std::to_string(static_cast<uint32_t>(key.states())), std::to_string(key.code())});
        // an answer that came too late is to an earlier key
        Line answer;
        do {
            answer = helper_.await("key");
        } while (answer.size() == 3 && answer[1] != serial);
        if (answer.size() == 3 && answer[2] == "1") {
            kept_.insert(key.code());
            event.filterAndAccept();
        }
    }

    void choose(int index) { helper_.send({"candidate", std::to_string(index)}); }

private:
    fcitx::InputContext *context() { return context_.get(); }

    template <typename Action> void watch(fcitx::EventType type, Action action) {
        watchers_.emplace_back(instance_->watchEvent(type, fcitx::EventWatcherPhase::PostInputMethod, [this, action](fcitx::Event &event) {
            if (context() && static_cast<fcitx::InputContextEvent &>(event).inputContext() == context()) {
                action();
            }
        }));
    }

    // Tells of the field that has the focus all that there is to know.
    void describe() {
        isDescribing_ = true;
        undeleted_.reset();
        auto flags = context()->capabilityFlags();
        helper_.send({"focusIn", std::to_string(field_), purpose(flags), capitals(flags)});
        tellCapabilities();
        tellText();
        tellCaret();
        isDescribing_ = false;
    }

    // inkd-fcitx5 has gone: what it showed goes into the field, as when the focus goes.
    void settle() {
        kept_.clear();
        if (!context()) return;
        auto &panel = context()->inputPanel();
        auto pending = panel.clientPreedit().toStringForCommit();
        if (!pending.empty()) context()->commitString(pending);
        panel.reset();
        context()->updatePreedit();
        show();
    }

    bool seesText() { return context()->capabilityFlags().test(CapabilityFlag::SurroundingText); }

    void tellCapabilities() {
        helper_.send({"seesText", seesText() ? "1" : "0"});
        helper_.send({"commits", commits()});
    }

    bool clientCommits() { return context()->capabilityFlags().test(CapabilityFlag::ClientUnfocusCommit); }

    // When the preedit is put into the field without being asked for: by fcitx5 when the focus goes, or by the client (Qt's) before it resets.
    std::string commits() {
        if (!context()->capabilityFlags().test(CapabilityFlag::Preedit)) return "never";
        return clientCommits() ? "reset" : "focusOut";
    }

    void tellText() {
        const auto &text = context()->surroundingText();
        // without a copy of the text: reports come with each key
        if (undeleted_ && undeleted_->first == text.text() && undeleted_->second == text.cursor()) return;
        undeleted_.reset();
        if (seesText() && text.isValid() && text.text().size() <= longestText) {
            helper_.send({"text", std::to_string(text.cursor()), std::to_string(text.anchor()), text.text()});
        }
    }

    void tellCaret() {
        auto place = context()->cursorRect();
        helper_.send({"caret", std::to_string(place.left()), std::to_string(place.top()), std::to_string(place.width()),
                      std::to_string(place.height())});
    }

    // Does what inkd-fcitx5 says; what it says of an earlier field comes too late.
    void apply(const Line &line) {
        if (line.size() < 2 || !context() || number(line[0]) != field_) {
            return;
        }
        const auto &what = line[1];
        auto part = [&line](size_t index) { return index < line.size() ? line[index] : std::string(); };
        auto &panel = context()->inputPanel();
        if (what == "commit") {
            undeleted_.reset();
            context()->commitString(part(2));
        } else if (what == "preedit") {
            fcitx::Text text;
            if (!part(2).empty()) {
                fcitx::TextFormatFlags format = fcitx::TextFormatFlag::Underline;
                if (part(3) == "clear") format |= fcitx::TextFormatFlag::DontCommit;
                text.append(part(2), format);
                text.setCursor(part(2).size());
            }
            if (context()->capabilityFlags().test(CapabilityFlag::Preedit)) {
                panel.setClientPreedit(text);
            } else {
                panel.setPreedit(text);
            }
            context()->updatePreedit();
            show();
        } else if (what == "delete") {
            int before = number(part(2)), size = before + number(part(3));
            const auto &text = context()->surroundingText();
            if (size > 0) undeleted_ = Report(text.text(), text.cursor());
            context()->deleteSurroundingText(-before, size);
        } else if (what == "press") {
            fcitx::Key key(static_cast<fcitx::KeySym>(number(part(2))), fcitx::KeyStates(static_cast<uint32_t>(number(part(3)))), number(part(4)));
            context()->forwardKey(key, false);
            context()->forwardKey(key, true);
        } else if (what == "ask") {
            tellText();
        } else if (what == "candidates") {
            panel.setCandidateList(candidates(line));
            show();
        } else if (what == "hide") {
            panel.setCandidateList(nullptr);
            show();
        } else if (what == "tell") {
            panel.setAuxUp(fcitx::Text(part(2)));
            show();
        }
    }

    std::unique_ptr<fcitx::CandidateList> candidates(const Line &line) {
        auto list = std::make_unique<fcitx::CommonCandidateList>();
        list->setPageSize(9);
        list->setLayoutHint(fcitx::CandidateLayoutHint::Vertical);
        list->setSelectionKey(fcitx::Key::keyListFromString("1 2 3 4 5 6 7 8 9"));
        for (size_t index = 3; index < line.size(); index++) {
            list->append<Candidate>(*this, index - 3, line[index]);
        }
        if (line.size() > 3) {
            list->setGlobalCursorIndex(std::min<int>(number(line[2]), line.size() - 4));
        }
        return list;
    }

    void show() { context()->updateUserInterface(fcitx::UserInterfaceComponent::InputPanel); }

    fcitx::Instance *instance_;
    FocusKeeper focus_;
    Helper helper_;
    fcitx::TrackableObjectReference<fcitx::InputContext> context_;
    std::vector<std::unique_ptr<fcitx::HandlerTableEntry<fcitx::EventHandler>>> watchers_;
    std::unordered_set<int> kept_;
    // The text and the caret before the deletion that was requested last. The same report after the request says nothing about it: the client sent it
    // before it knew of the request, or it is fcitx5's copy of the last one. GTK 3's client reports no deletion before the next key.
    using Report = std::pair<std::string, unsigned int>;
    std::optional<Report> undeleted_;
    int field_ = 0;
    bool isDescribing_ = false;
    uint32_t serial_ = 0;
};

void Candidate::select(fcitx::InputContext *) const { engine_.choose(index_); }

class Factory final : public fcitx::AddonFactory {
    fcitx::AddonInstance *create(fcitx::AddonManager *manager) override { return new Engine(manager->instance()); }
};

} // namespace inkd

FCITX_ADDON_FACTORY(inkd::Factory)
