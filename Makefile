# inkd: handwriting input for Linux. `make help` lists what can be done.

PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/system
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
LIBEXECDIR ?= $(PREFIX)/libexec
# what several programs share; programs look for it from where they lie
LIBDIR = $(PREFIX)/lib/inkd
# where IBus looks for all users' engines, whatever PREFIX is
IBUSDIR ?= /usr/share/ibus/component
GNOMEDIR ?= $(PREFIX)/share/gnome-shell/extensions
# where fcitx5 looks for addons, whatever PREFIX is
FCITX5DIR ?= /usr/share/fcitx5
FCITX5LIBDIR ?= $(shell pkg-config --variable=libdir Fcitx5Core)/fcitx5
RULESDIR ?= $(PREFIX)/lib/udev/rules.d
# where polkit looks, whatever PREFIX is
POLKITDIR ?= /usr/share/polkit-1/actions
METAINFODIR ?= $(PREFIX)/share/metainfo
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
# where Debian's zsh looks: in /usr only for what packages bring
ZSHDIR ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)

SWIFT ?= swift
# what `make deps` installs: to build and run …
PACKAGES = acl binutils ca-certificates git make pkg-config g++ libarchive-dev libc6-dev libcairo2-dev libcurl4-openssl-dev libevdev-dev libfcitx5core-dev libgtk-4-dev libjpeg-dev libmd-dev libsodium-dev libsqlite3-dev libudev-dev libwacom-dev libwacom-common libsystemd-dev libwayland-dev libx11-dev libxext-dev libxi-dev libxkbcommon-dev libxrandr-dev libxtst-dev libyaml-dev procps zlib1g-dev
# … what the Swift toolchain itself wants of the system …
PACKAGES += libncurses-dev libxml2-dev
# … and what only the tests need on top
TEST_PACKAGES = busybox-static cpio dbus default-jre-headless evemu-tools gdb kmod libinput-tools libpam-systemd libreoffice-writer-nogui librsvg2-bin minisign openssl polkitd poppler-utils python3-venv qemu-system-x86 seatd socat systemd xserver-xorg-core xserver-xorg-input-libinput xserver-xorg-video-dummy xz-utils

# what drives real desktops without a screen
DESKTOP_PACKAGES = at-spi2-core chromium dbus-x11 fcitx5 fcitx5-frontend-gtk3 fcitx5-frontend-qt5 firefox-esr fonts-dejavu-core gir1.2-atspi-2.0 gir1.2-gtk-3.0 gir1.2-gtk-4.0 gjs gnome-shell grim ibus ibus-gtk ibus-gtk3 ibus-gtk4 imagemagick libegl1 libgl1-mesa-dri openbox picom python3-gi python3-pyqt5 python3-pyqt6 sway wtype x11-utils xdotool xterm xvfb xwayland

# what makes packages and checks them
PACKAGE_PACKAGES = debhelper debootstrap dpkg-dev lintian python3 systemd-container

RELEASE = .build/release
# the programs as they are installed: what several of them have is there once
LINKED = $(RELEASE)/linked
# the Swift runtime is linked in, so that an installed inkd needs no toolchain
SWIFT_BUILD = $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath
# debhelper strips programs itself
INSTALL_PROGRAM = install -s

