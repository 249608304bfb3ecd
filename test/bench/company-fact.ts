/** What the questions of a benchmark are made of: ids of the company's records and calls, and who took part in which call. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import type { ServiceStage } from './service-stage.ts';

export interface CompanyFacts {
  /** Global ids. */
  readonly accounts: readonly string[];
  readonly contacts: readonly string[];
  readonly calls: readonly string[];
  readonly industries: readonly string[];
  /** The peers' participant index (SQLite): who took part in which call, by address and by CRM id. */
  readonly participants: string;
}

/** Reads them once a folder: what a file there tells from before is taken as it is. */
export async function companyFacts(service: ServiceStage, folder: string): Promise<CompanyFacts> {
  const file = join(folder, 'facts.json');
  const participants = join(folder, 'participants.db');
  if (existsSync(file)) {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as CompanyFacts;
    return { ...facts, participants };
  }
  const facts = await readCompanyFacts(service, participants);
  writeFileSync(file, JSON.stringify(facts));
  return facts;
}

async function readCompanyFacts(service: ServiceStage, file: string): Promise<CompanyFacts> {
  const [accounts, contacts, calls] = [
    await recordIds(service, 'Account', 'accounts'),
    await recordIds(service, 'Contact', 'contacts'),
    await writeParticipants(service, file),
  ];
  const { result } = await service.execute('crm', {
    entity: 'accounts',
    action: 'list',
    params: { q: 'SELECT Industry FROM Account WHERE Industry != null GROUP BY Industry' },
  });
  return {
    accounts: accounts.map((id) => encodeGlobalId('Account', id)),
    contacts: contacts.map((id) => encodeGlobalId('Contact', id)),
    calls: calls.map((id) => encodeGlobalId('Call', id)),
    industries: result.records.map((row: { Industry: string }) => row.Industry).sort(),
    participants: file,
  };
}

async function recordIds(service: ServiceStage, object: string, entity: string): Promise<string[]> {
  const ids: string[] = [];
  for (let last = ''; ; ) {
    const after = last === '' ? '' : `WHERE Id > '${last}' `;
    const q = `SELECT Id FROM ${object} ${after}ORDER BY Id LIMIT 2000`;
    const { result } = await service.execute('crm', { entity, action: 'list', params: { q } });
    ids.push(...result.records.map((row: { Id: string }) => row.Id));
    if (result.records.length < 2_000) return ids;
    last = ids.at(-1)!;
  }
}

/** Walks all calls once and writes what the peers look up; gives the calls' ids. */
async function writeParticipants(service: ServiceStage, file: string): Promise<string[]> {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN');
  database.exec('CREATE TABLE participation (key TEXT, started INTEGER, call_id TEXT)');
  const insert = database.prepare('INSERT INTO participation VALUES (?, ?, ?)');
  const ids: string[] = [];
  const filter = { fromDateTime: new Date(Date.now() - 24 * 31 * 86_400_000).toISOString() };
  const contentSelector = { context: 'Extended', exposedFields: { parties: true } };
  for (let cursor: string | undefined; ; ) {
    const { result, connector_metadata: mark } = await service.execute('calls', {
      entity: 'calls_extensive',
      action: 'list',
      params: { filter, contentSelector, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const call of result as readonly CallRow[]) {
      const { id, started, scheduled } = call.metaData;
      ids.push(id);
      for (const key of keysOf(call)) insert.run(key, Date.parse(started ?? scheduled), id);
    }
    cursor = mark?.pagination?.cursor ?? undefined;
    if (cursor === undefined) break;
  }
  database.exec('CREATE INDEX by_key ON participation (key, started, call_id); COMMIT');
  database.close();
  return ids;
}

type Context =
  | readonly { readonly objects?: readonly { readonly objectId: string }[] | null }[]
  | null;

interface CallRow {
  readonly metaData: { readonly id: string; readonly started: string; readonly scheduled: string };
  readonly context?: Context;
  readonly parties: readonly {
    readonly emailAddress?: string | null;
    readonly context?: Context;
  }[];
}

function keysOf({ context, parties }: CallRow): Set<string> {
  const idsOf = (linked: Context | undefined): string[] =>
    (linked ?? []).flatMap(({ objects }) =>
      (objects ?? []).map(({ objectId }) => objectId.slice(0, 15)),
    );
  return new Set([
    ...idsOf(context),
    ...parties.flatMap((party) => [
      ...idsOf(party.context),
      ...(party.emailAddress ? [party.emailAddress.trim().toLowerCase()] : []),
    ]),
  ]);
}
