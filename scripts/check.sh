#!/usr/bin/env bash
# All checks that CI runs: format, lint, types, layering, tests.
# Installs what it needs first, so that it works on a fresh clone.
set -euo pipefail
cd "$(dirname "$0")/.."

# need PURPOSE FILE PACKAGE… — installs the Debian packages if the file does not exist.
need() {
  local what=$1 file=$2
  shift 2
  [ -e "$file" ] && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "check: the tests need $what; install it (Debian: $*) and run this again" >&2
    exit 2
  fi
  echo "check: installing $*"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
}
need 'gcc, to compare with' /usr/bin/gcc gcc
need 'clang, to compare with' /usr/bin/clang clang
need 'gcc for Windows, to compare with' /usr/bin/x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need 'the headers of the C library' /usr/include/stdlib.h libc6-dev
need 'cmake, for a transcript' /usr/bin/cmake cmake
need 'csmith, for random programs' /usr/bin/csmith csmith libcsmith-dev
need 'zsh, for its completion' /usr/bin/zsh zsh
need 'fish, for its completion' /usr/bin/fish fish
need 'Python, for the module of BenchExec' /usr/bin/python3 python3
need 'zip and unzip, for the archive' /usr/bin/zip zip unzip
need 'Neovim, as a client of the language server' /usr/bin/nvim neovim
need 'a browser, for the pages' /usr/bin/chromium chromium
need 'nginx, for a store' /usr/sbin/nginx nginx-light
need 'openssl, for a certificate' /usr/bin/openssl openssl
need 'Redis, for a queue' /usr/bin/redis-server redis-server

sh scripts/setup.sh
bin=node_modules/.bin

echo '== format and lint'
$bin/biome check .
echo '== types'
$bin/tsc -p tsconfig.json
$bin/tsc -p tsconfig.page.json
$bin/tsc -p editors/vscode/tsconfig.json
echo '== layering'
node scripts/check-layers.mjs src
echo '== tests'
mkdir -p node_modules/.cache
results=node_modules/.cache/vitest.json
rm -f "$results"
status=0
$bin/vitest run --reporter=default --reporter=json --outputFile.json="$results" "$@" || status=$?
node scripts/closing-line.mjs "$results"
exit $status
