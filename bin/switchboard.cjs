#!/usr/bin/env node

/** `npx switchboard` in a checkout. */

require('./run.cjs')('../src/cli/main.ts');
