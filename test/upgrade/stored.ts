/** What a version stores and hands out: an index, a file of tokens, instances and reviews, and cursors, each made alike by every version. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openInstanceStore } from '../../src/connector-service/instance/store.ts';
import { ReviewTable } from '../../src/connector-service/vendor/call-platform/review-table.ts';
import { openTokenStore } from '../../src/connector-service/vendor/sign-in/token-store.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { emailOf, makeCompany, now } from '../participants/company.ts';
import { fakePlatform } from '../participants/platform.ts';
import { manualClock } from '../support/clock.ts';
import type { World } from '../support/world.ts';

const company = makeCompany({ calls: 60, days: 40, people: 12, seed: 5 });
const key = Buffer.alloc(32, 9);
const account = 'crm-an-account';
const token = {
  ...{ line: 'a line', accessToken: 'an access token', refreshToken: 'a refresh token' },
  ...{ base: 'https://instance.example', expiresAt: 1_800_000_000_000 },
};
const credentials = { accessKey: 'a key', accessKeySecret: 'a secret' };
const review = {
  ...{ answeredScorecardId: '7', scorecardId: '8', reviewedUserId: '1', reviewerUserId: '2' },
  ...{ callId: '3', reviewTime: '2026-10-01T10:00:00Z', callStartTime: '2026-09-30T10:00:00Z' },
};

const syncerOn = (database: Database): Syncer =>
  new Syncer({
    ...{ tenant: 'acme', database, clock: manualClock(now) },
    connector: fakePlatform(company.calls, company.users),
    settings: { horizonMonths: 2, walk: 'contents', callsPerWalk: 30, parallel: 1 },
  });

export async function makeIndex(directory: string): Promise<void> {
  const database = await openStore({ directory });
  await syncerOn(database).run();
  await database.close();
}

/** Everything that is asked of an index, and what a further synchronisation reads. */
export async function readIndex(directory: string): Promise<unknown> {
  const database = await openStore({ directory });
  try {
    const syncer = syncerOn(database);
    const participants = createIndexParticipants(new Map([['acme', syncer]]), { longestMs: 0 });
    const about = { subject: { emails: [emailOf(3)] }, first: 20 };
    const said = { facets: [{ kind: 'topic', values: ['Pricing'] }] } as const;
    return {
      calls: await participants.calls('acme', [about]),
      weeks: await participants.trackersPerPeriod('acme', [{ ...about, bucket: 'week' }]),
      topic: await participants.countFiltered('acme', said),
      status: await participants.status('acme'),
    };
  } finally {
    await database.close();
  }
}

export async function makeAccounts(file: string): Promise<void> {
  const tokens = openTokenStore({ file, key });
  await tokens.write(account, token);
  await tokens.close();
  const instances = openInstanceStore({ file, key, clock: () => now });
  const profile = { wrapper: 'newer' } as const;
  instances.create({ id: account, system: 'crm', name: 'A CRM', credentials, profile });
  instances.close();
  const database = new DatabaseSync(file);
  const reviews = new ReviewTable(database, account);
  reviews.store([review], 1);
  reviews.setReadDays({ since: '2026-09-01', at: now, begun: now });
  database.close();
}

export async function readAccounts(file: string): Promise<unknown> {
  const tokens = openTokenStore({ file, key });
  const stored = await tokens.read(account);
  await tokens.close();
  const instances = openInstanceStore({ file, key, clock: () => now });
  const [instance, secrets] = [instances.find(account), instances.credentials(account)];
  instances.close();
  const database = new DatabaseSync(file);
  const reviews = new ReviewTable(database, account);
  const days = reviews.readDays();
  const rows = database.prepare('SELECT row FROM vendor_review').all();
  database.close();
  return { stored, instance, secrets, days, rows: rows.map(({ row }) => JSON.parse(String(row))) };
}

/** A list of each kind of paging; `$after` is where its second page begins. */
const lists = {
  calls: 'calls(first: 3, after: $after)',
  accounts: 'accounts(first: 3, after: $after)',
  ordered: 'opportunities(first: 3, after: $after, orderBy: [{ field: AMOUNT, direction: DESC }])',
  users: 'users(first: 3, after: $after)',
  contacts: 'accounts(first: 1) { nodes { list: contacts(first: 2, after: $after)',
  relatedCalls: 'accounts(first: 1) { nodes { list: relatedCalls(first: 2, after: $after)',
};

interface Page {
  readonly ids: readonly string[];
  readonly endCursor: string | null;
}

/** The page of each list behind its cursor; the first one without. */
export async function readPages(
  world: World,
  after: Readonly<Record<string, string | null>>,
): Promise<Readonly<Record<string, Page>>> {
  const pages: Record<string, Page> = {};
  for (const [name, field] of Object.entries(lists)) {
    const isNested = field.includes('list:');
    const edges = name === 'relatedCalls' ? 'edges { node { id } }' : 'nodes { id }';
    const selection = `${isNested ? '' : 'list: '}${field} { ${edges} pageInfo { endCursor } }`;
    const { data, errors } = await world.ask(
      `query ($after: String) { ${selection}${isNested ? ' } }' : ''} }`,
      { after: after[name] ?? null },
    );
    if (errors !== undefined) throw new Error(`${name}: ${errors[0]?.message}`);
    const { list } = isNested ? data.accounts.nodes[0] : data;
    const nodes: { id: string }[] =
      list.nodes ?? list.edges.map(({ node }: { node: { id: string } }) => node);
    pages[name] = { ids: nodes.map(({ id }) => id), endCursor: list.pageInfo.endCursor };
  }
  return pages;
}

export const indexFile = 'participants.db';
export const accountsFile = 'accounts.db';
export const cursorsFile = 'cursors.json';

/** Writes all of it into a folder. */
export async function makeStored(directory: string, world: World): Promise<object> {
  await makeIndex(directory);
  await makeAccounts(join(directory, accountsFile));
  const pages = await readPages(world, {});
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, page.endCursor]));
}
