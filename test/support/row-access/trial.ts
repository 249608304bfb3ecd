/** A trial: one gateway that several people ask at once, and beside it for each of them a company without the rows that they may not see. */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import type { SyntheticOptions } from '../../../src/demo/synthetic-backend.ts';
import { systemClock } from '../../../src/upstream/clock.ts';
import { createConnector } from '../../../src/upstream/connector.ts';
import { createResources } from '../../../src/upstream/shared-resource.ts';
import { unlimited } from '../connect.ts';
import { openFacade } from '../facade.ts';
import { openSynthetic } from '../synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  model,
  openWorld,
  today,
  viewerHeaders,
  type World,
  type WorldOptions,
} from '../world.ts';
import { eightViewers, makeRoles, makeTwins } from './company-viewer.ts';
import { compare } from './comparison.ts';
import { Oracle, openTables, type RawTables, type Viewer, type Visible } from './oracle.ts';
import type { Question } from './question.ts';
import { openReduced } from './reduced-company.ts';

type Currencies = NonNullable<SyntheticOptions['currencies']>;

export interface Person {
  readonly name: string;
  readonly viewer: Viewer;
  readonly visible: Visible;
  /** The company without what this person may not see. */
  readonly reduced: World;
}

/** What was asked and found. */
export class Tally {
  questions = 0;
  answers = 0;
  rows = 0;
  readonly words = new Map<string, number>();
  readonly defects: string[] = [];

  toString(): string {
    const words = [...this.words].map(([text, count]) => `${count} × ${text.slice(0, 160)}`);
    return `${this.questions} questions, ${this.answers} answers, ${this.rows} rows, ${this.defects.length} defects; ${words.length} kinds of words:\n${words.join('\n')}`;
  }
}

export class Company {
  readonly backend: ReturnType<typeof openSynthetic>;
  readonly tables: RawTables;
  oracle: Oracle;
  readonly viewers: Readonly<Record<string, Viewer>>;
  /** Somebody with people below by role, where that is the rule. */
  readonly byRole: Viewer;

  readonly #currencies: Currencies;

  private constructor(backend: Company['backend'], tables: RawTables, currencies: Currencies) {
    this.#currencies = currencies;
    this.backend = backend;
    this.tables = tables;
    this.byRole = makeRoles(tables);
    this.oracle = new Oracle(tables);
    this.viewers = eightViewers(this.oracle, makeTwins(tables));
  }

  static async open(currencies: Currencies = 'one'): Promise<Company> {
    const backend = openSynthetic({ now: () => today, customSchema, currencies });
    // Its tables are written to from outside: nobody else gets this copy.
    backend.changes.together(() => undefined);
    return new Company(backend, await openTables(backend), currencies);
  }

