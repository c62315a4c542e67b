// Keeps the focus that fcitx5 drops when a field's display is named late.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <fcitx-utils/event.h>
#include <fcitx-utils/handlertable.h>
#include <fcitx/inputcontext.h>
#include <fcitx/instance.h>
#include <xcb/xcb.h>

namespace fcitx {
class FocusGroup;
}

namespace inkd {

// As in fcitx5's xcb_public.h, which needs more headers than these.
using EventFilter = std::function<bool(xcb_connection_t *, xcb_generic_event_t *)>;
using ConnectionCreated = std::function<void(const std::string &name, xcb_connection_t *, int screen, fcitx::FocusGroup *)>;
using ConnectionClosed = std::function<void(const std::string &name, xcb_connection_t *)>;
template <typename Callback> using Registration = std::unique_ptr<fcitx::HandlerTableEntry<Callback>>;

// On X11 the clients of GTK and Qt say in an X message which display a new field is on, and over D-Bus that it has the focus. If the message is read
// second, fcitx5 (InputContext::setFocusGroup) takes the focus from the field and does not return it before a key is pressed. A pen presses none.
class FocusKeeper {
public:
    explicit FocusKeeper(fcitx::Instance &instance);

    // A field has just lost the focus.
    void lost(fcitx::InputContext &context);

private:
    // Returns the focus to the field that this message is about, if it has been lost because of it.
    void received(const xcb_generic_event_t &event);

    fcitx::Instance &instance_;
    // Set until the event is over during which the field lost the focus. fcitx5 reads the message in the same one.
    fcitx::TrackableObjectReference<fcitx::InputContext> lost_;
    std::unique_ptr<fcitx::EventSource> end_;
    // By the display's name.
    std::map<std::string, Registration<EventFilter>> filters_;
    Registration<ConnectionCreated> opened_;
    Registration<ConnectionClosed> closed_;
};

} // namespace inkd
