#!/usr/bin/env node
/** `switchboard` of the package: looks at Node's version before it loads what an older Node can't read. */

const oldest = 24;
if (Number.parseInt(process.versions.node, 10) >= oldest) await import('../lib/cli/main.js');
else {
  process.stderr.write(`Expected Node ${oldest} or newer; got ${process.version}.\n`);
  process.exitCode = 1;
}
