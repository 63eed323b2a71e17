#!/bin/sh
# Starts caulk from the unpacked archive of scripts/write-competition-archive.mjs, with the Node that came with it.
set -eu

self=$0
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
case $self in
  */*) here=${self%/*} ;;
  *) here=. ;;
esac

exec "$here/lib/node" --heap-growing-percent=100 --min-semi-space-size=32 --max-semi-space-size=64 \
  --interrupt-budget=264000 "$here/lib/caulk/dist/src/cli/main.js" "$@"
