/** Calls by what was said in them: random questions in every place that filters calls, as plain loops over all transcripts answer them. */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Subject } from '../graph/links/everything.ts';
import { startedAt } from '../graph/links/raw-call.ts';
import { Draw, saidFrom } from '../graph/links/said-question.ts';
import { expectList, type SaidQuestion, SaidTruth } from '../graph/links/said-truth.ts';
import { isMatrix } from '../support/cases.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { seed } from '../support/seed.ts';
import { openRawTables, openSynthetic } from '../support/synthetic.ts';
import type { TruthRow } from '../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

let truth: SaidTruth;

beforeAll(async () => {
  const world = await openWorld({ index: false });
  truth = await SaidTruth.of(world);
  await world.close();
});

/** Somebody who asks, and which calls they may see. */
interface Asker {
  readonly ask: World['ask'];
  readonly sees: (call: TruthRow) => boolean;
  readonly seesAll: boolean;
}

const everybody = ({ ask }: World): Asker => ({ ask, sees: () => true, seesAll: true });

const idsOf = (nodes: readonly { upstreamId: string }[]): string[] =>
  nodes.map(({ upstreamId }) => upstreamId);
const coverage = 'coverage { completeFrom unread }';

/** One place that filters calls: it is asked, and held against what the truth has. */
type Place = (
  asker: Asker,
  company: SaidTruth,
  question: SaidQuestion,
  draw: Draw,
  text: string,
) => Promise<void>;

