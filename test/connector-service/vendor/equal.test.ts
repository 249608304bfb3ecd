import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFaults } from '../../contract/vendor/published.ts';
import { cases, isWide } from '../../support/cases.ts';
import { nameFieldOf, objectOf, type Sample, sampleOf } from '../../support/company.ts';
import { operations } from '../../support/operation.ts';
import { seed } from '../../support/seed.ts';
import { openVendorCompany, type VendorCompany } from '../../support/vendor.ts';
import { comparable, comparableType, type Rows } from '../../support/vendor-difference.ts';

let both: VendorCompany;
/** What of all requests and answers the vendors' descriptions do not have. */
const faults = new Set<string>();
let sample: Sample;
let callIds: readonly string[];
let userIds: readonly string[];
/** The synthetic instances, made to take locators back as the others do. */
const synthetic: Record<string, string> = {};

beforeAll(async () => {
  both = await openVendorCompany({
    vendor: {
      record(exchange) {
        for (const fault of contractFaults(exchange)) faults.add(fault);
      },
    },
  });
  const { company } = both;
  sample = await sampleOf(company);
  const { callAnalytics } = company.service.instances;
  const range = { fromDateTime: sample.from, toDateTime: sample.to };
  callIds = (await company.rows(callAnalytics, 'calls', range)).map(({ id }) => String(id));
  userIds = (await company.rows(callAnalytics, 'users')).map(({ id }) => String(id));
  synthetic['call-analytics'] = callAnalytics;
  synthetic.crm = await both.create(
    'crm',
    { refresh_token: 'x', client_id: 'x', client_secret: 'x' },
    { backend: 'synthetic' },
  );
});
afterAll(() => both.close());

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(5, values.length) });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const dayMs = 86_400_000;
const daysAgo = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((n) => new Date(Date.parse(sample.to) - n * dayMs));
const instant = (least: number, most: number) =>
  daysAgo(least, most).map((date) => date.toISOString());
const date = (least: number, most: number) => instant(least, most).map((text) => text.slice(0, 10));
const flags = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()])), { requiredKeys: [] });

