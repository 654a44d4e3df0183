#!/usr/bin/env bash
# Makes the replica the primary and leads the shop there (docs/scale.md). It stops at the first step that fails, and may
# be run again. It needs psql and these:
#   FENCE     a command that ends the old primary for good, or its machine, and fails where it is not sure of that
#   REPLICA   how psql reaches the replica, as one who may promote it: 'host=10.0.0.22 user=postgres dbname=postgres'
#   ADDRESS   where the shop will find it: 10.0.0.22:5432
#   HAPROXY   the stats sockets of every haproxy that has database.cfg: '127.0.0.1:9999'
#   CONFIG    that file here: /etc/haproxy/database.cfg
set -euo pipefail
: "${FENCE:?}" "${REPLICA:?}" "${ADDRESS:?}" "${HAPROXY:?}" "${CONFIG:?}"

tell_haproxy() {
  local at said
  for at in $HAPROXY; do
    exec 3<>"/dev/tcp/${at%:*}/${at##*:}"
    echo "$1" >&3
    said=$(cat <&3)
    exec 3>&-
    # It says nothing where all is well, and "no need to change" where it is so already.
    case $said in '' | *IP* | *port* | *'nothing changed'*) ;; *) echo "haproxy at $at: $said" >&2 && exit 1 ;; esac
  done
}
ask_replica() { psql "$REPLICA" -XAtq -v ON_ERROR_STOP=1 -c "$1"; }

# Nobody reaches the old one any more, and it is gone: two primaries at once would each take orders.
tell_haproxy 'set server database/primary state maint'
tell_haproxy 'shutdown sessions server database/primary'
bash -c "$FENCE" || { echo 'The old primary may still run: nothing was promoted.' >&2; exit 1; }

# From now on there is one copy; a new replica has to be named before writes wait for it.
ask_replica "alter system set synchronous_standby_names = ''"
ask_replica 'select pg_reload_conf()' >/dev/null
[ "$(ask_replica 'select not pg_is_in_recovery() or pg_promote(true, 60)')" = t ] ||
  { echo 'The replica was not promoted.' >&2; exit 1; }

# What haproxy reads when it starts, then what it knows now.
sed -i.before -E "s/^( *server primary ).*/\1$ADDRESS/" "$CONFIG"
grep -q "^ *server primary $ADDRESS$" "$CONFIG" || { echo "$CONFIG names no 'server primary'." >&2; exit 1; }
tell_haproxy "set server database/primary addr ${ADDRESS%:*} port ${ADDRESS##*:}"
tell_haproxy 'set server database/primary state ready'
echo "The shop writes to $ADDRESS. Make a new replica; bring $CONFIG to every other haproxy."
