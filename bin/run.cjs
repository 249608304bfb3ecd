/**
 * Runs a program of src/ where this Node can: one that reads no TypeScript, or packages that are not there, end in one
 * sentence and not in a stack. It is CommonJS in a syntax of old Nodes, since they have to read it.
 */

/** As "engines" of package.json has it. */
const least = 24;

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** @param program path from here */
module.exports = (program) => {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < least)
    refuse(
      `Expected Node ${least} or newer; got ${version} at ${process.execPath}. \`npm ci\` brings one that \`npm start\` and \`npx switchboard\` use.`,
    );
  import(program).catch((error) => {
    const missing = missingPackage(error);
    if (missing === null) throw error;
    refuse(
      `Expected the packages of package-lock.json in node_modules; got none for ${missing}. \`npm ci\` installs them.`,
    );
  });
};

/** Null where it is not a package that is missing: of an install that was never made, or that was cut off. */
function missingPackage(error) {
  if (!(error instanceof Error) || !/MODULE_NOT_FOUND$/.test(error.code)) return null;
  const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(error.message) || [];
  if (name === undefined || /^(\.|file:)/.test(name)) return null;
  const [, below] = /node_modules[\\/](?!.*node_modules)(.+)/.exec(name) || [];
  if (below !== undefined) return below;
  return /^([\\/]|[A-Z]:)/.test(name) ? null : name;
}
