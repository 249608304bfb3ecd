/** The matrix of hidden parts: every field and object that a screen, a showcase or a saved question reads, hidden from the CRM's user. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry } from '../../src/connector-service/log.ts';
import { nameOf, statementParts } from '../../src/graph/crm/readable-statement.ts';
import { parseSoql } from '../../src/soql/parse.ts';
import type { Query } from '../../src/soql/query.ts';
import { parseSearch } from '../../src/soql/sosl.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { TruthRow } from './truth.ts';
import { type GraphAnswer, model, openWorld, type World } from './world.ts';

const root = join(import.meta.dirname, '../..');

interface Question {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly whole: GraphAnswer;
  /** What its statements need. */
  readonly parts: ReadonlySet<string>;
}

/** A statement that its client wrote is refused whole, with the name in it. */
const ownStatement = 'free-soql.graphql';

const documentsIn = (folder: string): (readonly [string, string])[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.graphql') && file !== ownStatement)
    .map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]);

/** Variables of the screens' questions, by operation. */
async function variablesOf(world: World) {
  const { data } = await world.ask(
    '{ contacts(first: 1, filter: { email: { isNull: false }, accountId: { isNull: false } }) { nodes { upstreamId email account { id upstreamId } } } calls(first: 1, filter: { scope: ["External"] }) { nodes { upstreamId } } users(first: 1) { nodes { id } } opportunities(first: 1, filter: { isClosed: { eq: false }, opportunityContactRoles: { some: {} } }) { nodes { upstreamId } } }',
  );
  const [{ account, ...contact }] = data.contacts.nodes;
  const open = { isClosed: { eq: false } };
  const since = '2026-09-01T00:00:00Z';
  const sinceDate = '2026-09-01';
  return {
    Account: {
      id: account.upstreamId,
      before: '2026-11-02T00:00:00Z',
      beforeDate: '2026-11-02',
      yearAgo: '2025-11-02T00:00:00Z',
      ...{ said: [], asksSaid: false },
    },
    Browse: {},
    Calls: {
      listed: { about: {} },
      ofAnyOwner: { about: {} },
      ofChoices: {},
      said: [],
      asksSaid: false,
      deal: '',
      asksDeal: false,
    },
    'Calls of a record': {
      ...{ listed: {}, ofAnyOwner: {}, ofChoices: {}, said: [], asksSaid: false },
      ...{ deal: '', asksDeal: false, isRelated: true, about: {} },
      related: account.id,
    },
    Call: { by: { upstreamId: data.calls.nodes[0].upstreamId } },
    Deal: {
      ...{ id: data.opportunities.nodes[0].upstreamId, today: since, said: [], asksSaid: false },
      ofAccount: { startDateTime: { gte: since }, accountId: { eq: account.upstreamId } },
    },
    Deals: {
      ...{
        bySilence: false,
        by: 'OWN_CALL',
        filter: open,
        order: [{ field: 'CLOSE_DATE' }],
        shown: open,
        shownOpen: open,
      },
      ...{ since, sinceDate, timeZone: 'UTC', totals: open, ofAnyOwner: open },
    },
    PersonByEmail: { email: contact.email },
    Person: {
      ...{ first: 10, id: contact.upstreamId, isContact: true, isLead: false },
      yearAgo: '2025-11-02T00:00:00Z',
    },
    Prepare: {
      ...{ id: account.upstreamId, today: '2026-11-02T00:00:00Z' },
      ...{ isAccount: true, isDeal: false },
      ofAccount: { startDateTime: { gte: since }, accountId: { eq: account.upstreamId } },
    },
    Search: { hits: 10, term: 'renewal', said: [], asksSaid: false },
    Signals: {
      ...{ calls: { lastDays: 60 }, quietSince: since },
      ...{ saidCalls: { lastDays: 60 }, asksSaid: false },
    },
    Picklists: { object: 'Opportunity' },
    Today: {
      ...{
        calls: { lastDays: 60, about: {} },
        earlier: { about: {} },
        timeZone: 'UTC',
        changes: { createdDate: { gte: since } },
      },
      moved: { opportunityHistories: { some: { createdDate: { gte: since } } } },
      quiet: {
        isClosed: { eq: false },
        lastCall: { after: '2026-08-01T00:00:00Z', before: since },
      },
      ahead: { activityDateTime: { gte: since } },
    },
    Team: {
      ...{
        from: sinceDate,
        to: '2026-11-02',
        measuredTo: '2026-11-02',
        since,
        until: '2026-11-02T00:00:00Z',
      },
      ...{ beforeFrom: '2026-07-01', beforeTo: sinceDate },
      ...{ beforeSince: '2026-07-01T00:00:00Z', beforeUntil: since },
      ...{ user: data.users.nodes[0].id, withUser: true },
    },
  } as const satisfies Readonly<Record<string, object>>;
}

