#!/bin/bash
# Boots a systemd on a copy of this machine, and runs a script there as root. It needs mount and PID namespaces of its own, with which
# the copy is gone. The copy has no network; there the clone is /opt/flower-war, and what the script writes into /results is kept.
#
# usage: systemd-machine.sh [<clone> <results> <script>]    without arguments it only tries whether it may
set -eu
mount -t tmpfs tmpfs /run
mkdir /run/systemd /run/upper /run/work /run/machine
mount -t overlay overlay -o lowerdir=/,upperdir=/run/upper,workdir=/run/work /run/machine
[ $# -eq 3 ] || exit 0
clone=$1 results=$2 script=$3

cd /run/machine
rm -f etc/machine-id
mkdir -p opt/flower-war results
cp "$script" script
cd etc/systemd/system
ln -sf /dev/null systemd-networkd-wait-online.service
cat >try.target <<'UNIT'
[Unit]
Wants=try.service
UNIT
cat >try.service <<'UNIT'
[Service]
Type=oneshot
TimeoutStartSec=infinity
WorkingDirectory=/opt/flower-war
ExecStart=/bin/sh -c "/bin/sh /script; kill -s RTMIN+4 1"
UNIT

# Control groups of its own, for another one may run at the same time.
own=$(basename "$results")
hierarchies=()
for each in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
  if [ -e "$each/cgroup.procs" ] && mkdir "$each/$own"; then
    echo 0 >"$each/$own/cgroup.procs"
    hierarchies+=("$each")
  fi
done
status=0
systemd-nspawn --directory=/run/machine --boot --machine=flower-war --link-journal=no --register=no --keep-unit --private-network \
  --console=pipe --bind-ro="$clone:/opt/flower-war" --bind="$results:/results" systemd.unit=try.target || status=$?
for each in "${hierarchies[@]}"; do
  echo 0 >"$each/cgroup.procs"
  find "$each/$own" -depth -type d -exec rmdir {} +
done
exit "$status"
