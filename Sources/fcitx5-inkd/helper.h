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

class Helper {
public:
    using Handler = std::function<void(const Line &)>;

    Helper(fcitx::EventLoop &loop, Handler handler);
    ~Helper();

    // Sends a line; starts the program if it does not run, at most once a second.
    void send(const Line &line);
    // Waits for a line that begins with this word, at most 100 ms, and hands others to the handler meanwhile; an empty line if none came.
    Line await(const std::string &word);

private:
    bool start();
    void stop();
    bool receive();
    void deliver();
    bool next(Line &line);

    fcitx::EventLoop &loop_;
    Handler handler_;
    std::unique_ptr<fcitx::EventSourceIO> source_;
    std::string buffer_;
    int socket_ = -1;
    pid_t process_ = -1;
    uint64_t startedAt_ = 0;
};

} // namespace inkd
