#!/usr/bin/env -S node --heap-growing-percent=100 --min-semi-space-size=32 --max-semi-space-size=64 --interrupt-budget=264000
// The installed program: Node with the flags of the launcher ./caulk, whose comments say what they are for.
// Everything else is src/cli/main.ts.

import '../dist/src/cli/main.js';
