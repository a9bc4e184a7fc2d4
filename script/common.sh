# Sourced by every script: strict mode, the repository as working folder, --help, and a folder for the compiler cache.
set -euo pipefail
self=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The help of a script is its leading comment.
show_help() {
  sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$self"
  exit 0
}

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

jobs=${JOBS:-$(nproc)}

# ccache stops the build where it cannot write, e.g. for a user without a home.
if [[ -z ${CCACHE_DIR:-} && ! -w ${HOME:-/nonexistent} ]]; then
  export CCACHE_DIR="$PWD/build/ccache"
fi