const list: Place = async ({ ask, sees }, company, { args, about, ...question }, draw, text) => {
  const isNewest = draw.pick(2) === 0;
  const first = 1 + draw.pick(40);
  const found = company.found({ args, about, ...question }, sees);
  const ordered = isNewest ? found : found.toReversed();
  let after: string | null = null;
  let shown: readonly string[] = [];
  for (let page = 1; page <= 2; page += 1) {
    const answer = await ask(
      `query ($filter: CallFilter, $order: RelatedCallOrder, $first: Int, $after: String) {
        calls(filter: $filter, order: $order, first: $first, after: $after) {
          totalCount ${coverage} nodes { upstreamId } pageInfo { hasNextPage endCursor }
        }
      }`,
      { filter: { ...args, about }, order: isNewest ? 'NEWEST' : 'OLDEST', first, after },
      undefined,
    );
    expect(answer.errors, text).toBeUndefined();
    const { nodes, pageInfo, ...calls } = answer.data.calls;
    shown = [...shown, ...idsOf(nodes)];
    expectList({ ...calls, ids: shown, first: page * first }, ordered, answer, text);
    expect(pageInfo.hasNextPage, text).toBe(shown.length < calls.totalCount);
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
};

const groups: Place = async ({ ask, sees }, company, question, _draw, text) => {
  const answer = await ask(
    `query ($filter: CallFilter) {
      callsAggregate(filter: $filter, groupBy: [SCOPE]) { ${coverage} groups { count keys { value } } }
    }`,
    { filter: { ...question.args, about: question.about } },
  );
  expect(answer.errors, text).toBeUndefined();
  const counted = answer.data.callsAggregate;
  const found = company.found(question, sees);
  const totalCount = counted.groups.reduce((sum: number, { count }: TruthRow) => sum + count, 0);
  expectList({ totalCount, coverage: counted.coverage, ids: [], first: 0 }, found, answer, text);
  const from = Date.parse(counted.coverage.completeFrom);
  const scopes = Map.groupBy(
    found.filter((call) => startedAt(call) >= from),
    ({ metaData }) => metaData.scope,
  );
  if (counted.coverage.unread === 0)
    expect(
      counted.groups.map(({ keys, count }: TruthRow) => [keys[0].value, count]).sort(),
      text,
    ).toEqual([...scopes].map(([scope, own]) => [scope, own.length]).sort());
};

/** What lists the calls of a record or user, and how that is asked. */
const kinds = ['account', 'opportunity', 'contact', 'user'] as const;

function subjectOf(kind: (typeof kinds)[number], { join }: SaidTruth, draw: Draw) {
  const { accounts, opportunities, contacts, users } = join.all;
  const withPeople = draw.pick(2) === 0;
  if (kind === 'user') {
    const { id } = draw.oneOf(users);
    return { id, subject: { userIds: [id] } satisfies Subject, given: '' };
  }
  if (kind === 'opportunity') {
    const row = draw.oneOf(opportunities);
    const subject = withPeople ? join.dealWithPeople(row) : join.deal(row);
    return { id: row.Id, subject, given: `viaContactRoles: ${withPeople}` };
  }
  if (kind === 'contact') {
    const row = draw.oneOf(contacts);
    return { id: row.Id, subject: join.contact(row), given: '' };
  }
  const row = draw.oneOf(accounts);
  return { id: row.Id, subject: join.account(row), given: '' };
}

const variables =
  '$about: CallAbout, $participants: CallParticipantFilter, $scope: [String!], $direction: [String!], $minDurationSeconds: Int, $from: DateTime, $to: DateTime';
const given =
  'about: $about, participants: $participants, scope: $scope, direction: $direction, minDurationSeconds: $minDurationSeconds, from: $from, to: $to';

const related: Place = async ({ ask, sees }, company, question, draw, text) => {
  const kind = draw.oneOf(kinds);
  const { id, subject, given: own } = subjectOf(kind, company, draw);
  const [order, first] = [draw.oneOf(['NEWEST', 'OLDEST']), 1 + draw.pick(30)];
  const answer = await ask(
    `query ($id: ID!, ${variables}) { ${kind}(by: { upstreamId: $id }) {
      relatedCalls(${given}, ${own} order: ${order}, first: ${first}) { totalCount ${coverage} nodes { upstreamId } }
    } }`,
    { id, about: question.about, ...question.args },
  );
  const place = `${kind} ${id} ${own}: ${text}`;
  expect(answer.errors, place).toBeUndefined();
  const { nodes, ...calls } = answer.data[kind].relatedCalls;
  const ids = company.idsOf(subject);
  const found = company.found(question, (call) => sees(call) && ids.has(call.metaData.id));
  const ordered = order === 'NEWEST' ? found : found.toReversed();
  expectList({ ...calls, ids: idsOf(nodes), first }, ordered, answer, place);
};

/** Lists of records by their number of calls; where calls are unread these have no number to hold against. */
const counted: Place = async ({ ask, sees }, company, question, draw, text) => {
  const kind = draw.oneOf(['accounts', 'opportunities'] as const);
  const atLeast = 1 + draw.pick(3);
  const answer = await ask(
    `query ($callCount: CallCountFilter) { ${kind}(first: 60, filter: { callCount: $callCount }) { nodes { upstreamId } } }`,
    { callCount: { atLeast, about: question.about, ...question.args } },
  );
  const place = `${kind} with ${atLeast}: ${text}`;
  expect(answer.errors, place).toBeUndefined();
  const found = new Set(company.found(question, sees).map(({ metaData }) => metaData.id));
  const { join } = company;
  const isListed = (subject: Subject): boolean =>
    found.intersection(company.idsOf(subject)).size >= atLeast;
  const rows =
    kind === 'accounts'
      ? join.all.accounts.filter((row) => isListed(join.account(row)))
      : join.all.opportunities.filter((row) => isListed(join.deal(row)));
  expect(idsOf(answer.data[kind].nodes), place).toEqual(rows.slice(0, 60).map(({ Id }) => Id));
};

const isRefused =
  /^Expected order RELEVANCE beside a condition of "said" in "about" without "not", got none/;

/** By relevance every call comes once, page after page, from either end. */
const ranked: Place = async ({ ask, sees }, company, question, draw, text) => {
  const account = draw.onceIn(2, () => draw.oneOf(company.join.all.accounts));
  const among = account && company.idsOf(company.join.account(account));
  const found = company.found(
    question,
    (call) => sees(call) && (among?.has(call.metaData.id) ?? true),
  );
  const size = Math.min(100, Math.max(1 + draw.pick(10), Math.ceil(found.length / 6)));
  const page =
    '{ totalCount nodes { upstreamId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
  const calls = account
    ? `account(by: { upstreamId: "${account.Id}" }) { calls: relatedCalls(${given}, order: RELEVANCE, PAGE) ${page} }`
    : `calls(filter: $filter, order: RELEVANCE, PAGE) ${page}`;
  const place = `${account?.Id ?? 'all'}: ${text}`;
  const read = async (window: string) => {
    const names = account ? variables : '$filter: CallFilter';
    const { about, args } = question;
    const { data, errors } = await ask(
      `query (${names}) { ${calls.replace('PAGE', window)} }`,
      account ? { about, ...args } : { filter: { ...args, about } },
    );
    return { list: data && (data.account ?? data).calls, errors };
  };
  const walk = async (isForward: boolean): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor = '', isMore = true; isMore; ) {
      const bound = cursor === '' ? '' : `, ${isForward ? 'after' : 'before'}: "${cursor}"`;
      const { list, errors } = await read(`${isForward ? 'first' : 'last'}: ${size}${bound}`);
      expect(errors, place).toBeUndefined();
      expect(list.totalCount, place).toBe(found.length);
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = list.pageInfo;
      expect(isForward ? hasPreviousPage : hasNextPage, place).toBe(cursor !== '');
      const own = idsOf(list.nodes);
      ids.push(...(isForward ? own : own.toReversed()));
      [isMore, cursor] = isForward ? [hasNextPage, endCursor] : [hasPreviousPage, startCursor];
    }
    return ids;
  };
  if (question.said.every(({ not }) => not)) {
    const { errors } = await read('first: 1');
    expect(errors?.[0]?.message, place).toMatch(isRefused);
    return;
  }
  const forward = await walk(true);
  expect(forward.toSorted(), place).toEqual(found.map(({ metaData }) => metaData.id).sort());
  if (account) expect(await walk(false), place).toEqual(forward.toReversed());
};

