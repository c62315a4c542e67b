# Not built yet: see packaging/README.md. From the root of the repository: nix develop ./packaging/nix, or nix build './?dir=packaging/nix'
{
  description = "Handwriting from pen tablets into any text field";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
    # The toolchain of nixpkgs is older than 6.2. The lock file that Nix writes has its hash.
    swift = {
      url = "https://download.swift.org/swift-6.2-release/debian12/swift-6.2-RELEASE/swift-6.2-RELEASE-debian12.tar.gz";
      flake = false;
    };
  };

  outputs = { self, nixpkgs, swift }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      source = ../..;
      # the one place that names the version
      text = builtins.replaceStrings [ "\n" ] [ " " ] (builtins.readFile "${source}/Sources/InkProtocol/Version.swift");
      version = builtins.head (builtins.match ''.*inkdVersion = "([^"]*)".*'' text);

      tarball = builtins.getEnv "INKD_TARBALL";

      libraries = with pkgs; [
        cairo curl fcitx5 gtk4 libarchive libevdev libjpeg libmd libsodium libwacom libxkbcommon libxml2 libyaml sqlite systemd zlib
        xorg.libX11 xorg.libXext xorg.libXi xorg.libXrandr xorg.libXtst wayland
      ];

      # what the toolchain itself is linked with
      toolchain = pkgs.stdenv.mkDerivation {
        pname = "swift-toolchain";
        version = "6.2";
        src = swift;
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        buildInputs = with pkgs; [ curl libedit libuuid libxml2 ncurses python3 sqlite stdenv.cc.cc.lib zlib ];
        autoPatchelfIgnoreMissingDeps = true;
        dontBuild = true;
        dontStrip = true;
        installPhase = ''
          mkdir -p $out
          cp -r usr/. $out
        '';
      };
    in
    {
      # `make dist` first: its tarball has the Swift packages in it (vendor/), since nothing can be fetched while this builds.
      # INKD_TARBALL names it: nix build --impure './?dir=packaging/nix'
      packages.${system}.default = pkgs.stdenv.mkDerivation {
        pname = "inkd";
        inherit version;
        src = if tarball == "" then throw "INKD_TARBALL names no tarball of `make dist`, or --impure is missing" else /. + tarball;
        nativeBuildInputs = [ toolchain pkgs.pkg-config pkgs.python3 pkgs.autoPatchelfHook ];
        buildInputs = libraries ++ [ pkgs.stdenv.cc.cc.lib ];
        postPatch = ''
          patchShebangs packaging Tests/Support docs
          substituteInPlace udev-rules/70-inkd.rules --replace-fail /usr/bin/setfacl ${pkgs.acl}/bin/setfacl
          substituteInPlace systemd/inkd-pen@.service.in --replace-fail /usr/bin/setfacl ${pkgs.acl}/bin/setfacl
        '';
        buildPhase = ''
          export HOME=$TMPDIR
          make build PREFIX=$out LIBEXECDIR=$out/libexec
        '';
        installPhase = ''
          make install PREFIX=$out SYSCONFDIR=$out/etc LIBEXECDIR=$out/libexec INSTALL_PROGRAM=install \
            IBUSDIR=$out/share/ibus/component FCITX5DIR=$out/share/fcitx5 FCITX5LIBDIR=$out/lib/fcitx5 \
            POLKITDIR=$out/share/polkit-1/actions
        '';
      };

      # everything that `make build` and `make test-unit` need, where Nix's own folders are not looked into
      devShells.${system}.default = (pkgs.buildFHSEnv {
        name = "inkd";
        targetPkgs = _: libraries ++ [ toolchain ] ++ (with pkgs; [ acl gcc git gnumake pkg-config python3 zlib ]);
      }).env;

      # the service: imports = [ inkd.nixosModules.default ];
      nixosModules.default = { ... }: {
        systemd.packages = [ self.packages.${system}.default ];
        services.udev.packages = [ self.packages.${system}.default ];
        environment.systemPackages = [ self.packages.${system}.default ];
        users.users.inkd = { isSystemUser = true; group = "inkd"; };
        users.groups.inkd = { };
        users.users.inkd-pen = { isSystemUser = true; group = "inkd-pen"; };
        users.groups.inkd-pen = { };
        # units that come with packages are not enabled by them
        systemd.sockets.inkd.wantedBy = [ "sockets.target" ];
        systemd.services.inkd.wantedBy = [ "multi-user.target" ];
      };
    };
}
