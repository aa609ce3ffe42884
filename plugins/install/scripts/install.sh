#!/bin/sh
# Installs, upgrades or removes the svc agent. `sh install.sh --help` lists the options.
#
# The enrollment code is read from SVC_ENROLLMENT_CODE or a file, never from an argument, and is never passed to another
# program as an argument: every account of the host can list those.
set -eu

usage() {
  cat <<'TEXT'
Usage: install.sh --server URL [OPTION]...
       install.sh --uninstall [--purge] [--docker]

Installs the svc agent, or upgrades it. As root it becomes a system service, otherwise a service of this account below
~/.local. Reads the one-time enrollment code from SVC_ENROLLMENT_CODE.

  --server URL          URL of the server
  --capabilities LIST   capabilities to allow or, after a "-", to deny: terminal,docker,-upgrade
  --releases URL        where the agent finds its upgrades, for upgrades from the dashboard
  --release-key KEY     public key of minisign that has to sign them
  --code-file FILE      read the enrollment code from this file
  --docker              run the agent in a container
  --dry-run             only print what would be done
  --uninstall           remove the agent; keeps its configuration and state
  --purge               with --uninstall: also remove configuration and state
  --help                show this help
TEXT
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
misused() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 2
}
has() { command -v "$1" >/dev/null 2>&1; }

read_arguments() {
  server=${SVC_SERVER_URL:-}
  capabilities='' releases='' release_key='' code_file='' container='' dry_run='' uninstall='' purge=''
  while [ $# -gt 0 ]; do
    case $1 in
      --server | --capabilities | --releases | --release-key | --code-file)
        [ $# -ge 2 ] || misused "$1 requires a value"
        case $1 in
          --server) server=$2 ;;
          --capabilities) capabilities=$2 ;;
          --releases) releases=$2 ;;
          --release-key) release_key=$2 ;;
          --code-file) code_file=$2 ;;
        esac
        shift
        ;;
      --docker) container=1 ;;
      --dry-run) dry_run=1 ;;
      --uninstall) uninstall=1 ;;
      --purge) purge=1 ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) misused "unknown option $1; --help lists the options" ;;
    esac
    shift
  done
  [ -z "$purge" ] || [ -n "$uninstall" ] || misused '--purge requires --uninstall'
  [ -z "$uninstall" ] || return 0
  [ -n "$server" ] || misused '--server is required, for example --server https://svc.example.com'
  server=${server%/}
  case $server in
    *[!A-Za-z0-9.:/_~%-]*)
      # Brackets enclose an IPv6 address.
      case $server in *[!]A-Za-z0-9.:/_~%[-]*) misused '--server contains characters that no URL of a server has' ;; esac
      ;;
  esac
  case $server in http://?* | https://?*) ;; *) misused '--server must begin with https:// or http://' ;; esac
  case $capabilities in *[!a-z0-9_,-]*) misused '--capabilities must be names separated by commas' ;; esac
  case $releases in
    *[!A-Za-z0-9.:/_~%-]*) misused '--releases contains characters that no URL has' ;;
    '' | https://?* | http://localhost[:/]* | http://127.*) ;;
    *) misused '--releases must begin with https://' ;;
  esac
  case $release_key in *[!A-Za-z0-9+/]*) misused '--release-key must be the last line of a public key of minisign' ;; esac
  [ -z "$release_key" ] || [ -n "$releases" ] || misused '--release-key requires --releases'
  code=${SVC_ENROLLMENT_CODE:-}
  if [ -n "$code_file" ]; then
    [ -r "$code_file" ] || fail "cannot read $code_file"
    IFS= read -r code <"$code_file" || [ -n "$code" ] || fail "$code_file is empty"
  fi
  # Only the functions below may see it.
  unset SVC_ENROLLMENT_CODE
  case $code in *[!A-Za-z0-9_-]*) fail 'the enrollment code has characters that no code has; copy it again' ;; esac
}

# Names of the list with, or without, a leading "-": as elements of a TOML array or of a list with commas.
chosen() { # allow|deny toml|list
  list=
  rest=$capabilities,
  while [ -n "$rest" ]; do
    name=${rest%%,*}
    rest=${rest#*,}
    case $1$name in
      allow | deny | allow-*) continue ;;
      deny-*) name=${name#-} ;;
      deny*) continue ;;
    esac
    [ "$2" = list ] || name="\"$name\""
    list="$list${list:+,}$name"
  done
  printf '%s' "$list"
}