interface Asking {
  readonly asker: Asker;
  readonly company?: SaidTruth;
  readonly places: readonly Place[];
}

/** Asks a question of each seed from one on, each repeated by its own. */
async function askAll(
  count: number,
  firstSeed: number,
  { asker, company = truth, places }: Asking,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const draw = new Draw(firstSeed + n);
    const place = draw.oneOf(places);
    const said = saidFrom(draw, truth.allTurns, truth.users);
    const question = company.question(draw, said, asker.seesAll);
    const text = `seed ${firstSeed + n}: ${JSON.stringify([question.args, question.about])}`;
    await place(asker, company, question, draw, text);
  }
}

/** Questions of a kind in the wide run, and in that of all cases. */
const number = (wide: number, all: number): number => (isMatrix ? all : wide);

const stores = [
  ['SQLite', number(30, 1_400)] as const,
  ...(hasPostgres ? [['PostgreSQL', number(10, 400)] as const] : []),
];

describe.each(stores)('calls by what was said in them, in %s', (kind, questions) => {
  let world: World;
  beforeAll(async () => {
    const storeUrl =
      kind === 'PostgreSQL' ? { storeUrl: await openDatabase(inject('runFolder')) } : {};
    world = await openWorld({ trackers: true, words: true, ...storeUrl });
  });
  afterAll(() => world.close());

  it('are those of plain loops over all transcripts, wherever calls are filtered', async () => {
    const { transcripts } = world.syncer;
    expect(await transcripts!.status()).toMatchObject({ unread: 0 });
    const places = [list, list, groups, related, related, counted, ranked];
    await askAll(questions, seed, { asker: everybody(world), places });
  });

  it('are without private ones, or without those of others, for whoever may not see these', async () => {
    const person = truth.users.find(({ id }) =>
      truth.calls.some(({ metaData }) => metaData.primaryUserId === id),
    )!;
    const withoutPrivate: Asker = {
      ask: (query, given) => world.ask(query, given, ['transcripts']),
      sees: ({ metaData }) => metaData.isPrivate !== true,
      seesAll: true,
    };
    const each = Math.ceil(questions / 10);
    await askAll(each, seed + 10_000, {
      asker: withoutPrivate,
      places: [list, groups, related, counted],
    });
    for (const level of ['own', 'team'] as const) {
      const { ask } = world.as({ level, person: person.emailAddress as string });
      const visible = await visibleTo(ask);
      expect(visible.size).toBeGreaterThan(0);
      const sees = ({ metaData }: TruthRow): boolean => visible.has(metaData.id);
      await askAll(each, seed + 20_000, {
        asker: { ask, sees, seesAll: false },
        places: [list, groups],
      });
    }
  });
});