# ink and recordings that tests use where they are present
INKD_DATA ?= $(abspath ../shared/data)
INKD_RIG ?= $(abspath ../shared/rig)
MODELS = models/*.safetensors
# runs stages of tests: a line for each, what they say in .build/test-logs; ends what hangs, and tells where
TEST = SWIFT="$(SWIFT)" RELEASE="$(RELEASE)" INKD_DATA="$(INKD_DATA)" INKD_RIG="$(INKD_RIG)" Tests/Support/test.sh
# the text model in single precision, to say what 8 bits cost
REFERENCE ?= models/reference/latin-fp32.safetensors

# packages are installed before anything is built
.NOTPARALLEL:

.PHONY: help reference deps deps-test deps-packages build demo check check-generated install uninstall deb dist sbom test test-dist test-packages test-unit test-kernels test-arm64 test-peer test-scale test-guest test-desktop evaluate memory fuzz test-fuzz bench generate reference-commands lint lint-documents lint-version docs format clean

help: ## list what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install what building and running needs (Debian packages; asks sudo unless root)
	@Tests/Support/install-packages.sh "to build and run inkd" $(PACKAGES)
	@command -v $(SWIFT) >/dev/null || { echo "There is no swift on the PATH. inkd needs Swift 6.2 or later: https://www.swift.org/install/linux/debian/12" >&2; exit 1; }

deps-test: deps ## install what only the tests need
	@Tests/Support/install-packages.sh "to test inkd" $(TEST_PACKAGES) $(DESKTOP_PACKAGES)

deps-packages: deps ## install what only making packages needs
	@Tests/Support/install-packages.sh "to make packages" $(PACKAGE_PACKAGES)

build: ## build the programs (release)
	$(SWIFT_BUILD)
	@SWIFT="$(SWIFT)" packaging/link.py $(RELEASE) $(LINKED) $(shell realpath --canonicalize-missing --relative-to=$(LIBEXECDIR) $(LIBDIR))
	@$(MAKE) --no-print-directory $(FCITX5_ADDON)

# fcitx5 loads its input methods into itself: this one is in C++, and speaks with inkd-fcitx5
FCITX5_ADDON = .build/fcitx5/inkd.so
$(FCITX5_ADDON): $(wildcard Sources/fcitx5-inkd/*)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -g -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden -Wl,-z,defs -DINKD_LIBEXEC='"$(LIBEXECDIR)"' $$(pkg-config --cflags Fcitx5Core) \
		Sources/fcitx5-inkd/*.cpp $$(pkg-config --libs Fcitx5Core) -o $@

demo: deps build ## replay a sample pen session through the daemon and show the text
	@Tests/Support/demo.sh $(RELEASE)

install: ## install to $(DESTDIR)$(PREFIX); `make build` comes first
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/inkd/models/language $(DESTDIR)$(PREFIX)/share/inkd/models/characters $(DESTDIR)$(PREFIX)/share/inkd/models/scripts $(DESTDIR)$(PREFIX)/share/inkd/models/hands $(DESTDIR)$(PREFIX)/share/inkd/quirks $(DESTDIR)$(SYSCONFDIR)/inkd $(DESTDIR)$(UNITDIR) $(DESTDIR)$(RULESDIR)
	install -d $(DESTDIR)$(LIBDIR) $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(USERUNITDIR) $(DESTDIR)$(IBUSDIR)
	$(INSTALL_PROGRAM) $(LINKED)/bin/* $(DESTDIR)$(PREFIX)/bin
	$(INSTALL_PROGRAM) $(LINKED)/libexec/* $(DESTDIR)$(LIBEXECDIR)
	$(INSTALL_PROGRAM) -m 644 $(LINKED)/lib/inkd/*.so $(DESTDIR)$(LIBDIR)
	$(INSTALL_PROGRAM) -D -m 644 $(FCITX5_ADDON) $(DESTDIR)$(FCITX5LIBDIR)/inkd.so
	install -D -m 644 config/fcitx5/addon.conf $(DESTDIR)$(FCITX5DIR)/addon/inkd.conf
	install -D -m 644 config/fcitx5/inputmethod.conf $(DESTDIR)$(FCITX5DIR)/inputmethod/inkd.conf
	sed 's,@PREFIX@/libexec,$(LIBEXECDIR),g; s,@PREFIX@,$(PREFIX),g' config/ibus/inkd.xml.in > $(DESTDIR)$(IBUSDIR)/inkd.xml
	sed 's,@PREFIX@,$(PREFIX),g' systemd/inkd-wlim.service.in > $(DESTDIR)$(USERUNITDIR)/inkd-wlim.service
	chmod 644 $(DESTDIR)$(IBUSDIR)/inkd.xml $(DESTDIR)$(USERUNITDIR)/inkd-wlim.service
	install -D -m 644 -t $(DESTDIR)$(GNOMEDIR)/inkd@inkd.org Sources/inkd-gnome/shell45/*
	install -D -m 644 -t $(DESTDIR)$(GNOMEDIR)/inkd@inkd.org/core Sources/inkd-gnome/core/*
	install -D -m 644 -t $(DESTDIR)$(GNOMEDIR)/inkd-43@inkd.org Sources/inkd-gnome/shell43/*
	install -D -m 644 -t $(DESTDIR)$(GNOMEDIR)/inkd-43@inkd.org/core Sources/inkd-gnome/core/*
	install -m 644 $(MODELS) $(DESTDIR)$(PREFIX)/share/inkd/models
	install -m 644 models/language/*.safetensors $(DESTDIR)$(PREFIX)/share/inkd/models/language
	install -m 644 models/scripts/*.safetensors $(DESTDIR)$(PREFIX)/share/inkd/models/scripts
	install -m 644 models/characters/* $(DESTDIR)$(PREFIX)/share/inkd/models/characters
	install -m 644 models/hands/*.json $(DESTDIR)$(PREFIX)/share/inkd/models/hands
	install -m 644 config/quirks/*.yaml $(DESTDIR)$(PREFIX)/share/inkd/quirks
	test -e $(DESTDIR)$(SYSCONFDIR)/inkd/inkd.yaml || install -m 644 config/inkd.yaml $(DESTDIR)$(SYSCONFDIR)/inkd
	test -e $(DESTDIR)$(SYSCONFDIR)/inkd/models.yaml || install -m 644 config/models.yaml $(DESTDIR)$(SYSCONFDIR)/inkd
	sed 's,@PREFIX@,$(PREFIX),g' systemd/inkd.service.in > $(DESTDIR)$(UNITDIR)/inkd.service
	sed 's,@PREFIX@/libexec,$(LIBEXECDIR),g' systemd/inkd-pen@.service.in > $(DESTDIR)$(UNITDIR)/inkd-pen@.service
	chmod 644 $(DESTDIR)$(UNITDIR)/inkd.service $(DESTDIR)$(UNITDIR)/inkd-pen@.service
	install -m 644 systemd/inkd.socket systemd/inkd-udev.socket systemd/inkd-pens.socket $(DESTDIR)$(UNITDIR)
	install -D -m 644 systemd/inkd.sysusers $(DESTDIR)$(SYSUSERSDIR)/inkd.conf
	sed 's,/usr/libexec,$(LIBEXECDIR),g' udev-rules/70-inkd.rules > $(DESTDIR)$(RULESDIR)/70-inkd.rules
	chmod 644 $(DESTDIR)$(RULESDIR)/70-inkd.rules
	install -D -m 644 -t $(DESTDIR)$(POLKITDIR) config/polkit/org.inkd.policy
	install -D -m 644 -t $(DESTDIR)$(METAINFODIR) config/org.inkd.inkd.metainfo.xml
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/applications config/desktop/org.inkd.Settings.desktop config/desktop/org.inkd.Pad.desktop
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps config/desktop/org.inkd.Settings.svg
	for page in docs/man/*.[1-8]; do if [ -e "$$page" ]; then install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}" "$$page"; fi; done
	install -d $(DESTDIR)$(BASHDIR) $(DESTDIR)$(FISHDIR) $(DESTDIR)$(ZSHDIR)
	$(LINKED)/bin/inkctl --generate-completion-script bash > $(DESTDIR)$(BASHDIR)/inkctl
	# it is read by a shell, and no program
	sed -i '1{/^#!/d}' $(DESTDIR)$(BASHDIR)/inkctl
	$(LINKED)/bin/inkctl --generate-completion-script fish > $(DESTDIR)$(FISHDIR)/inkctl.fish
	$(LINKED)/bin/inkctl --generate-completion-script zsh > $(DESTDIR)$(ZSHDIR)/_inkctl
	chmod 644 $(DESTDIR)$(BASHDIR)/inkctl $(DESTDIR)$(FISHDIR)/inkctl.fish $(DESTDIR)$(ZSHDIR)/_inkctl

uninstall: ## remove what install put there, but the configuration
	rm -f $(DESTDIR)$(PREFIX)/bin/inkd-wlim $(DESTDIR)$(PREFIX)/bin/inkd-overlay $(DESTDIR)$(PREFIX)/bin/inkd-settings $(DESTDIR)$(LIBEXECDIR)/ibus-engine-inkd
	rm -f $(DESTDIR)$(PREFIX)/share/applications/org.inkd.Settings.desktop $(DESTDIR)$(PREFIX)/share/applications/org.inkd.Pad.desktop
	rm -f $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/org.inkd.Settings.svg
	rm -f $(DESTDIR)$(LIBEXECDIR)/inkd-fcitx5 $(DESTDIR)$(FCITX5LIBDIR)/inkd.so $(DESTDIR)$(FCITX5DIR)/addon/inkd.conf $(DESTDIR)$(FCITX5DIR)/inputmethod/inkd.conf
	rm -f $(DESTDIR)$(IBUSDIR)/inkd.xml $(DESTDIR)$(USERUNITDIR)/inkd-wlim.service
	rm -rf $(DESTDIR)$(GNOMEDIR)/inkd@inkd.org $(DESTDIR)$(GNOMEDIR)/inkd-43@inkd.org
	rm -f $(DESTDIR)$(PREFIX)/bin/inkd $(DESTDIR)$(PREFIX)/bin/inkctl $(DESTDIR)$(UNITDIR)/inkd.service $(DESTDIR)$(UNITDIR)/inkd.socket $(DESTDIR)$(UNITDIR)/inkd-udev.socket
	rm -f $(DESTDIR)$(LIBEXECDIR)/inkd-pen $(DESTDIR)$(UNITDIR)/inkd-pen@.service $(DESTDIR)$(UNITDIR)/inkd-pens.socket
	rm -f $(DESTDIR)$(SYSUSERSDIR)/inkd.conf $(DESTDIR)$(POLKITDIR)/org.inkd.policy $(DESTDIR)$(METAINFODIR)/org.inkd.inkd.metainfo.xml
	rm -f $(DESTDIR)$(RULESDIR)/70-inkd.rules $(foreach page,inkd inkd.yaml org.inkd inkctl ibus-engine-inkd inkd-fcitx5 inkd-wlim inkd-overlay inkd-pen inkd-settings,$(DESTDIR)$(PREFIX)/share/man/man?/$(page).?)
	rm -f $(DESTDIR)$(BASHDIR)/inkctl $(DESTDIR)$(FISHDIR)/inkctl.fish $(DESTDIR)$(ZSHDIR)/_inkctl
	rm -f $(DESTDIR)$(LIBDIR)/libinkd-client.so $(DESTDIR)$(LIBDIR)/libinkd-core.so
	rm -rf $(DESTDIR)$(PREFIX)/share/inkd

deb: deps-packages build ## make the Debian packages of what was built, in .build/packages; check them, and print their sizes
	@packaging/deb.sh

dist: build ## make the source tarball .build/dist/inkd-VERSION.tar.xz, with all Swift packages in it: it builds without a network
	@packaging/dist.sh

sbom: build ## list what is in the programs, in SPDX: .build/inkd.spdx.json
	packaging/sbom.py --programs $(LINKED) --output .build/inkd.spdx.json

# not in the tree: 23 MB that only training and two tests read
reference: $(REFERENCE) ## restore the text model in single precision, for training and its tests, from the repository's history

$(REFERENCE):
	@mkdir -p $(@D)
	@commit=$$(git log -1 --format=%H --diff-filter=AM -- models/reference/latin-fp32.safetensors 2> /dev/null); \
	if [ -n "$$commit" ] && git show "$$commit:models/reference/latin-fp32.safetensors" > $@.part; then mv $@.part $@; \
	else rm -f $@.part; echo "$@ is not in the history here: clone the whole repository (git fetch --unshallow). Tests that need it are skipped." >&2; fi

test: deps deps-test reference ## check the formatting, build, and run all tests: what every change must pass (docs/testing.md)
	@$(TEST) lint programs guest build desktop daemon unit fuzz kernels training scale peer timed

check: ## check the formatting of what changed, and build and test the core modules: about three minutes
	@$(TEST) changed core generated modules
	@echo "Covered: $$(INKD_CORE=1 $(SWIFT) package describe --type json 2> /dev/null | sed -n 's/.*"name" : "\(.*\)Tests".*/\1/p' | sort | tr '\n' ' '); make test covers the rest."