find_platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "there is no agent for $system; on Windows use install.ps1" ;;
  esac
  case $machine in
    x86_64 | amd64) cpu=amd64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) fail "there is no agent for processors of the kind $machine" ;;
  esac
  # A shell that macOS translates sees the other processor.
  if [ "$os" = darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" = 1 ]; then cpu=arm64; fi
  target=$os-$cpu
}

find_places() {
  if [ "$(id -u)" = 0 ]; then
    account=root
    bin=/usr/local/bin config=/etc/svc/agent.toml state=/var/lib/svc-agent cache=/var/cache/svc
    if [ "$os" = darwin ]; then state='/Library/Application Support/svc-agent'; fi
  else
    account=$(id -un)
    [ -n "${HOME:-}" ] || fail 'HOME is not set'
    bin=$HOME/.local/bin config=${XDG_CONFIG_HOME:-$HOME/.config}/svc/agent.toml
    state=$HOME/.local/state/svc-agent cache=${XDG_CACHE_HOME:-$HOME/.cache}/svc
  fi
  program=$bin/svc-agent
}

# What starts the agent at boot and after a crash.
find_supervisor() {
  supervisor=none definition=
  if [ "$os" = darwin ]; then
    supervisor=launchd
    definition=/Library/LaunchDaemons/svc-agent.plist domain=system
    if [ "$account" != root ]; then
      definition=$HOME/Library/LaunchAgents/svc-agent.plist
      domain=gui/$(id -u)
    fi
  elif [ -d /run/systemd/system ] && has systemctl; then
    if [ "$account" = root ]; then
      supervisor=systemd definition=/etc/systemd/system/svc-agent.service
    elif systemctl --user show-environment >/dev/null 2>&1; then
      supervisor=systemd definition=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/svc-agent.service
    fi
  elif [ "$account" = root ] && has rc-service && has rc-update; then
    supervisor=openrc definition=/etc/init.d/svc-agent
  fi
}

control() { # systemctl for the system or for this account
  if [ "$account" = root ]; then systemctl "$@"; else systemctl --user "$@"; fi
}

define_service() {
  case $supervisor in
    systemd)
      wanted_by=default.target directories=
      [ "$account" != root ] || wanted_by=multi-user.target directories='StateDirectory=svc-agent'
      cat <<TEXT
[Unit]
Description=svc monitoring agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart="$program" --config "$config"
Restart=always
RestartSec=5
RestartPreventExitStatus=78
$directories

[Install]
WantedBy=$wanted_by
TEXT
      ;;
    openrc)
      cat <<TEXT
#!/sbin/openrc-run
name="svc-agent"
description="svc monitoring agent"
supervisor=supervise-daemon
command=$program
command_args="--config $config"
respawn_delay=5
respawn_max=0
output_log=/var/log/svc-agent.log
error_log=/var/log/svc-agent.log

depend() {
  need net
}
TEXT
      ;;
    launchd)
      log=/var/log/svc-agent.log
      [ "$account" = root ] || log=$HOME/Library/Logs/svc-agent.log
      cat <<TEXT
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>svc-agent</string>
<key>ProgramArguments</key><array>
<string>$program</string><string>--config</string><string>$config</string>
</array>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><true/>
<key>ThrottleInterval</key><integer>30</integer>
<key>StandardOutPath</key><string>$log</string>
<key>StandardErrorPath</key><string>$log</string>
</dict></plist>
TEXT
      ;;
  esac
}

start_service() {
  case $supervisor in
    systemd)
      control daemon-reload
      control enable svc-agent >/dev/null 2>&1 || fail 'systemctl enable svc-agent failed'
      control restart svc-agent
      ;;
    openrc)
      rc-update add svc-agent default >/dev/null
      rc-service svc-agent restart
      ;;
    launchd)
      launchctl bootout "$domain/svc-agent" 2>/dev/null || true
      launchctl bootstrap "$domain" "$definition"
      ;;
  esac
}

is_running() {
  case $supervisor in
    systemd) control is-active --quiet svc-agent ;;
    openrc) rc-service svc-agent status >/dev/null 2>&1 ;;
    launchd) launchctl print "$domain/svc-agent" >/dev/null 2>&1 ;;
    none) ;;
  esac
}

