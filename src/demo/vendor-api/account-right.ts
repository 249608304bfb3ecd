/**
 * Rights of the façade's accounts: scopes of the call platform and objects of the CRM, revoked and
 * granted while it runs.
 */

export interface Rights {
  has(name: string): boolean;
  /** Names of revoked rights. */
  missing(): readonly string[];
  take(name: string): void;
  give(name: string): void;
}

/** All scopes of the call platform that the façade requires; published. */
export const platformScopes: readonly string[] = [
  'api:users:read',
  'api:calls:read:basic',
  'api:calls:read:extensive',
  'api:calls:read:media-url',
  'api:calls:read:transcript',
  'api:workspaces:read',
  'api:stats:user-actions',
  'api:stats:user-actions:detailed',
  'api:stats:interaction',
  'api:stats:scorecards',
  'api:settings:scorecards:read',
  'api:settings:trackers:read',
  'api:library:read',
  'api:coaching:read',
];

/** @param scopes of the call platform's key and tokens; null: all */
export function makeRights(scopes: readonly string[] | null): Rights {
  const gone = new Set(
    scopes === null ? [] : platformScopes.filter((scope) => !scopes.includes(scope)),
  );
  return {
    has: (name) => !gone.has(name),
    missing: () => [...gone].sort(),
    take: (name) => void gone.add(name),
    give: (name) => void gone.delete(name),
  };
}