check-generated:
	@$(MAKE) --no-print-directory generate GENERATE_FLAGS=--check
	Tests/Support/methods.py

test-unit: ## run the unit tests; those that need data look for it in $$INKD_DATA and $$INKD_RIG
	@$(TEST) build unit daemon

test-kernels: ## run the C code, on every instruction set that the processor has, under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(TEST) kernels

test-arm64: ## run the kernels of the recogniser as built for arm64, in an emulator
	@SWIFT="$(SWIFT)" Tests/Kernels/arm64.sh

test-peer: ## drive the daemon with the Python Varlink client
	@$(TEST) peer

test-scale: ## read $$INKD_SCALE inks (10,000) with a cluster of Spark's workers on this machine, and with one process
	@$(TEST) scale

test-guest: ## install into a virtual machine with a real kernel, udev and systemd, and plug pens in
	@$(TEST) guest

test-desktop: ## write with a pen into real applications on GNOME, sway and X11, without a screen; pictures in .build/screenshots
	@$(TEST) desktop timed

test-packages: deps-packages ## install the Debian packages of `make deb` into fresh systems ($$INKD_SUITES: bookworm trixie), read a pen session, and purge them; upgrade their service in a booted one
	@Tests/Packages/run.sh

test-dist: dist ## build the source tarball where there is no network
	@SWIFT="$(SWIFT)" Tests/Packages/dist.sh