  /** Of several currencies a gateway learns by itself. */
  get #lookup(): WorldOptions {
    return this.#currencies === 'one' ? {} : { currencies: 'unknown' };
  }

  /** The gateway before the whole company; its calls are the company's own. */
  world = (options: WorldOptions = {}): Promise<World> =>
    openWorld({
      ...{ backend: this.backend, trackers: true, index: 'copied', cache: true },
      ...this.#lookup,
      ...options,
    });

  /** A gateway whose caches are shared with others through Redis, over another one's service. */
  async sharingWorld(world: World, redisUrl: string): Promise<World> {
    const runtime = { clock: systemClock, random: () => 0 };
    const resources = createResources({ runtime, redisUrl });
    await expect.poll(() => resources.shared()).toBe('ready');
    const { url, token, instances } = world.service;
    const connector = createConnector({
      baseUrl: url,
      credential: { kind: 'token', token },
      instances: {
        'call-analytics': { id: instances.callAnalytics, budget: unlimited },
        crm: { id: instances.crm, budget: unlimited },
      },
      resources,
    });
    const sharing = await this.world({ shared: world.service, connectorOf: () => connector });
    return {
      ...sharing,
      async close() {
        await sharing.close();
        await connector.close();
        await resources.close();
      },
    };
  }

  /** A gateway over the vendors' own APIs. */
  async vendorWorld(): Promise<World> {
    const client = await openFacade({
      // Others go on with the company.
      backend: { ...this.backend, close: () => undefined },
      clock: () => today.getTime(),
    });
    const { accounts, url } = client.facade;
    const credentials = {
      'call-analytics': {
        access_key: accounts.accessKey,
        access_key_secret: accounts.accessKeySecret,
        base_url: url,
      },
      crm: {
        client_id: accounts.crmApp.clientId,
        client_secret: accounts.crmApp.clientSecret,
        instance_url: url,
      },
    };
    const vendor = openVendorBackend({ clock: () => today.getTime() });
    const world = await this.world({
      backend: {
        execute: (operation) =>
          vendor.execute({
            ...operation,
            instance: { id: operation.system, credentials: () => credentials[operation.system] },
          }),
        close: () => vendor.close(),
      },
    });
    return {
      ...world,
      async close() {
        await world.close();
        await client.close();
      },
    };
  }

  /** Some records change hands between two people. */
  exchange(one: Viewer, other: Viewer): void {
    const [from, to] = [one, other].map((viewer) => [...this.oracle.persons(viewer).crm][0]!);
    for (const object of ['Account', 'Opportunity', 'Contact', 'Case']) {
      const some = `SELECT Id FROM "${object}" WHERE OwnerId IN (?1, ?2) ORDER BY Id LIMIT 5`;
      const change = `UPDATE "${object}" SET OwnerId = CASE OwnerId WHEN ?1 THEN ?2 ELSE ?1 END WHERE Id IN (${some})`;
      this.tables.db.prepare(change).run(from!, to!);
    }
    this.oracle = new Oracle(this.tables);
  }

  async person(name: string, viewer = this.viewers[name]): Promise<Person> {
    if (viewer === undefined) throw new TypeError(name);
    const visible = this.oracle.visible(viewer);
    const backend = openReduced(this.backend.file, visible, this.#currencies);
    const reduced = await openWorld({ backend, trackers: true, cache: true, ...this.#lookup });
    return { name, viewer, visible, reduced };
  }

  /** Persons one after another: each has an index to fill. */
  async persons(names: readonly string[]): Promise<readonly Person[]> {
    const persons: Person[] = [];
    for (const name of names) persons.push(await this.person(name));
    return persons;
  }

  close(): void {
    this.tables.db.close();
  }
}

/** How a question of somebody reaches the gateway. */
export type Way = (asked: {
  readonly viewer: Viewer;
  readonly query: string;
}) => Promise<Pick<GraphAnswer, 'data' | 'errors' | 'extensions'>>;

interface Trial {
  /** Evens out what differs between services by their nature. */
  readonly even?: ((data: unknown) => unknown) | undefined;
  /** Default: as everybody asks. */
  readonly way?: Way | undefined;
}

/** By the hash of the document, which whoever asks first has to bring. */
export const byHash =
  ({ url }: Pick<World, 'url'>): Way =>
  async ({ viewer, query }) => {
    const send = async (body: object): Promise<Pick<GraphAnswer, 'data' | 'errors'>> => {
      const headers = { 'content-type': 'application/json', ...viewerHeaders(undefined, viewer) };
      const text = JSON.stringify({ ...body, extensions: { persistedQuery } });
      const response = await fetch(new URL('/graphql', url), {
        ...{ method: 'POST', headers, body: text },
      });
      return (await response.json()) as GraphAnswer;
    };
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const persistedQuery = { version: 1, sha256Hash };
    const answer = await send({});
    const isUnknown = answer.errors?.[0]?.message === 'PersistedQueryNotFound';
    return isUnknown ? send({ query }) : answer;
  };

/** Asks all persons one question at once, and holds each answer against the company that is theirs. */
export async function tryQuestion(
  world: Pick<World, 'as'>,
  persons: readonly Person[],
  { query }: Question,
  tally: Tally,
  { even = (data) => data, way = ({ viewer }) => world.as(viewer).ask(query) }: Trial = {},
): Promise<void> {
  tally.questions += 1;
  await Promise.all(
    persons.map(async ({ name, viewer, visible, reduced }) => {
      const [asked, expected] = await Promise.all([way({ viewer, query }), reduced.ask(query)]);
      const { rows, words, defects } = compare(asked, expected, visible, even);
      tally.answers += 1;
      tally.rows += rows;
      for (const word of words) tally.words.set(word, (tally.words.get(word) ?? 0) + 1);
      for (const defect of defects) tally.defects.push(`${name}: ${defect}\n  ${query}`);
    }),
  );
}

/** Walks every list of records, of calls and of reviews to its end, in small pages, against the loops alone. */
export async function tryWalks(
  world: Pick<World, 'as'>,
  { name, viewer, visible }: Person,
  oracle: Oracle,
  tally: Tally,
): Promise<void> {
  const walk = async (list: string, wanted: ReadonlySet<string>): Promise<void> => {
    const found: string[] = [];
    let total: number | null = null;
    for (let after: string | null = null, more = true; more; ) {
      const args = `first: 60, after: ${JSON.stringify(after)}`;
      const query = `{ ${list}(${args}) { totalCount pageInfo { hasNextPage endCursor } nodes { upstreamId } } }`;
      const { data, errors } = await world.as(viewer).ask(query);
      tally.questions += 1;
      if (errors !== undefined)
        return void tally.defects.push(`${name}: ${list}: ${errors[0]?.message}`);
      const page = data[list];
      total = page.totalCount ?? total;
      found.push(...page.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId));
      more = page.pageInfo.hasNextPage;
      after = page.pageInfo.endCursor;
    }
    tally.rows += found.length;
    if (
      !isDeepStrictEqual(found.toSorted(), [...wanted].toSorted()) ||
      (total ?? wanted.size) !== wanted.size
    )
      tally.defects.push(
        `${name}: ${list}: ${found.length} of ${wanted.size}, total ${total}; too many: ${found.filter((id) => !wanted.has(id)).slice(0, 2)}; too few: ${[...wanted].filter((id) => !found.includes(id)).slice(0, 2)}`,
      );
  };
  for (const [object, list] of recordLists) {
    const ids = oracle
      .rows(object)
      .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && visible.sees(object, Id));
    await walk(list, new Set(ids.map(({ Id }) => String(Id))));
  }
  await walk('calls', visible.calls);
  await walk('answeredScorecards', visible.reviews);
}

/** Names of the root's lists by object. */
const recordLists: readonly (readonly [object: string, list: string])[] = model.objects
  .map(({ name, typeName }) => [name, listOf(typeName)] as const)
  .filter(([, list]) => list !== '');

function listOf(typeName: string): string {
  const irregular: Readonly<Record<string, string>> = {
    OpportunityHistory: 'opportunityHistories',
    PricebookEntry: 'pricebookEntries',
    CampaignMemberStatus: 'campaignMemberStatuses',
    Opportunity: 'opportunities',
    Territory: 'territories',
  };
  return irregular[typeName] ?? `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}s`;
}