stop_service() {
  [ -e "$definition" ] || return 0
  case $supervisor in
    systemd) control disable --now svc-agent >/dev/null 2>&1 || true ;;
    openrc)
      rc-service svc-agent stop || true
      rc-update del svc-agent >/dev/null 2>&1 || true
      ;;
    launchd) launchctl bootout "$domain/svc-agent" 2>/dev/null || true ;;
  esac
}

explain_start() {
  case $supervisor in
    systemd)
      if [ "$account" = root ]; then
        say 'Its log: journalctl -u svc-agent'
      else
        say 'Its log: journalctl --user -u svc-agent'
        loginctl enable-linger >/dev/null 2>&1 ||
          say "It stops when $account signs out. To keep it: sudo loginctl enable-linger $account"
      fi
      ;;
    openrc) say 'Its log: /var/log/svc-agent.log' ;;
    launchd) say "Its log: $log" ;;
    none)
      say 'This host has no service manager that this script knows. Let yours run:'
      say "  $program --config $config"
      ;;
  esac
}

fetch() { # URL FILE
  if has curl; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail 'curl or wget is required'
  fi || fail "cannot download $1"
}

sum_of() {
  if has sha256sum; then
    sha256sum <"$1"
  else
    shasum -a 256 <"$1"
  fi | cut -d ' ' -f 1
}

# The published checksum of a file; empty if there is none.
published() {
  awk -v name="$1" '$2 == name || $2 == "*" name { print tolower($1); exit }' "$work/checksums.txt"
}

fetch_checked() { # NAME FILE
  expected=$(published "$1")
  [ -n "$expected" ] || fail "$server has no $1; its administrator can add it to the folder of releases"
  fetch "$server/install/$1" "$2"
  actual=$(sum_of "$2")
  [ "$actual" = "$expected" ] ||
    fail "$1 is corrupted: its SHA-256 is $actual, published is $expected. Nothing was changed."
}

