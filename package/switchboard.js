#!/usr/bin/env node
/** `switchboard` of the package: looks at Node's version before it loads what an older Node can't read. */

const oldest = 24;
const version = process.versions.node;
if (Number.parseInt(version, 10) >= oldest) await import('../lib/cli/main.js');
else {
  process.stderr.write(
    `Expected Node ${oldest} or newer; got ${version} at ${process.execPath}.\n`,
  );
  process.exitCode = 1;
}
