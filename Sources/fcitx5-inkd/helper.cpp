#include "helper.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
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
// A program that sends more without a newline is not ours.
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

Helper::Helper(fcitx::EventLoop &loop, Handler handler) : loop_(loop), handler_(std::move(handler)) {}

Helper::~Helper() { stop(); }

bool Helper::start() {
    if (socket_ >= 0) {
        return true;
    }
    uint64_t now = fcitx::now(CLOCK_MONOTONIC);
    if (startedAt_ && now - startedAt_ < second) {
        return false;
    }
    startedAt_ = now;
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
        FCITX_ERROR() << "inkd: " << path << " cannot be started: " << strerror(problem);
        return false;
    }
    socket_ = ends[0];
    source_ = loop_.addIOEvent(socket_, fcitx::IOEventFlag::In, [this](fcitx::EventSourceIO *, int, fcitx::IOEventFlags) {
        if (receive()) {
            deliver();
        }
        return true;
    });
    return true;
}

void Helper::stop() {
    source_.reset();
    buffer_.clear();
    if (socket_ >= 0) {
        close(socket_);
    }
    socket_ = -1;
    // it ends when its input does
    if (process_ > 0) {
        int status = 0;
        if (waitpid(process_, &status, WNOHANG) == 0) {
            kill(process_, SIGTERM);
            waitpid(process_, &status, 0);
        }
    }
    process_ = -1;
}

void Helper::send(const Line &line) {
    if (!start()) {
        return;
    }
    std::string text = joined(line) + '\n';
    size_t sent = 0;
    while (sent < text.size()) {
        ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return stop();
        }
        sent += count;
    }
}

// Reads what is there; false if the program has gone.
bool Helper::receive() {
    char piece[4096];
    ssize_t count = 0;
    while ((count = recv(socket_, piece, sizeof piece, MSG_DONTWAIT)) > 0) {
        buffer_.append(piece, count);
        if (buffer_.size() > longest) {
            stop();
            return false;
        }
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        stop();
        return false;
    }
    return true;
}

bool Helper::next(Line &line) {
    size_t end = buffer_.find('\n');
    if (end == std::string::npos) {
        return false;
    }
    line = parted(buffer_.substr(0, end));
    buffer_.erase(0, end + 1);
    return true;
}

void Helper::deliver() {
    Line line;
    while (next(line)) {
        handler_(line);
    }
}

Line Helper::await(const std::string &word) {
    uint64_t end = fcitx::now(CLOCK_MONOTONIC) + second / 10;
    while (socket_ >= 0) {
        Line line;
        while (next(line)) {
            if (line[0] == word) {
                return line;
            }
            handler_(line);
        }
        uint64_t now = fcitx::now(CLOCK_MONOTONIC);
        pollfd request = {socket_, POLLIN, 0};
        if (now >= end || poll(&request, 1, (end - now) / 1000 + 1) <= 0 || !receive()) {
            break;
        }
    }
    return {};
}

} // namespace inkd
