#include "focus.h"

#include <algorithm>

#include <fcitx/addoninstance.h>
#include <fcitx/addonmanager.h>

FCITX_ADDON_DECLARE_FUNCTION(XCBModule, addEventFilter, inkd::Registration<inkd::EventFilter>(const std::string &, inkd::EventFilter));
FCITX_ADDON_DECLARE_FUNCTION(XCBModule, addConnectionCreatedCallback, inkd::Registration<inkd::ConnectionCreated>(inkd::ConnectionCreated));
FCITX_ADDON_DECLARE_FUNCTION(XCBModule, addConnectionClosedCallback, inkd::Registration<inkd::ConnectionClosed>(inkd::ConnectionClosed));

namespace inkd {

FocusKeeper::FocusKeeper(fcitx::Instance &instance) : instance_(instance) {
    auto *xcb = instance.addonManager().addon("xcb");
    if (!xcb) return;
    // also called for displays that are open already
    opened_ = xcb->call<fcitx::IXCBModule::addConnectionCreatedCallback>(
        [this, xcb](const std::string &name, xcb_connection_t *, int, fcitx::FocusGroup *) {
            filters_[name] = xcb->call<fcitx::IXCBModule::addEventFilter>(name, [this](xcb_connection_t *, xcb_generic_event_t *event) {
                received(*event);
                return false;
            });
        });
    closed_ = xcb->call<fcitx::IXCBModule::addConnectionClosedCallback>(
        [this](const std::string &name, xcb_connection_t *) { filters_.erase(name); });
}

void FocusKeeper::lost(fcitx::InputContext &context) {
    lost_ = context.watch();
    end_ = instance_.eventLoop().addDeferEvent([this](fcitx::EventSource *) {
        lost_.unwatch();
        return true;
    });
}

void FocusKeeper::received(const xcb_generic_event_t &event) {
    auto *context = lost_.get();
    if (!context || (event.response_type & ~0x80) != XCB_CLIENT_MESSAGE) return;
    const auto &message = reinterpret_cast<const xcb_client_message_event_t &>(event);
    const auto &uuid = context->uuid();
    if (message.format != 8 || !std::equal(uuid.begin(), uuid.end(), message.data.data8)) return;
    lost_.unwatch();
    context->focusIn();
}

} // namespace inkd
