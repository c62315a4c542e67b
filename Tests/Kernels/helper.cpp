// The addon's way with its program: one that answers, one that has stopped, one that dies. No test waits for a stopped program; the alarm ends one that does.
// This program is its own child: CHILD says how that behaves, and CHILD_LOG is where it writes its number.
#include "../../Sources/fcitx5-inkd/helper.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sys/wait.h>
#include <systemd/sd-event.h>
#include <unistd.h>

namespace {

int problems = 0;

void expect(bool isSo, const std::string &what) {
    if (!isSo) {
        std::cout << "FAILED: " << what << std::endl;
        problems++;
    }
}

std::string logPath;

std::vector<pid_t> children() {
    std::vector<pid_t> found;
    std::ifstream file(logPath);
    for (pid_t process; file >> process;) {
        found.push_back(process);
    }
    return found;
}

int child(const std::string &mode) {
    // whole or not at all, so that its parent reads no half of a number
    FILE *log = std::fopen(std::getenv("CHILD_LOG"), "a");
    std::fprintf(log, "%d\n", getpid());
    std::fclose(log);
    if (mode == "stopped") {
        raise(SIGSTOP);
    }
    for (std::string text; std::getline(std::cin, text);) {
        auto line = inkd::parted(text);
        if (mode == "dies") {
            return 1;
        }
        if (line[0] == "key") {
            std::cout << inkd::joined({"1", "commit", "before the answer"}) << '\n' << inkd::joined({"key", line[1], "1"}) << '\n' << std::flush;
        }
    }
    return 0;
}

// Lets the loop run until something is so. (fcitx5's own way runs a loop once only.)
template <typename Condition> void run(fcitx::EventLoop &loop, Condition isSo) {
    while (!isSo()) {
        sd_event_run(static_cast<sd_event *>(loop.nativeHandle()), 5000);
    }
}

void begin(const char *mode) {
    setenv("CHILD", mode, 1);
    std::ofstream(logPath).close();
    alarm(60);
}

bool isGone(pid_t process) {
    int status = 0;
    pid_t result = waitpid(process, &status, WNOHANG);
    return result != 0;
}

void answers() {
    begin("answers");
    fcitx::EventLoop loop;
    std::vector<inkd::Line> lines;
    inkd::Helper helper(loop, [&](const inkd::Line &line) { lines.push_back(line); });
    std::vector<std::string> events;
    helper.onStart([&] { events.push_back("start"); });
    helper.onEnd([&] { events.push_back("end"); });
    helper.send({"focusIn", "1", "text", "none"});
    // it has to start first, and a busy machine takes its time for that
    run(loop, [] { return children().size() == 1; });
    helper.send({"key", "0", "97", "0", "38"});
    run(loop, [&] { return lines.size() >= 2; });
    for (int key = 1; key <= 50; key++) {
        helper.send({"text", "1", "1", std::string(100000, 'x') + "\t\n\\"});
        helper.send({"key", std::to_string(key), "97", "0", "38"});
        inkd::Line answer;
        // a busy machine may be late with it, and then it is no program that must be ended
        do {
            answer = helper.await("key");
        } while (answer.size() < 3 ? helper.isRunning() : answer[1] != std::to_string(key));
        expect(answer == inkd::Line({"key", std::to_string(key), "1"}), "a key is answered");
    }
    expect(events == std::vector<std::string>{"start"}, "it was started once, and runs");
}

void stopped() {
    begin("stopped");
    fcitx::EventLoop loop;
    auto helper = std::make_unique<inkd::Helper>(loop, [](const inkd::Line &) {});
    std::vector<std::string> events;
    helper->onStart([&] { events.push_back("start"); });
    helper->onEnd([&] { events.push_back("end"); });
    helper->send({"focusIn", "1", "text", "none"});
    run(loop, [] { return children().size() == 1; });
    pid_t first = children()[0];
    // more than a socket takes: a thread that waited for room would wait for ever
    for (int key = 0; key < 200; key++) {
        helper->send({"text", "1", "1", std::string(4000, 'x')});
        helper->send({"key", std::to_string(key), "97", "0", "38"});
        expect(helper->await("key").empty(), "a stopped program answers nothing");
    }
    run(loop, [&] { return !helper->isRunning(); });
    expect(events == std::vector<std::string>({"start", "end"}), "its end is reported once");
    // it is reaped, too
    run(loop, [&] { return access(("/proc/" + std::to_string(first)).c_str(), F_OK) != 0; });
    // keys go through meanwhile, and one of them starts another
    setenv("CHILD", "answers", 1);
    run(loop, [&] {
        helper->send({"focusIn", "1", "text", "none"});
        return helper->isRunning();
    });
    expect(events.size() == 3 && events[2] == "start", "another one is started later");
    run(loop, [] { return children().size() == 2; });
    kill(children()[1], SIGSTOP);
    pid_t second = children()[1];
    helper.reset();
    run(loop, [&] { return isGone(second); });
    expect(events.size() == 3, "what is taken away says nothing any more");
}

void unread() {
    begin("stopped");
    fcitx::EventLoop loop;
    inkd::Helper helper(loop, [](const inkd::Line &) {});
    int ends = 0;
    helper.onEnd([&] { ends++; });
    // without any key: what it leaves unread is bounded
    for (int count = 0; count < 1000 && ends == 0; count++) {
        helper.send({"text", "1", "1", std::string(4000, 'x')});
    }
    expect(ends == 1 && !helper.isRunning(), "a program that takes in nothing is ended");
}

void dies() {
    begin("dies");
    fcitx::EventLoop loop;
    inkd::Helper helper(loop, [](const inkd::Line &) {});
    int starts = 0, ends = 0;
    helper.onStart([&] { starts++; });
    helper.onEnd([&] { ends++; });
    auto until = fcitx::now(CLOCK_MONOTONIC) + 2500000;
    run(loop, [&] {
        helper.send({"key", "1", "97", "0", "38"});
        return fcitx::now(CLOCK_MONOTONIC) >= until;
    });
    // at once, and two seconds later
    expect(starts >= 1 && starts <= 2 && ends <= starts, "one that dies is not started over and over");
}

// A pen writes on in the same field: nothing is sent that would start another program.
void retries() {
    begin("dies");
    fcitx::EventLoop loop;
    inkd::Helper helper(loop, [](const inkd::Line &) {});
    int starts = 0, ends = 0;
    helper.onStart([&] { starts++; });
    helper.onEnd([&] { ends++; });
    helper.onRetry([&] {
        expect(ends > 0, "nothing is retried before an end");
        setenv("CHILD", "answers", 1);
        helper.send({"focusIn", "1", "text", "none"});
    });
    helper.send({"focusIn", "1", "text", "none"});
    run(loop, [&] { return ends == 1; });
    run(loop, [&] { return starts == 2; });
    expect(helper.isRunning() && ends == 1, "another one is started without a line to send");
}

} // namespace

int main() {
    if (const char *mode = std::getenv("CHILD")) {
        return child(mode);
    }
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    char folder[] = "/tmp/inkd-helper-XXXXXX";
    if (length <= 0 || !mkdtemp(folder)) {
        return 1;
    }
    setenv("INKD_FCITX5", std::string(path, length).c_str(), 1);
    logPath = std::string(folder) + "/children";
    setenv("CHILD_LOG", logPath.c_str(), 1);
    answers();
    stopped();
    unread();
    dies();
    retries();
    unlink(logPath.c_str());
    rmdir(folder);
    std::cout << (problems ? "" : "the addon's helper: ok\n");
    return problems ? 1 : 0;
}
