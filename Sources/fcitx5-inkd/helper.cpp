#include "helper.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcitx-utils/log.h>

extern char **environ;

namespace inkd {

namespace {

constexpr uint64_t second = 1000000;
constexpr uint64_t longestPause = 64 * second;
// What fcitx5 waits for one answer.
constexpr uint64_t patience = second / 10;
// A program that sends more without a newline is not ours. One that leaves more unread is stuck.
constexpr size_t longest = 1 << 20;

const char *program() {
    const char *path = std::getenv("INKD_FCITX5");
    return path && *path ? path : INKD_LIBEXEC "/inkd-fcitx5";
}

} // namespace

std::string joined(const Line &line) {
    std::string text;
    for (const auto &part : line) {
        if (!text.empty()) {
            text += '\t';
        }
        for (char character : part) {
            switch (character) {
            case '\\': text += "\\\\"; break;
            case '\t': text += "\\t"; break;
            case '\n': text += "\\n"; break;
            default: text += character;
            }
        }
    }
    return text;
}

Line parted(const std::string &text) {
    Line line(1);
    for (size_t index = 0; index < text.size(); index++) {
        if (text[index] == '\t') {
            line.emplace_back();
        } else if (text[index] == '\\' && index + 1 < text.size()) {
            char code = text[++index];
            line.back() += code == 't' ? '\t' : code == 'n' ? '\n' : code;
        } else {
            line.back() += text[index];
        }
    }
    return line;
}

Helper::Helper(fcitx::EventLoop &loop, Handler handler) : loop_(loop), handler_(std::move(handler)), pause_(second) {}

Helper::~Helper() {
    ended_ = nullptr;
    stop();
}

bool Helper::start() {
    uint64_t now = fcitx::now(CLOCK_MONOTONIC);
    if (startedAt_ && now - startedAt_ < pause_) {
        return false;
    }
    startedAt_ = now;
    reap();
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        return false;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string path = program();
    char *arguments[] = {path.data(), nullptr};
    int problem = posix_spawn(&process_, path.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (problem != 0) {
        close(ends[0]);
        process_ = -1;
        FCITX_ERROR() << "inkd: cannot start " << path << ": " << strerror(problem);
        return false;
    }
    socket_ = ends[0];
    source_ = loop_.addIOEvent(socket_, fcitx::IOEventFlag::In, [this](fcitx::EventSourceIO *, int, fcitx::IOEventFlags flags) {
        if (flags.test(fcitx::IOEventFlag::Out)) {
            flush();
        }
        if (isRunning() && receive()) {
            deliver();
        }
        return true;
    });
    return true;
}

// Ends the program without waiting for it: it has nothing to lose, and one that is stopped would not hear of anything milder.
void Helper::stop() {
    source_.reset();
    if (timer_) {
        timer_->setEnabled(false);
    }
    input_.clear();
    output_.clear();
    lateSince_ = 0;
    if (socket_ >= 0) {
        close(socket_);
    }
    socket_ = -1;
    // fcitx5 reaps children, too: the number is the program's as long as it is a child of ours
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == 0) {
        kill(process_, SIGKILL);
        killed_.push_back(process_);
        reapLater();
    }
    process_ = -1;
}

// Sets a timer, which calls its action once at a time; the action is the one of the first call.
void Helper::schedule(std::unique_ptr<fcitx::EventSourceTime> &timer, uint64_t time, std::function<void()> action) {
    if (!timer) {
        timer = loop_.addTimeEvent(CLOCK_MONOTONIC, time, second / 10, [action = std::move(action)](fcitx::EventSourceTime *, uint64_t) {
            action();
            return true;
        });
        return;
    }
    timer->setTime(time);
    timer->setOneShot();
}

void Helper::reapLater() {
    schedule(reaper_, fcitx::now(CLOCK_MONOTONIC) + second / 10, [this] {
        reap();
        if (!killed_.empty()) {
            reapLater();
        }
    });
}

void Helper::reap() {
    int status = 0;
    auto isGone = [&status](pid_t process) { return waitpid(process, &status, WNOHANG) != 0; };
    killed_.erase(std::remove_if(killed_.begin(), killed_.end(), isGone), killed_.end());
}

// The program has gone, or goes now.
void Helper::end() {
    stop();
    bool hasLived = fcitx::now(CLOCK_MONOTONIC) - startedAt_ > longestPause;
    pause_ = hasLived ? second : std::min(2 * pause_, longestPause);
    retryLater();
    if (ended_) {
        ended_();
    }
}

void Helper::retryLater() {
    schedule(retryTimer_, fcitx::now(CLOCK_MONOTONIC) + pause_, [this] {
        if (!isRunning() && retry_) {
            retry_();
        }
    });
}

void Helper::giveUp(const char *reason) {
    FCITX_WARN() << "inkd: " << program() << " " << reason << ", so it was stopped; keys are sent to the application";
    end();
}

void Helper::send(const Line &line) {
    if (!isRunning()) {
        if (!start()) {
            return;
        }
        if (started_) {
            started_();
        }
        if (!isRunning()) {
            return;
        }
    }
    output_ += joined(line) + '\n';
    flush();
}

// Sends what the program takes now; the rest goes when it takes more.
void Helper::flush() {
    size_t sent = 0;
    while (sent < output_.size()) {
        ssize_t count = ::send(socket_, output_.data() + sent, output_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            sent += count;
        } else if (errno == EAGAIN) {
            break;
        } else if (errno != EINTR) {
            return end();
        }
    }
    output_.erase(0, sent);
    if (output_.size() > longest) {
        return giveUp("accepts no data");
    }
    fcitx::IOEventFlags events = fcitx::IOEventFlag::In;
    if (!output_.empty()) {
        events |= fcitx::IOEventFlag::Out;
    }
    if (source_->events() != events) {
        source_->setEvents(events);
    }
}

// Reads what is there; false if the program has gone.
bool Helper::receive() {
    char piece[4096];
    ssize_t count = 0;
    while ((count = recv(socket_, piece, sizeof piece, MSG_DONTWAIT)) > 0) {
        input_.append(piece, count);
        if (input_.size() > longest) {
            giveUp("sends too much");
            return false;
        }
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        end();
        return false;
    }
    return true;
}

bool Helper::next(Line &line) {
    size_t end = input_.find('\n');
    if (end == std::string::npos) {
        return false;
    }
    line = parted(input_.substr(0, end));
    input_.erase(0, end + 1);
    return true;
}

void Helper::deliver() {
    Line line;
    while (next(line)) {
        if (line[0] == word_) {
            answered();
        }
        handler_(line);
    }
}

// It is not late any more, though the answer may be one to an earlier question.
void Helper::answered() {
    lateSince_ = 0;
    if (timer_) {
        timer_->setEnabled(false);
    }
}

Line Helper::await(const std::string &word) {
    word_ = word;
    uint64_t begin = fcitx::now(CLOCK_MONOTONIC);
    uint64_t end = lateSince_ ? begin : begin + patience;
    while (isRunning()) {
        Line line;
        while (next(line)) {
            if (line[0] == word) {
                answered();
                return line;
            }
            handler_(line);
        }
        uint64_t now = fcitx::now(CLOCK_MONOTONIC);
        pollfd request = {socket_, POLLIN, 0};
        int ready = poll(&request, 1, now >= end ? 0 : (end - now) / 1000 + 1);
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready <= 0 || !receive()) {
            break;
        }
    }
    if (isRunning() && !lateSince_) {
        lateSince_ = begin;
        schedule(timer_, begin + second, [this] {
            if (isRunning() && lateSince_) {
                giveUp("does not answer");
            }
        });
    }
    return {};
}

} // namespace inkd
