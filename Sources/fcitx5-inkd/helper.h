// The program that does the work: inkd-fcitx5, a child that is spoken with in lines over a pair of sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

#include <fcitx-utils/event.h>

namespace inkd {

// The parts of a line. In a line they are separated by tabs; backslash, tab and newline are \\, \t and \n.
using Line = std::vector<std::string>;

std::string joined(const Line &line);
Line parted(const std::string &text);

// fcitx5 has one thread, which all keys of the desktop go through: nothing here waits for the program longer than 0.1 s, and not even that once it
// is late. One that owes an answer for a second, or takes in nothing any more, is killed; another one is started later.
class Helper {
public:
    using Handler = std::function<void(const Line &)>;

    Helper(fcitx::EventLoop &loop, Handler handler);
    ~Helper();
    Helper(const Helper &) = delete;
    Helper &operator=(const Helper &) = delete;

    // Called when a program was started, which knows of nothing yet, and before the line goes that it was started for.
    void onStart(std::function<void()> action) { started_ = std::move(action); }
    // Called when it has ended, or was killed.
    void onEnd(std::function<void()> action) { ended_ = std::move(action); }
    // Called some seconds after an end, when another program can be started: a pen in the same field causes no line that would start it.
    void onRetry(std::function<void()> action) { retry_ = std::move(action); }

    bool isRunning() const { return socket_ >= 0; }
    // Sends a line, without waiting; starts the program if it does not run. After each early end it is left alone for twice as long, a minute at most.
    void send(const Line &line);
    // Waits for a line that begins with this word, at most 100 ms, and hands others to the handler meanwhile; an empty line if none came. It does not
    // wait while the program owes an earlier answer.
    Line await(const std::string &word);

private:
    bool start();
    void stop();
    void giveUp(const char *reason);
    void end();
    void flush();
    bool receive();
    void deliver();
    bool next(Line &line);
    void answered();
    void reap();
    void reapLater();
    void retryLater();
    void schedule(std::unique_ptr<fcitx::EventSourceTime> &timer, uint64_t time, std::function<void()> action);

    fcitx::EventLoop &loop_;
    Handler handler_;
    std::function<void()> started_;
    std::function<void()> ended_;
    std::function<void()> retry_;
    std::unique_ptr<fcitx::EventSourceIO> source_;
    std::unique_ptr<fcitx::EventSourceTime> timer_;
    // Asks whether killed programs have ended.
    std::unique_ptr<fcitx::EventSourceTime> reaper_;
    std::unique_ptr<fcitx::EventSourceTime> retryTimer_;
    std::string input_;
    std::string output_;
    // The word that answers begin with.
    std::string word_;
    // When the answer was asked for that has not come in time; 0 if all have.
    uint64_t lateSince_ = 0;
    int socket_ = -1;
    pid_t process_ = -1;
    std::vector<pid_t> killed_;
    uint64_t startedAt_ = 0;
    uint64_t pause_;
};

} // namespace inkd
