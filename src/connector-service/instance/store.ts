/** Connector instances in SQLite: profiles in plain text, credentials encrypted and bound to their instance. */

import { randomUUID } from 'node:crypto';
import type { SystemName } from '../../errors.ts';
import { accountTables, openPrivateDatabase } from '../../storage/private-database.ts';
import { decrypt, encrypt, keyLength } from '../encryption.ts';
import { defaultProfile, type InstanceProfile } from '../service-option.ts';

type Credentials = Readonly<Record<string, string>>;

export interface StoredInstance {
  readonly id: string;
  readonly system: SystemName;
  readonly name: string;
  readonly profile: InstanceProfile;
  readonly createdAt: number;
}

export interface NewInstance {
  /** Default: a random one. */
  readonly id?: string;
  readonly system: SystemName;
  readonly name: string;
  readonly credentials: Credentials;
  readonly profile: Partial<InstanceProfile>;
}

export interface InstanceStore {
  create(instance: NewInstance): StoredInstance;
  find(id: string): StoredInstance | undefined;
  list(): readonly StoredInstance[];
  /** Replaces the profile of an instance; it answers in the new way from the next call on. */
  reshape(id: string, profile: Partial<InstanceProfile>): StoredInstance;
  /** Credentials for sign-in. Given to backends alone. */
  credentials(id: string): Credentials;
  close(): void;
}

interface InstanceStoreOptions {
  readonly file: string;
  readonly key: Uint8Array;
  readonly clock: () => number;
}

/** @throws Error when the key has not 32 bytes, or is not the one the file was written with, or some instance's credentials are damaged. */
export function openInstanceStore({ file, key, clock }: InstanceStoreOptions): InstanceStore {
  if (key.length !== keyLength) {
    throw new Error(
      `Expected a key of ${keyLength} bytes for the instance store, got ${key.length}`,
    );
  }
  const database = openPrivateDatabase(file, { tables: accountTables });
  database.exec(`CREATE TABLE IF NOT EXISTS instance (
    id TEXT PRIMARY KEY, system TEXT NOT NULL, name TEXT NOT NULL, profile TEXT NOT NULL,
    auth_config BLOB NOT NULL, created_at INTEGER NOT NULL) STRICT`);
  const insert = database.prepare('INSERT INTO instance VALUES (?, ?, ?, ?, ?, ?)');
  const update = database.prepare('UPDATE instance SET profile = ? WHERE id = ?');
  const secret = database.prepare('SELECT auth_config FROM instance WHERE id = ?');
  const byId = new Map<string, StoredInstance>();
  for (const row of database.prepare('SELECT * FROM instance ORDER BY created_at, rowid').all()) {
    const instance = fromRow(row);
    byId.set(instance.id, instance);
  }

  const credentials = (id: string): Credentials => {
    const row = secret.get(id);
    if (row === undefined) throw new Error('No such instance');
    return JSON.parse(decrypt(key, id, row.auth_config as Uint8Array)) as Credentials;
  };
  const fault = credentialFault([...byId.values()], credentials);
  if (fault !== null) {
    database.close();
    throw fault;
  }

  return {
    create(instance) {
      const created: StoredInstance = {
        id: instance.id ?? randomUUID(),
        system: instance.system,
        name: instance.name,
        profile: { ...defaultProfile, ...instance.profile },
        createdAt: clock(),
      };
      const sealed = encrypt(key, created.id, JSON.stringify(instance.credentials));
      const profile = JSON.stringify(created.profile);
      insert.run(created.id, created.system, created.name, profile, sealed, created.createdAt);
      byId.set(created.id, created);
      return created;
    },
    find: (id) => byId.get(id),
    list: () => [...byId.values()],
    reshape(id, profile) {
      const instance = byId.get(id);
      if (instance === undefined) throw new Error('No such instance');
      const reshaped = { ...instance, profile: { ...instance.profile, ...profile } };
      update.run(JSON.stringify(reshaped.profile), id);
      byId.set(id, reshaped);
      return reshaped;
    },
    credentials,
    close: () => database.close(),
  };
}

/** Looks at the credentials of each instance: one row may be damaged where the key is right. */
function credentialFault(
  instances: readonly StoredInstance[],
  credentials: (id: string) => Credentials,
): Error | null {
  let cause: unknown;
  const closed = instances.filter(({ id }) => {
    try {
      credentials(id);
      return false;
    } catch (error) {
      cause = error;
      return true;
    }
  });
  if (closed.length === 0) return null;
  const damaged = closed.map(({ id, system, name }) => `${id} (${system}, “${name}”)`).join(', ');
  const message =
    closed.length === instances.length
      ? 'The key does not open the credentials in the instance store'
      : `The key opens the credentials in the instance store but for those of ${damaged}: they are damaged`;
  return new Error(message, { cause });
}

function fromRow(row: Record<string, unknown>): StoredInstance {
  return {
    id: String(row.id),
    system: String(row.system) as SystemName,
    name: String(row.name),
    profile: { ...defaultProfile, ...(JSON.parse(String(row.profile)) as InstanceProfile) },
    createdAt: Number(row.created_at),
  };
}