const selector = () =>
  fc.record(
    {
      context: fc.constant('Extended'),
      contextTiming: some(['Now', 'TimeOfCall']),
      exposedFields: fc.record(
        {
          parties: fc.boolean(),
          media: fc.boolean(),
          collaboration: flags('publicComments'),
          content: flags(
            'structure',
            'topics',
            'trackers',
            'trackerOccurrences',
            'brief',
            'outline',
            'highlights',
            'callOutcome',
            'keyPoints',
            'pointsOfInterest',
          ).map((content) =>
            // Over the vendors, who have no points of interest any more, highlights are asked in their place.
            content.pointsOfInterest === true ? { ...content, highlights: true } : content,
          ),
          interaction: flags('personInteractionStats', 'questions', 'speakers', 'video'),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
const window = () => ({ fromDateTime: instant(20, 60), toDateTime: instant(0, 19) });
const statistics = () =>
  fc.record({
    filter: fc.record(
      { fromDate: date(10, 40), toDate: date(1, 9), userIds: some(userIds) },
      { requiredKeys: ['fromDate', 'toDate'] },
    ),
  });
const download = () =>
  fc.record(
    {
      filter: oneOf(callIds).map((id) => ({ callIds: [id] })),
      contentSelector: fc.constant({ exposedFields: { media: true } }),
      range_header: oneOf(['bytes=0-9', 'bytes=100-', 'bytes=-7', 'bytes=99999999-']),
    },
    { requiredKeys: ['filter', 'contentSelector'] },
  );
const unknownId = '1234567890123456789';

const callParams: Readonly<Record<string, () => fc.Arbitrary<object>>> = {
  'users list': () => fc.constant({}),
  'users get': () => fc.record({ id: oneOf([...userIds, unknownId]) }),
  'calls list': () => fc.record(window(), { requiredKeys: ['fromDateTime'] }),
  'calls get': () => fc.record({ id: oneOf([...callIds.slice(0, 20), unknownId]) }),
  'calls_extensive list': () =>
    fc.record(
      {
        filter: fc.oneof(
          fc.record(
            { ...window(), workspaceId: fc.constant(sample.workspaceId) },
            { requiredKeys: ['fromDateTime'] },
          ),
          some([...callIds.slice(0, 30), unknownId]).map((ids) => ({ callIds: ids })),
        ),
        contentSelector: selector(),
      },
      { requiredKeys: ['filter'] },
    ),
  'call_audio download': download,
  'call_video download': download,
  'workspaces list': () => fc.constant({}),
  'call_transcripts list': () =>
    fc.record({
      filter: some([...callIds.slice(0, 30), unknownId]).map((ids) => ({ callIds: ids })),
    }),
  'stats_activity_aggregate list': statistics,
  'stats_activity_day_by_day list': statistics,
  'stats_interaction list': statistics,
  'settings_scorecards list': () =>
    fc.record({ workspaceId: maybe(oneOf([sample.workspaceId, unknownId])) }),
  'settings_trackers list': () =>
    fc.record({ workspaceId: maybe(oneOf([sample.workspaceId, unknownId])) }),
  'library_folders list': () => fc.record({ workspaceId: oneOf([sample.workspaceId, unknownId]) }),
  'library_folder_content list': () => fc.record({ folderId: oneOf([sample.folderId, unknownId]) }),
  'coaching list': () =>
    fc.record({
      'workspace-id': fc.constant(sample.workspaceId),
      'manager-id': oneOf([sample.managerId, sample.managerId, unknownId]),
      // Days of the company's zone begin here; it is on summer time throughout.
      from: date(30, 60).map((day) => `${day}T00:00:00-07:00`),
      to: date(2, 29).map((day) => `${day}T00:00:00-07:00`),
    }),
  'stats_activity_scorecards list': () =>
    fc.record(
      {
        filter: fc.record(
          {
            fromDateTime: instant(30, 200),
            toDateTime: instant(0, 29),
            scorecardIds: some(sample.scorecardIds),
            reviewedUserIds: fc.subarray([...userIds], { minLength: 10 }),
            reviewerUserIds: fc.subarray([...userIds, '-1'], { minLength: 10 }),
            callIds: some(callIds),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
};

function crmParams(entity: string, action: string): fc.Arbitrary<object> {
  const [object, name] = [objectOf(entity), nameFieldOf(entity)];
  const id = String(sample.recordIds[entity]);
  const ids = fc.constant(
    `Id IN (${Array.from({ length: 800 }, (_, n) => `'001${String(n).padStart(15, '0')}'`)}, '${id}')`,
  );
  switch (action) {
    case 'list':
      return fc.record({
        q: fc
          .tuple(
            oneOf(['Id', `Id, ${name}`, `Id, ${name}, CreatedDate`, 'Nonsense']),
            fc.option(
              fc.oneof(
                ids,
                oneOf([`${name} LIKE 'A%'`, 'CreatedDate > 2026-01-01T00:00:00Z', `Id = '${id}'`]),
              ),
            ),
            oneOf(['', ' LIMIT 7', ' LIMIT 300', ' LIMIT']),
          )
          .map(
            ([fields, where, limit]) =>
              `SELECT ${fields} FROM ${object}${where === null ? '' : ` WHERE ${where}`} ORDER BY Id${limit}`,
          ),
      });
    case 'search':
      return fc.record({
        q: oneOf([String(sample.words[entity]), 'nobody', '']).map(
          (word) => `FIND {${word}} IN ALL FIELDS RETURNING ${object}(Id, ${name}) LIMIT 20`,
        ),
      });
    case 'get':
      return fc.record(
        {
          id: oneOf([id, id, `${id.slice(0, 3)}000000000000`, 'nonsense']),
          fields: oneOf(['Id', `Id,${name}`, 'Nonsense']),
        },
        { requiredKeys: ['id'] },
      );
    default:
      return fc.record(
        {
          id: oneOf([id, id, `${id.slice(0, 3)}000000000000`, 'nonsense']),
          range_header: oneOf(['bytes=0-9', 'bytes=20-', 'bytes=-5']),
        },
        { requiredKeys: ['id'] },
      );
  }
}

interface Outcome {
  readonly status: number;
  readonly refused?: unknown;
  readonly rows?: Rows;
  readonly total?: unknown;
  readonly file?: unknown;
}

type Json = {
  result?: Rows & { records?: Rows; searchRecords?: Rows };
  message?: string;
  connector_metadata?: { pagination?: { cursor?: string; totalRecords?: number } | null } | null;
} & Record<string, unknown>;

/** All pages of an operation on one instance. */
async function outcome(
  instance: string,
  system: string,
  entity: string,
  action: string,
  params: object,
): Promise<Outcome> {
  const rows: unknown[] = [];
  let total: unknown;
  let more: object = {};
  for (let pages = 0; pages < 50; pages += 1) {
    const response = await both.company.post(instance, entity, action, { ...params, ...more });
    const { status, headers } = response;
    if (action === 'download' && status < 400) {
      const names = ['content-length', 'content-range', 'content-disposition'];
      const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
      return {
        status,
        file: [
          comparableType(headers.get('content-type')),
          names.map((name) => headers.get(name)),
          bytes,
        ],
      };
    }
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    if (status !== 200) return { status, refused: refusedOf(body.message ?? '') };
    const { result = [], connector_metadata: meta } = body;
    const page =
      result.records ?? result.searchRecords ?? (Array.isArray(result) ? result : [result]);
    rows.push(...page);
    if (result.records !== undefined)
      ({ totalSize: total } = result as unknown as { totalSize: number });
    const pagination = meta?.pagination;
    if (pagination) total = pagination.totalRecords;
    const next = (result as { nextRecordsUrl?: string }).nextRecordsUrl;
    if (pagination?.cursor !== undefined) more = { cursor: pagination.cursor };
    else if (next !== undefined) more = { locator: next };
    else
      return {
        status,
        rows: comparable(system, `${entity} ${action}`, rows as Rows),
        total,
      };
  }
  throw new Error('Expected an end of the list');
}

/** What the vendor said; the id of a request is another one each time. */
function refusedOf(message: string): unknown {
  if (!message.startsWith('{')) return message;
  const { requestId: _own, ...body } = JSON.parse(message) as Record<string, unknown>;
  return body;
}

/** Nothing, too much, another kind, another script, beyond what a number holds. */
const oddValues: readonly unknown[] = [
  ...[
    '',
    ' ',
    [],
    {},
    null,
    0,
    -1,
    true,
    'nonsense',
    '\u0000',
    'ñ漢😀',
    "' OR '1'='1",
    '%',
    '../users',
  ],
  ...['9007199254740993', '99999999999999999999', '2026-02-30T00:00:00Z', '1970-01-01T00:00:00Z'],
  ...['2999-01-01T00:00:00Z', '2026-01-01', 'bytes=5-1', 'bytes=0-0,2-3', '001000000000000AAA'],
  Array.from({ length: 101 }, (_, n) => String(10n ** 18n + BigInt(n))),
  ['9007199254740993', 'nonsense'],
];

type Path = readonly string[];

/** Paths of all members of an object, lists as a whole. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const below = Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, [...path, name]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function replaced(value: object, [name, ...rest]: Path, by: unknown): object {
  const members = value as Readonly<Record<string, object>>;
  return { ...members, [name!]: rest.length === 0 ? by : replaced(members[name!]!, rest, by) };
}

describe('the vendors’ answers are the synthetic company’s', () => {
  it.each(operations.map((each) => [`${each.entity.entity} ${each.action}`, each] as const))(
    '%s',
    async (name, { entity: { entity, system }, action }) => {
      const params = callParams[name]?.() ?? crmParams(entity, action);
      await fc.assert(
        fc.asyncProperty(params, async (given) => {
          const own = await outcome(synthetic[system]!, system, entity, action, given);
          const vendors = await outcome(both.instances[system], system, entity, action, given);
          expect(vendors).toEqual(own);
        }),
        { numRuns: cases(2, 3), seed },
      );
    },
  );

  // Statements about them go to the vendor with a condition that nobody wrote.
  it.each([
    'SELECT Nonsense FROM %s ORDER BY Id',
    'select  Id  from %s where Nonsense = 1 limit 3',
    "SELECT Id FROM %s WHERE Subject LIKE 'A' ORDER BY Nonsense",
    'SELECT Id FROM %s WHERE IsDeleted = TRUE AND Nonsense = 1',
    "SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM %s WHERE Nonsense = 'a') ORDER BY Nonsense",
    'SELECT Id, (SELECT Nonsense FROM %ss) FROM Account ORDER BY Name',
  ])('%s, refused, is quoted as it was written', async (text) => {
    for (const object of ['Task', 'Event']) {
      const params = { q: text.replaceAll('%s', object) };
      const entity = `${object.toLowerCase()}s`;
      const own = await outcome(synthetic.crm!, 'crm', entity, 'list', params);
      expect(own).toMatchObject({ status: 400 });
      expect(await outcome(both.instances.crm, 'crm', entity, 'list', params)).toEqual(own);
    }
  });

  it
    .runIf(isWide)
    .each(operations.map((each) => [`${each.entity.entity} ${each.action}`, each] as const))(
    '%s, with one value in its parameters as it should not be',
    async (name, operation) => {
      const { entity, system } = operation.entity;
      const { action } = operation;
      const valid = callParams[name]?.() ?? crmParams(entity, action);
      const odd = fc.tuple(valid, fc.nat(), oneOf(oddValues)).map(([given, at, value]) => {
        const leaves = leavesOf(given);
        return leaves.length === 0 ? given : replaced(given, leaves[at % leaves.length]!, value);
      });
      // What is odd is odd on its way to the vendors, too.
      const before = [...faults];
      await fc.assert(
        fc.asyncProperty(odd, async (given) => {
          const own = await outcome(synthetic[system]!, system, entity, action, given);
          const vendors = await outcome(both.instances[system], system, entity, action, given);
          expect(vendors).toEqual(own);
        }),
        { numRuns: cases(2, 3), seed },
      );
      faults.clear();
      for (const fault of before) faults.add(fault);
    },
  );

  it('and all requests and answers are as the vendors publish them', () => {
    expect([...faults].sort()).toEqual([]);
  });
});