evaluate: build ## measure recognition on the ink in $$INKD_DATA and print the table of docs/recognition.md
	$(RELEASE)/inkctl evaluate table --data "$(INKD_DATA)" --models models $(if $(wildcard $(REFERENCE)),--reference $(REFERENCE))
	@$(MAKE) --no-print-directory memory

memory: ## print how much memory the daemon takes after the sample session
	@Tests/Support/memory.sh $(LINKED)/bin

fuzz: deps ## feed each parser for a minute with inputs that libFuzzer makes by what the earlier ones reached, and print a table
	@SWIFT="$(SWIFT)" Tests/Fuzz/run.sh

test-fuzz: deps ## let the tests with random input go on for a minute each
	INKD_FUZZ_SECONDS=$${INKD_FUZZ_SECONDS:-60} $(SWIFT) test --filter "Fuzz|fuzz|RandomEditing"

bench: deps ## measure latency, allocations and recognition speed against references in the same run
	$(SWIFT_BUILD) --product inkd-bench
	$(RELEASE)/inkd-bench --model models/latin.safetensors

# in the order in which they are explained; a type that an earlier one has as well is that one's
INTERFACES = Devices Pointer Editor Ink Practice Blocks Packages Search Transfers Recognizer Adaptation Models TextInput Recorder Client
GENERATE = $(SWIFT) run --quiet varlink-generate

