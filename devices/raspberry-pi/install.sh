#!/bin/sh
# Installs a Flower War temple on this Raspberry Pi, or updates it (docs/build-a-temple.md). Run it from a clone of the
# project; it may run again at any time. With DESTDIR it reads and writes its files below that folder.
set -eu

usage() {
  cat <<'TEXT'
Installs a Flower War temple on this Raspberry Pi, or updates it. It may run again at any time.

usage: sudo devices/raspberry-pi/install.sh [--link <link>] [--dry-run]

options:
  --link <link>   the link that "flower-war temple add" prints; without it the script asks, unless the temple has one
  --dry-run       check this machine and say what would be done
  --help          this text

It needs a 64-bit Raspberry Pi OS or Debian 12 or 13 (with 12 the temple has no sound), 2 GB of free disk and the internet.
It installs gpiod and npm from Debian, and the project's own Node below the clone; writes /etc/flower-war-temple.env, which
only root may read, and the service flower-war-temple; and starts the service.
TEXT
}

fail() {
  echo "$1" >&2
  exit 1
}

link=""
dry=""
while [ $# -gt 0 ]; do
  case $1 in
    --link) [ $# -ge 2 ] || fail "--link needs a link."; link=$2; shift ;;
    --dry-run) dry=yes ;;
    --help) usage; exit ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

root=${DESTDIR:-}
here=$(cd "$(dirname "$0")/../.." && pwd)
env_file=$root/etc/flower-war-temple.env
unit_file=$root/etc/systemd/system/flower-war-temple.service

say() { echo "== $1"; }

# Runs a command; in a dry run it only prints it.
run() {
  if [ -n "$dry" ]; then echo "would run: $*"; else "$@"; fi
}

# Writes its input to a file with these permissions, unless it is there already.
write() {
  new=$(mktemp)
  cat >"$new"
  if [ -n "$dry" ]; then
    echo "would write: $2 ($1)"
  elif ! cmp -s "$new" "$2"; then
    mkdir -p "$(dirname "$2")"
    install -m "$1" "$new" "$2"
  else
    chmod "$1" "$2"
  fi
  rm -f "$new"
}

say "check this machine"
[ -n "$dry" ] || [ "$(id -u)" = 0 ] || fail "Run it as root, with sudo."
[ "$(dpkg --print-architecture)" = arm64 ] || fail "This system is not a 64-bit one for the Raspberry Pi: install Raspberry Pi OS (64-bit)."
version=$(sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*/\1/p' "$root/etc/os-release")
case $version in
  12 | 13) ;;
  *) fail "It needs Debian 12 or 13, or a Raspberry Pi OS that is built on them. This is version ${version:-unknown}." ;;
esac
[ -e "$root/dev/gpiochip0" ] || fail "This machine has no GPIO pins (/dev/gpiochip0): it needs a Raspberry Pi."
case $here in
  /home/* | /root/*) fail "The service cannot read $here: clone the project to /opt/flower-war." ;;
esac
if [ ! -e "$here/node_modules" ] && [ "$(df -Pk "$here" | awk 'NR == 2 { print $4 }')" -lt 2000000 ]; then
  fail "It needs 2 GB of free disk at $here."
fi

if [ -z "$link" ] && [ ! -e "$env_file" ]; then
  printf 'The link of the enrolment, from "flower-war temple add": '
  read -r link || fail "There is no link: give it with --link."
  echo
  [ -n "$link" ] || fail "There is no link: give it with --link."
fi

say "programs"
packages=""
command -v gpiomon >/dev/null || packages="gpiod"
command -v npm >/dev/null || packages="$packages npm"
if [ -n "$packages" ]; then
  run apt-get update -q
  # shellcheck disable=SC2086 # two words
  run apt-get install -q -y --no-install-recommends $packages
fi
if [ "$version" = 12 ]; then
  echo "no-sound: Debian 12's gpioset cannot make a tone. For sound install Debian 13 or a Raspberry Pi OS built on it."
fi

say "the temple's program and its Node"
if [ "$here/node_modules/.package-lock.json" -nt "$here/package-lock.json" ] && [ -x "$here/node_modules/.bin/node" ]; then
  echo "up to date"
else
  (cd "$here" && run npm ci --omit=dev --ignore-scripts --no-audit --no-fund && run npm rebuild node)
fi

say "settings"
if [ -n "$link" ]; then
  TEMPLE_LINK=$link
  export TEMPLE_LINK
  (cd "$here" && run node_modules/.bin/node --conditions=@flower-war/source devices/src/raspberry-pi/main.ts --check)
  example=$here/devices/raspberry-pi/flower-war-temple.env.example
  [ ! -e "$env_file" ] || example=$env_file
  # A Pi 5 with an older kernel has its pins at another chip.
  chip=$(gpiodetect 2>/dev/null | sed -n 's/^\(gpiochip[0-9]*\) \[pinctrl-\(rp1\|bcm2711\|bcm2835\)\].*/\1/p' | head -n 1)
  # awk takes both from the environment, so that no character in them has a meaning.
  CHIP=$chip awk '
    /^TEMPLE_LINK=/ { print "TEMPLE_LINK=" ENVIRON["TEMPLE_LINK"]; has_link = 1; next }
    /^GPIO_CHIP=/ && ENVIRON["CHIP"] != "" { print "GPIO_CHIP=" ENVIRON["CHIP"]; next }
    { print }
    END { if (!has_link) print "TEMPLE_LINK=" ENVIRON["TEMPLE_LINK"] }
  ' "$example" | write 600 "$env_file"
else
  echo "$env_file stays as it is; --link sets another enrolment"
fi

say "service"
sed "s#/opt/flower-war#$here#g" "$here/devices/raspberry-pi/flower-war-temple.service" | write 644 "$unit_file"
run systemctl daemon-reload
run systemctl enable flower-war-temple
run systemctl restart flower-war-temple
echo "What its screen says: journalctl -fu flower-war-temple"