/** Objects of entities that records are read by. */
const objectOfEntity = (entity: string) =>
  model.objects.find((one) => one.entity.entity === entity);

function partsOfCall({ entity, action, params }: LogEntry): string[] {
  const of = (query: Query) => {
    const object = model.object(query.object);
    return object === undefined ? [] : statementParts(model, query, object);
  };
  const { q, fields } = (params ?? {}) as { readonly q?: string; readonly fields?: string };
  const found =
    action === 'get' && fields !== undefined
      ? of({ object: objectOfEntity(entity!)!.name, select: fields.split(',') })
      : q === undefined
        ? []
        : action === 'search'
          ? parseSearch(q).search.returning.flatMap(of)
          : of(parseSoql(q).query);
  return found
    .filter(({ object, member }) => member === undefined || model.field(object.name, member))
    .filter(({ member }) => member !== 'Id')
    .map(nameOf);
}

export interface HiddenMatrix {
  readonly questions: readonly Question[];
  /** Every field and object that some question needs. */
  readonly parts: readonly string[];
  /** Parts that an answer named. */
  readonly named: ReadonlySet<string>;
  /** What is wrong with the answers of the questions that need some of these, while they are hidden. */
  faultsUnder(hidden: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** @param only questions by their names, which need no index. Default: all. */
export async function openHiddenMatrix(only?: readonly string[]): Promise<HiddenMatrix> {
  let connector: UpstreamConnector | null = null;
  const world: World = await openWorld({
    index: only === undefined ? 'copied' : 'off',
    trackers: only === undefined,
    context: {
      get connector() {
        connector ??= connect(world);
        return connector;
      },
    },
  });
  /** A tenant about whom nothing is known. */
  const beginAnew = async (): Promise<void> => {
    await connector?.close();
    connector = null;
  };
  const variables: Readonly<Record<string, object>> = await variablesOf(world);
  const screens = Object.values(
    JSON.parse(
      readFileSync(join(root, 'src/dashboard/graphql/persisted-documents.json'), 'utf8'),
    ) as Record<string, string>,
  ).map((query) => query.replace(/@(?:defer|stream)(?:\([^)]*\))?/g, ''));
  const documents = [
    ...documentsIn('schema/operations'),
    ...documentsIn('queries'),
    ...screens.map((query) => [`screen ${/query (\w+)/.exec(query)?.[1]}`, query] as const),
    ...screens
      .filter((query) => query.includes('query Calls('))
      .map((query) => ['screen Calls of a record', query] as const),
  ];
  const questions: Question[] = [];
  for (const [name, query] of documents) {
    if (only?.includes(name) === false) continue;
    await beginAnew();
    const own = variables[name.replace('screen ', '')] ?? {};
    const whole = await world.ask(query, { ...own });
    if (whole.errors !== undefined) throw new Error(`${name}: ${JSON.stringify(whole.errors)}`);
    const parts = new Set(whole.calls.flatMap(partsOfCall));
    if (parts.size > 0) questions.push({ name, query, variables: { ...own }, whole, parts });
  }
  const { faults } = world.service.admin;
  const named = new Set<string>();
  return {
    questions,
    named,
    parts: [...new Set(questions.flatMap(({ parts }) => [...parts]))].sort(),
    async faultsUnder(hidden) {
      await beginAnew();
      faults.clear();
      faults.add({ kind: 'hidden', system: 'crm', names: [...hidden] });
      const wrong: string[] = [];
      for (const question of questions.filter(({ parts }) => hidden.some((one) => parts.has(one))))
        wrong.push(
          ...(await faultsOf(world, question, hidden, named)).map(
            (one) => `${question.name}: ${one}`,
          ),
        );
      faults.clear();
      return wrong;
    },
    async close() {
      await connector?.close();
      await world.close();
    },
  };
}

const connect = ({ service }: World): UpstreamConnector =>
  createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': {
        id: service.instances.callAnalytics,
        budget: { perSecond: null, perDay: null },
      },
      crm: { id: service.instances.crm },
    },
  });