/** Ids of all calls that somebody is shown; which these are is held against the raw tables in test/row-access. */
async function visibleTo(ask: World['ask']): Promise<ReadonlySet<string>> {
  const visible = new Set<string>();
  for (let after: string | null = null, isMore = true; isMore; ) {
    const { data } = await ask(
      'query ($after: String) { calls(order: NEWEST, first: 100, after: $after) { nodes { upstreamId } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    for (const id of idsOf(data.calls.nodes)) visible.add(id);
    ({ hasNextPage: isMore, endCursor: after } = data.calls.pageInfo);
  }
  return visible;
}

describe('calls by what was said in them, of an index that knows a part', () => {
  it('are those of its part, and the answer says so; of calls that changed, what they are now', async () => {
    const backend = openSynthetic({ now: () => today, customSchema });
    const tables = openRawTables(backend.file);
    const words = isMatrix ? true : 4;
    const world = await openWorld({ backend, trackers: true, words, index: false });
    const { syncer, service } = world;
    const asker = everybody(world);
    const places = [list, list, groups, related];
    const questions = number(5, 50);
    try {
      await syncer.run();
      await askAll(2, seed + 30_000, { asker, places: [list, groups, related] });
      service.admin.faults.add({
        kind: 'denied',
        reason: 'rights',
        entity: 'call_transcripts',
        after: isMatrix ? 5 : 1,
      });
      await expect(syncer.transcripts!.run()).rejects.toThrow();
      service.admin.faults.clear();
      const { read, unread } = await syncer.transcripts!.status();
      expect([read > 0, unread > 0]).toEqual([true, true]);
      await askAll(questions, seed + 31_000, { asker, places });

      const draw = new Draw(seed);
      const some = draw.list(60, () => draw.oneOf(truth.calls.slice(0, 300)).metaData.id);
      const changed = [...new Set<string>(some)];
      for (const [at, id] of changed.entries()) {
        if (at % 3 === 0) backend.changes.deleteCall(id);
        // Other words, said by the same people.
        else if (at % 3 === 1)
          tables.prepare('UPDATE call SET seed = seed + 1 WHERE id = ?').run(id);
        else
          tables
            .prepare(`UPDATE call SET meta = json_set(meta, '$[11]', json('true')) WHERE id = ?`)
            .run(id);
      }
      // As the platform's events announce them.
      await syncer.read(changed, new AbortController().signal);
      const company = await SaidTruth.of(world, true);
      expect(company.calls.length).toBeLessThan(truth.calls.length);
      await askAll(questions, seed + 32_000, { asker, company, places });
      const withoutPrivate: Asker = {
        ask: (query, given) => world.ask(query, given, ['transcripts']),
        sees: ({ metaData }) => metaData.isPrivate !== true,
        seesAll: true,
      };
      await askAll(questions, seed + 33_000, { asker: withoutPrivate, company, places });
      await syncer.transcripts!.run();
      await askAll(questions, seed + 34_000, { asker, company, places });
    } finally {
      tables.close();
      await world.close();
    }
  });

  it('are refused by name wherever they are asked for where no words are indexed', async () => {
    const world = await openWorld();
    try {
      for (let n = 0; n < number(4, 40); n += 1) {
        const draw = new Draw(seed + n);
        const said = saidFrom(draw, truth.allTurns, truth.users);
        const place = draw.oneOf([
          'calls(filter: { about: { said: $said } }) { totalCount }',
          'callsAggregate(filter: { about: { said: $said } }) { totalCount }',
          'accounts(first: 3) { nodes { relatedCalls(about: { said: $said }) { totalCount } } }',
          'opportunities(filter: { callCount: { atLeast: 1, about: { said: $said } } }) { nodes { id } }',
        ]);
        const { errors, calls } = await world.ask(`query ($said: [CallSaidFilter!]) { ${place} }`, {
          said,
        });
        expect(errors?.[0]?.message, `seed ${seed + n}: ${place}`).toMatch(
          /^Expected the index of transcripts, .* TRANSCRIPTS_INDEX=on/,
        );
        expect(calls.some(({ entity }) => entity === 'call_transcripts')).toBe(false);
      }
    } finally {
      await world.close();
    }
  });
});