# Temporary files are where the program goes: /tmp may be too small, or forbid to run programs.
make_work() { # FOLDER
  work=$(mktemp -d "$1/.svc-install.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
}

try_program() { version=$("$work/program" --version 2>"$work/reason"); }

# Adds the only library of the agent that small installations of Linux lack. Returns whether it did.
add_library() {
  grep -q 'libatomic\.so' "$work/reason" || return 1
  if [ "$account" = root ]; then
    for manager in 'apt-get install -y libatomic1' 'dnf install -y libatomic' 'yum install -y libatomic' \
      'zypper --non-interactive install libatomic1' 'pacman -S --noconfirm gcc-libs'; do
      if has "${manager%% *}"; then
        say "The agent needs the library libatomic: $manager"
        $manager >/dev/null && return 0
        break
      fi
    done
  fi
  say 'The agent needs the library libatomic. Install the package libatomic1 (Debian, Ubuntu) or libatomic.' >&2
  return 1
}

# The program, in $candidate; empty if the installed one is the same.
get_program() {
  fetch "$server/install/checksums.txt" "$work/checksums.txt"
  name=svc-agent-$target
  candidate=
  if [ -f "$program" ] && [ "$(sum_of "$program")" = "$(published "$name")" ]; then return 0; fi
  # Packed it is a third of the size.
  if has zstd && [ -n "$(published "$name.zst")" ]; then
    fetch_checked "$name.zst" "$work/program.zst"
    zstd -q -d "$work/program.zst" -o "$work/program"
    rm "$work/program.zst"
  else
    fetch_checked "$name" "$work/program"
  fi
  chmod 755 "$work/program"
  if ! try_program && { ! add_library || ! try_program; }; then
    cat "$work/reason" >&2
    # shellcheck disable=SC2144 # one match is enough
    if [ -e /lib/ld-musl-x86_64.so.1 ] || [ -e /lib/ld-musl-aarch64.so.1 ]; then
      fail 'the agent needs glibc, and this system has musl; use --docker'
    fi
    fail 'the agent does not run on this host. Nothing was changed.'
  fi
  candidate=$work/program
}

# Whether the configuration sets a key that is in no table.
configured() {
  awk -v key="$1" '
    /^[ \t]*\[/ { exit }
    $0 ~ "^[ \t]*" key "[ \t]*=" { found = 1; exit }
    END { exit !found }' "$old"
}

# The configuration with the values of this call; everything else stays as it is. The code is not an argument of awk.
make_config() {
  old=$config
  [ -f "$old" ] || old=/dev/null
  configured server_url || printf 'server_url = "%s"\n' "$server"
  [ -z "$code" ] || configured enrollment_code || printf 'enrollment_code = "%s"\n' "$code"
  [ "$account" = root ] || configured state_dir || printf 'state_dir = "%s"\n' "$state"
  ENROLLMENT_CODE=$code awk -v server="$server" -v chosen="${capabilities:+1}" \
    -v allow="$(chosen allow toml)" -v deny="$(chosen deny toml)" -v releases="$releases" -v key="$release_key" '
    function values(name) {
      if (name == "capabilities" && chosen) {
        if (allow != "") print "allow = [" allow "]"
        if (deny != "") print "deny = [" deny "]"
      }
      if (name == "upgrade" && releases != "") {
        print "release_repo_url = \"" releases "\""
        if (key != "") print "release_key = \"" key "\""
      }
      written[name] = 1
    }
    function missing(name) {
      if (name in written) return
      print "[" name "]"
      values(name)
    }
    BEGIN { top = 1; code = ENVIRON["ENROLLMENT_CODE"] }
    skipping { if (/\]/) skipping = 0; next }
    /^[ \t]*\[/ {
      top = 0
      table = $0
      sub(/^[ \t]*\[[ \t]*/, "", table)
      sub(/[ \t]*\].*/, "", table)
      print
      values(table)
      next
    }
    top && /^[ \t]*server_url[ \t]*=/ { print "server_url = \"" server "\""; next }
    top && code != "" && /^[ \t]*enrollment_code[ \t]*=/ { print "enrollment_code = \"" code "\""; next }
    table == "capabilities" && chosen && /^[ \t]*(allow|deny)[ \t]*=/ { if (!/\]/) skipping = 1; next }
    table == "upgrade" && releases != "" && /^[ \t]*release_repo_url[ \t]*=/ { next }
    table == "upgrade" && key != "" && /^[ \t]*release_key[ \t]*=/ { next }
    { print }
    END {
      if (chosen) missing("capabilities")
      if (releases != "") missing("upgrade")
    }' "$old"
}

# Moves a file into place if it differs from what is there. Returns whether it did.
place() { # NEW TARGET MODE
  if [ -f "$2" ] && cmp -s "$1" "$2"; then return 1; fi
  chmod "$3" "$1"
  mv -f "$1" "$2"
}

explain_service() {
  case $supervisor in
    none) say '  start      nothing: there is no service manager that this script knows' ;;
    *) say "  start      the $supervisor service svc-agent ($definition)" ;;
  esac
}

install_program() {
  if [ -z "$code" ] && ! grep -Eq '^[[:space:]]*(token|enrollment_code)[[:space:]]*=' "$config" 2>/dev/null; then
    fail 'no enrollment code: set SVC_ENROLLMENT_CODE, or use --code-file FILE. The page of the server generates one.'
  fi
  say "This installs or upgrades the svc agent of this host, as $account:"
  say "  download   $server/install/svc-agent-$target, checked by its SHA-256"
  say "  install    $program"
  say "  configure  $config, readable by $account only"
  [ -z "$releases" ] || say "  upgrades   from $releases${release_key:+, signed by $release_key}, when the dashboard asks for one"
  explain_service
  case $server in
    http://localhost | http://localhost:* | http://127.* | http://\[::1\]*) ;;
    http://*) say '  warning    the connection to this server is not encrypted' ;;
  esac
  [ -z "$dry_run" ] || return 0

  umask 022
  mkdir -p "$bin" "$(dirname "$config")"
  make_work "$bin"
  get_program
  (umask 077 && make_config >"$work/config")
  changes=
  if [ -n "$candidate" ]; then
    mv -f "$candidate" "$program"
    changes=1
    say "Installed version $version."
  fi
  # It may be on another file system, where only a file beside the old one replaces it at once.
  (umask 077 && cp "$work/config" "$config.new")
  if place "$config.new" "$config" 600; then changes=1; else rm "$config.new"; fi
  if [ "$account" != root ]; then (umask 077 && mkdir -p "$state"); fi
  if [ -n "$definition" ]; then
    mkdir -p "$(dirname "$definition")"
    define_service >"$definition.new"
    mode=644
    [ "$supervisor" != openrc ] || mode=755
    if place "$definition.new" "$definition" "$mode"; then changes=1; else rm "$definition.new"; fi
  fi
  if [ -z "$changes" ]; then
    say 'Nothing to change: this version is installed with this configuration.'
    if is_running; then return 0; fi
  fi
  start_service
  [ "$supervisor" = none ] || say 'The agent is started.'
  explain_start
}

