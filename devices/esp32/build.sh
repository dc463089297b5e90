#!/bin/sh
# Builds the firmware, and signs it if there is a signing-key.pem. The folder images/ gets what a server's FIRMWARE_DIR needs.
#
#   devices/esp32/build.sh                      all three chips
#   devices/esp32/build.sh esp32c3              one of them
#   devices/esp32/build.sh esp32c3 -t upload    and onto the board at the USB port
#
# It needs Python 3.10 or newer with venv, and at its first run the internet.
set -eu
cd "$(dirname "$0")"

case "${1:-}" in
esp32 | esp32c3 | esp32s3) chip=$1 && shift && set -- -e "$chip" "$@" ;;
"") ;;
*) echo "build.sh: $1 is not a chip: esp32, esp32c3 or esp32s3" >&2 && exit 1 ;;
esac

python3 -m venv .venv
.venv/bin/python -m pip install --quiet --requirement requirements.txt
exec .venv/bin/python -m platformio run "$@"
