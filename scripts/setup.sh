#!/bin/sh
# Brings node_modules and dist up to date with the lock file and the sources; a no-op if they are.
# Called by the launcher and by scripts/check.sh; concurrent runs wait for each other.
set -eu
cd "$(dirname "$0")/.."

say() { echo "caulk: $*"; }

if [ ! -w . ]; then
  say "cannot write to $PWD: build it as its owner first"
  exit 2
fi

lock=.setup-lock
until mkdir "$lock" 2>/dev/null; do
  owner=$(cat "$lock/pid" 2>/dev/null || echo)
  if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
    rm -rf "$lock" # its owner was killed
  else
    sleep 0.2
  fi
done
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT TERM
echo $$ >"$lock/pid"

if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  say 'installing dependencies (npm ci)'
  npm ci --no-audit --no-fund --loglevel=error || {
    say 'npm ci failed: check that the npm registry can be reached'
    exit 2
  }
  touch node_modules/.package-lock.json
fi

inputs='src bench scripts/build-pages.mjs scripts/build-bundle.mjs package.json tsconfig.json tsconfig.build.json'
# shellcheck disable=SC2086
if [ ! -f dist/.built ] || [ -n "$(find $inputs -newer dist/.built)" ]; then
  say 'building'
  mkdir -p dist
  : >dist/.building # its time is the start of the build: what changes meanwhile is built next time
  { node_modules/.bin/tsc -p tsconfig.build.json && node scripts/build-pages.mjs && node scripts/build-bundle.mjs; } || {
    say 'the build failed'
    exit 2
  }
  mv dist/.building dist/.built
fi