/** What the reserve could not pay for many parts is there when it is asked again. */
const mostAsked = 5;

async function faultsOf(
  world: World,
  { query, variables, whole }: Question,
  hidden: readonly string[],
  named: Set<string>,
): Promise<string[]> {
  let answer: GraphAnswer;
  let calls = 0;
  let asked = 0;
  do {
    answer = await world.ask(query, variables);
    calls += answer.calls.length;
    asked += 1;
  } while (asked < (hidden.length === 1 ? 1 : mostAsked) && codesOf(answer).includes('SCAN_LIMIT'));
  const wrong: string[] = [];
  const places = new Set<string>();
  for (const { message, path = [], extensions } of answer.errors ?? []) {
    if (extensions.code !== 'UPSTREAM_FORBIDDEN' || !isNamed(String(extensions.part), hidden))
      wrong.push(`${extensions.code} ${message} at ${path.join('.')}`);
    named.add(String(extensions.part));
    const pattern = patternOf(path);
    if (places.has(`${pattern} ${message}`)) wrong.push(`said twice: ${message} at ${pattern}`);
    places.add(pattern);
    places.add(`${pattern} ${message}`);
  }
  // Per object a refusal, a look-up and another question, and the same for each list that waits for it.
  const most = whole.calls.length * 2 + 3 * (hidden.length + 1);
  if (calls > most) wrong.push(`${calls} calls in place of ${whole.calls.length}`);
  compare(whole.data, answer.data, [], places, wrong);
  return wrong;
}

const codesOf = ({ errors = [] }: GraphAnswer) => errors.map(({ extensions: { code } }) => code);

/** Whether a part is hidden, or gone with what is: a reference with its field, a list with its object. */
function isNamed(part: string, hidden: readonly string[]): boolean {
  const [object = '', member = ''] = part.split('.');
  const child = model.child(object, member);
  const reference = model.relationship(object, member);
  const names = [
    part,
    object,
    ...(child === undefined ? [] : [child.object, `${child.object}.${child.field}`]),
    ...(reference === undefined ? [] : [`${object}.${reference.field.name}`, ...reference.targets]),
  ];
  return names.some((name) => hidden.includes(name));
}

const patternOf = (path: readonly (string | number)[]): string =>
  path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

type Json = TruthRow | readonly Json[] | string | number | boolean | null | undefined;

function compare(
  whole: Json,
  left: Json,
  path: readonly (string | number)[],
  places: ReadonlySet<string>,
  wrong: string[],
): void {
  if (left === null && whole !== null && places.has(patternOf(path))) return;
  if (Array.isArray(whole) && Array.isArray(left)) {
    // Of an object that is not searched all hits are missing, and one error stands for them.
    const isCut = places.has(patternOf([...path, 0]));
    if (isCut) {
      const all = new Set(whole.map((one) => JSON.stringify(one)));
      const strange = left.filter((one) => one !== null && !all.has(JSON.stringify(one)));
      if (strange.length > 0 && whole.length === left.length)
        wrong.push(`strangers at ${path.join('.')}`);
      return;
    }
    if (whole.length !== left.length)
      wrong.push(`${left.length} of ${whole.length} at ${path.join('.')}`);
    else
      for (const [at, one] of whole.entries()) compare(one, left[at], [...path, at], places, wrong);
    return;
  }
  if (typeof whole === 'object' && typeof left === 'object' && whole !== null && left !== null) {
    for (const [key, value] of Object.entries(whole))
      compare(value as Json, (left as TruthRow)[key], [...path, key], places, wrong);
    return;
  }
  // Cursors are bound to what a list selects, and addresses to their time.
  if (whole !== left && !/cursor$/i.test(String(path.at(-1))))
    wrong.push(`${JSON.stringify(left)} for ${JSON.stringify(whole)} at ${path.join('.')}`);
}
