#!/usr/bin/env node
// Committed, because npm links only commands that exist when it installs: before the build there is no dist/.
await import(new URL('../dist/cli.js', import.meta.url));