install_container() {
  has docker || fail 'docker is required'
  image=svc-agent-image-$target.tar
  say 'This runs the svc agent of this host in a container:'
  say "  download   $server/install/$image, checked by its SHA-256"
  say '  load       the image svc-agent'
  say '  run        the container svc-agent, with the volume svc-agent for its configuration and state'
  [ -z "$dry_run" ] || return 0
  make_work "${TMPDIR:-/tmp}"
  fetch "$server/install/checksums.txt" "$work/checksums.txt"
  fetch_checked "$image" "$work/image.tar"
  loaded=$(docker load -i "$work/image.tar")
  reference=$(printf '%s\n' "$loaded" | sed -n 's/^Loaded image: *//p' | head -n 1)
  [ -n "$reference" ] || fail "docker load says: $loaded"
  docker rm -f svc-agent >/dev/null 2>&1 || true
  allow=$(chosen allow list)
  deny=$(chosen deny list)
  {
    printf 'SVC_SERVER_URL=%s\n' "$server"
    [ -z "$code" ] || printf 'SVC_ENROLLMENT_CODE=%s\n' "$code"
    [ -z "$allow" ] || printf 'SVC_CAPABILITIES__ALLOW=%s\n' "$allow"
    [ -z "$deny" ] || printf 'SVC_CAPABILITIES__DENY=%s\n' "$deny"
  } | docker run -d --name svc-agent --restart unless-stopped --env-file /dev/stdin --network host --pid host \
    --read-only --tmpfs /tmp --security-opt no-new-privileges -v svc-agent:/var/lib/svc-agent "$reference" >/dev/null
  say "Running $reference. Its log: docker logs svc-agent"
}

uninstall_container() {
  has docker || fail 'docker is required'
  say 'This removes the container svc-agent and its images.'
  [ -z "$purge" ] || say 'It also removes the volume svc-agent with its configuration and state.'
  [ -z "$dry_run" ] || return 0
  # In an orderly stop, the agent removes what it has added to the host, for example its rules in nftables.
  docker stop svc-agent >/dev/null 2>&1 || true
  docker rm -f svc-agent >/dev/null 2>&1 || true
  for reference in $(docker images -q svc-agent); do docker rmi -f "$reference" >/dev/null; done
  [ -z "$purge" ] || docker volume rm svc-agent >/dev/null 2>&1 || true
  say 'Removed.'
}

uninstall_program() {
  say "This removes the svc agent of this host, as $account:"
  if [ -n "$definition" ]; then
    say "  stop       the $supervisor service svc-agent ($definition)"
  else
    say '  stop       nothing: stop the agent where it was started'
  fi
  say "  remove     $program"
  if [ -n "$purge" ]; then
    say "  remove     $config, $state"
  else
    say "  keep       $config, $state (--purge removes them)"
  fi
  [ -z "$dry_run" ] || return 0
  if [ -n "$definition" ]; then
    stop_service
    rm -f "$definition"
    [ "$supervisor" != systemd ] || control daemon-reload
  fi
  rm -f "$program" "$program.bak" "$program.new" "$program.old"
  rm -rf "$cache"/svc-agent-*
  rmdir "$cache" 2>/dev/null || true
  if [ -n "$purge" ]; then
    rm -f "$config"
    rmdir "$(dirname "$config")" 2>/dev/null || true
    rm -rf "$state"
  fi
  say 'Removed.'
}

main() {
  read_arguments "$@"
  find_platform
  if [ -n "$container" ]; then
    if [ -n "$uninstall" ]; then uninstall_container; else install_container; fi
    return
  fi
  find_places
  find_supervisor
  if [ -n "$uninstall" ]; then uninstall_program; else install_program; fi
}

# The last line: a download that breaks off runs nothing.
main "$@"
