/** Manifest of the package and the lock that comes with it, made of those of the checkout. */

export interface TopManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository?: unknown;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly version?: string }>
  >;
}

/** Scoped, since the bare name is another's. */
export const packageName = '@switchboard-graph/gateway';

/** The checkout's manifest without what develops it, and without the Node that it brings. */
export function packageManifest(top: TopManifest) {
  const { version, description, license, engines, dependencies, repository } = top;
  return {
    name: packageName,
    version,
    description,
    keywords: ['graphql', 'gateway', 'crm', 'call-analytics', 'dataloader'],
    license,
    // Provenance is refused without one; npm compares it with where the build ran.
    ...(repository !== undefined && { repository }),
    type: 'module',
    engines,
    bin: { switchboard: 'bin/switchboard.js' },
    exports: {
      '.': { types: './lib/library.d.ts', default: './lib/library.js' },
      './package.json': './package.json',
    },
    files: ['bin', 'lib', 'schema', 'queries', 'dist', 'CHANGELOG.md', 'npm-shrinkwrap.json'],
    dependencies,
    publishConfig: { access: 'public', provenance: true },
  };
}

/** The exact tree that the tests ran with, for whoever installs the package: each version with its checksum. */
export function shrinkwrap(lock: Lock, manifest: ReturnType<typeof packageManifest>) {
  const { name, version, license, engines, bin, dependencies } = manifest;
  const locked = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && !dev && !path.startsWith('node_modules/node-linux-'),
  );
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': { name, version, license, dependencies, bin, engines },
      ...Object.fromEntries(locked),
    },
  };
}