generate: ## write what is made of the interface files, of Package.swift, of config/inkd.yaml, of docs/data and of the models' cards
	$(GENERATE) $(GENERATE_FLAGS) --inside --output Sources/Varlink/Generated Sources/Varlink/Interfaces/org.varlink.service.varlink
	$(GENERATE) $(GENERATE_FLAGS) --reference docs/reference.md --output Sources/InkProtocol/Generated \
		$(INTERFACES:%=Sources/InkProtocol/Interfaces/org.inkd.%.varlink)
	$(if $(GENERATE_FLAGS),,SWIFT="$(SWIFT)" Tests/Support/targets.py)
	$(if $(GENERATE_FLAGS),,docs/configuration.py)
	$(if $(GENERATE_FLAGS),,docs/learning_curve.py)
	packaging/settings-man.py $(GENERATE_FLAGS)
	packaging/languages.py $(GENERATE_FLAGS)

reference-commands: build ## write the reference of inkctl's commands, docs/manual/command-reference.md and docs/man/inkctl.1, from the help of the built program
	docs/commands.py --program $(RELEASE)/inkctl $(GENERATE_FLAGS)

lint: lint-training lint-documents lint-version ## check the formatting of all Swift sources and the training's Python, the documents, and that `make generate` was run
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@$(MAKE) --no-print-directory generate GENERATE_FLAGS=--check

lint-version: ## check that every file that names the version names the same
	@packaging/version.sh --check

lint-documents: ## check that documents name and link to things that exist, that generated ones are up to date, and the wording of comments and texts
	SWIFT="$(SWIFT)" Tests/Support/targets.py --check
	docs/configuration.py --check
	docs/learning_curve.py --check
	Tests/Support/links.py
	Tests/Support/documents.py
	Tests/Support/wording.py

# mkdocs-material
DOCS_VENV = .build/docs-venv

$(DOCS_VENV)/complete: docs/make-venv.sh docs/requirements.txt
	@Tests/Support/install-packages.sh "to make the manual" python3-venv
	@docs/make-venv.sh $(DOCS_VENV)
	@touch $@

docs: $(DOCS_VENV)/complete ## make web pages of the manual and of all documents, in .build/docs
	@docs/build.sh $(DOCS_VENV) .build/docs

format: ## format all Swift sources
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

# PyTorch, pytest and ruff: 1.1 GB, installed once
TRAINING_VENV = .build/training-venv
# ruff alone
LINT_VENV = .build/lint-venv

.PHONY: lint-training test-training

$(TRAINING_VENV)/complete: training/make-venv.sh training/requirements-torch.txt training/requirements.txt training/requirements-lint.txt training/requirements-dev.txt
	@Tests/Support/install-packages.sh "to test the training" python3-venv
	@training/make-venv.sh $(TRAINING_VENV)
	@touch $@

$(LINT_VENV)/complete: training/requirements-lint.txt
	@Tests/Support/install-packages.sh "to check the training's code" python3-venv
	@python3 -m venv $(LINT_VENV)
	@$(LINT_VENV)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

lint-training: $(LINT_VENV)/complete ## check the Python code of the training with ruff
	cd training && ../$(LINT_VENV)/bin/python -m ruff check && ../$(LINT_VENV)/bin/python -m ruff format --check

test-training: $(TRAINING_VENV)/complete ## test the Python code of the training: no data, no GPU, under a minute
	cd training && OMP_NUM_THREADS=1 ../$(TRAINING_VENV)/bin/python -m pytest

clean: ## remove everything that was built
	rm -rf .build
