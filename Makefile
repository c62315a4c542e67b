# inkd: handwriting input for Linux. `make help` lists what can be done.

PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system
RULESDIR ?= $(PREFIX)/lib/udev/rules.d

SWIFT ?= swift
# what `make deps` installs: to build and run …
PACKAGES = ca-certificates git make pkg-config gcc libc6-dev libevdev-dev libmd-dev libudev-dev libwacom-dev libwacom-common libsystemd-dev
# … and what only the tests need on top
TEST_PACKAGES = busybox-static cpio evemu-tools kmod python3-venv qemu-system-x86 socat systemd udev dbus


RELEASE = .build/release

.PHONY: help deps deps-test build demo test test-unit test-guest test-peer fuzz bench lint format model install uninstall clean

help: ## list what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install what building and running needs (Debian packages; asks sudo unless root)
	@Tests/Support/install-packages.sh "to build and run inkd" $(PACKAGES)
	@command -v $(SWIFT) >/dev/null || { echo "There is no swift on the PATH. inkd needs Swift 6.2 or later: https://www.swift.org/install/linux/debian/12" >&2; exit 1; }

deps-test: deps ## install what only the tests need
	@Tests/Support/install-packages.sh "to test inkd" $(TEST_PACKAGES)

build: ## build the programs (release)
	$(SWIFT) build -c release --product inkd
	$(SWIFT) build -c release --product inkctl

demo: deps build ## replay a sample pen session through the daemon and show the text
	@Tests/Support/demo.sh $(RELEASE)
