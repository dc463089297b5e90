#!/bin/sh
# Runs Caddy where the entrance needs a certificate from it: with TLS=auto, for a PUBLIC_URL that begins with https. Otherwise it sleeps.
# Settings that contradict each other are one sentence, and the entrance does not start.
set -eu

refuse() {
  echo "$1" >&2
  exit 1
}

name=${PUBLIC_URL#https://}
name=${name%%[:/]*}
case "$TLS $PUBLIC_URL" in
  "auto https://"*)
    case $name in
      *[!a-z0-9.-]*) name= ;;
      *.[a-z]*) ;;
      *) name= ;;
    esac
    [ "$name" ] || refuse "No CA gives a certificate for PUBLIC_URL=$PUBLIC_URL: name it by a name of the public DNS, in small letters; or set TLS=on for a certificate of your own, or TLS=off behind another reverse proxy."
    NAME=$name exec caddy run --config "$(dirname "$0")/Caddyfile"
    ;;
  "on https://"* | "off "* | "auto http://"*) exec sleep infinity ;;
  "on "*) refuse "TLS=on contradicts PUBLIC_URL=$PUBLIC_URL, which must begin with https:// then." ;;
  *) refuse "TLS=$TLS and PUBLIC_URL=$PUBLIC_URL are not understood: TLS is on, off or not set, and PUBLIC_URL begins with http:// or https://." ;;
esac
