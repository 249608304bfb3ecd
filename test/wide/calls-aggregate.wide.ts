/** Random questions to `callsAggregate` through the front door, answered as plain loops over the raw tables answer them. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRawCompany, type RawCompany } from '../graph/analyst/raw-company.ts';
import { accountsOf, groupsOf, objects, stagesOf, startedAt } from '../graph/links/raw-call.ts';
import { randomFrom } from '../participants/company.ts';
import { cases } from '../support/cases.ts';
import { seed } from '../support/seed.ts';
import type { TruthRow } from '../support/truth.ts';

let raw: RawCompany;
let calls: readonly TruthRow[];
beforeAll(async () => {
  raw = await openRawCompany(true);
  calls = raw.all.calls;
});
afterAll(() => raw.world.close());

const dayMs = 86_400_000;
const now = Date.parse('2026-11-02T12:00:00Z');
/** Hours ahead of UTC; without summer time. */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  'Asia/Kathmandu': 5.75,
  'Pacific/Kiritimati': 14,
  'Pacific/Marquesas': -9.5,
};

type Test = (call: TruthRow) => boolean;
type Keys = (call: TruthRow) => readonly (string | null)[];

const domainsOf: Keys = (call) => [
  ...new Set<string>(
    (call.parties ?? [])
      .filter((party: TruthRow) => party.affiliation === 'External' && party.emailAddress)
      .map(({ emailAddress }: TruthRow) => emailAddress.trim().toLowerCase().split('@')[1]),
  ),
];
const fieldsOf = (object: string, id: string): TruthRow => raw.byId(object, id)!;
const dealsOf = (call: TruthRow): string[] =>
  objects(call, 'Opportunity', 'Now').map(({ objectId }) => objectId);
const topicsOf = (call: TruthRow, least = 1): string[] =>
  call.content.topics
    .filter(({ duration }: TruthRow) => Math.round(duration) >= least)
    .map(({ name }: TruthRow) => name);
const accountField =
  (field: string): Keys =>
  (call) =>
    accountsOf(call).map((id) => fieldsOf('Account', id)[field]);

/** Begin of the period that a call lies in, in a time zone. */
function periodOf(unit: string, hours: number): Keys {
  return (call) => {
    const local = new Date(startedAt(call) + hours * 3_600_000);
    const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
    const day = Date.UTC(year, month, local.getUTCDate());
    const start = {
      DAY: day,
      WEEK: day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs,
      MONTH: Date.UTC(year, month),
      QUARTER: Date.UTC(year, month - (month % 3)),
    }[unit]!;
    return [new Date(start - hours * 3_600_000).toISOString()];
  };
}

const fields: Readonly<Record<string, Keys>> = {
  OWNER: ({ metaData }) => [metaData.primaryUserId],
  DIRECTION: ({ metaData }) => [metaData.direction],
  SCOPE: ({ metaData }) => [metaData.scope],
  OUTCOME: ({ content }) => (content.callOutcome ? [content.callOutcome.name] : []),
  TRACKER: ({ content }) =>
    content.trackers.filter((one: TruthRow) => one.count > 0).map(({ id }: TruthRow) => String(id)),
  TOPIC: (call) => topicsOf(call),
  EXTERNAL_DOMAIN: domainsOf,
  STAGE: stagesOf as Keys,
  ACCOUNT: accountsOf,
  OPPORTUNITY: dealsOf,
  INDUSTRY: accountField('Industry'),
  SEGMENT: accountField('Segment__c'),
  RESULT: (call) =>
    dealsOf(call).map((id) => {
      const { IsWon, IsClosed } = fieldsOf('Opportunity', id);
      return IsWon ? 'WON' : IsClosed ? 'LOST' : 'OPEN';
    }),
};

/** A question with the loop that answers it. */
class Draw {
  readonly #random: () => number;
  readonly filter: Record<string, unknown> = {};
  readonly about: Record<string, unknown> = {};
  readonly tests: Test[] = [];

  constructor(from: number) {
    this.#random = randomFrom(from);
  }

  pick = (n: number): number => Math.floor(this.#random() * n);
  oneOf = <T>(list: readonly T[]): T => list[this.pick(list.length)]!;
  some = <T>(list: readonly T[]): T[] => list.filter(() => this.pick(3) === 0);

  /** Restricts by a list of values that calls have. */
  #list(of: 'filter' | 'about', name: string, keys: Keys): void {
    if (this.pick(5) > 0) return;
    const values = this.some([...new Set(calls.flatMap(keys))].filter((one) => one !== null));
    this[of][name] = values;
    this.tests.push((call) => keys(call).some((key) => values.includes(key as string)));
  }

  restrict(): void {
    const meta =
      (name: string): Keys =>
      ({ metaData }) => [metaData[name]];
    this.#list('filter', 'direction', meta('direction'));
    this.#list('filter', 'scope', meta('scope'));
    this.#list('filter', 'system', meta('system'));
    this.#list('filter', 'language', meta('language'));
    this.#list('filter', 'primaryUser', meta('primaryUserId'));
    this.#list('about', 'outcome', fields.OUTCOME!);
    this.#list('about', 'externalDomain', domainsOf);
    this.#list('about', 'stage', (call) => fields.STAGE!(call).filter((stage) => stage !== null));
    if (this.pick(4) === 0) {
      const [least, most] = [this.pick(900), 300 + this.pick(3_000)];
      Object.assign(this.filter, { minDurationSeconds: least, maxDurationSeconds: most });
      this.tests.push(({ metaData: { duration } }) => duration >= least && duration <= most);
    }
    if (this.pick(6) === 0) {
      const title = this.oneOf(['Call With', 'démo', '& ', '%', 'weekly', 'sync']);
      this.filter.titleContains = title;
      const bare = title.toLowerCase().replaceAll('é', 'e');
      this.tests.push(({ metaData }) => metaData.title.toLowerCase().includes(bare));
    }
    if (this.pick(2) === 0) {
      const from = now - this.pick(400) * dayMs - this.pick(dayMs);
      const to = from + this.pick(200) * dayMs;
      Object.assign(this.filter, {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      });
      this.tests.push((call) => startedAt(call) >= from && startedAt(call) < to);
    }
    if (this.pick(5) === 0) {
      const tracker = { name: ['Competitors', 'Discount'], atLeast: 1 + this.pick(3) };
      this.about.tracker = [tracker];
      this.tests.push(({ content }) =>
        content.trackers.some(
          (one: TruthRow) => tracker.name.includes(one.name) && one.count >= tracker.atLeast,
        ),
      );
    }
    if (this.pick(5) === 0) {
      const topic = {
        name: this.some([...new Set(calls.flatMap((call) => topicsOf(call)))]),
        atLeastSeconds: 1 + this.pick(200),
      };
      this.about.topic = [topic];
      this.tests.push((call) =>
        topicsOf(call, topic.atLeastSeconds).some((name) => topic.name.includes(name)),
      );
    }
    if (this.pick(6) === 0) {
      const industries = this.some([
        ...new Set(raw.of('Account').flatMap(({ Industry }) => Industry ?? [])),
      ]);
      this.about.account = { industry: { in: industries } };
      this.tests.push((call) =>
        fields.INDUSTRY!(call).some((one) => industries.includes(one as string)),
      );
    }
    if (Object.keys(this.about).length > 0) this.filter.about = this.about;
  }
}

const measures = {
  COUNT: 'count',
  MINUTES: 'minutes',
  TALK_RATIO: 'talkRatio',
  PEOPLE: 'people',
  ACCOUNTS: 'accounts',
} as const;

type Group = { readonly keys: readonly (string | null)[] } & Readonly<
  Record<(typeof measures)[keyof typeof measures], number | null>
>;

function groupOf(keys: readonly (string | null)[], own: readonly TruthRow[]): Group {
  const ratios: number[] = own.flatMap(
    ({ interaction }) =>
      interaction?.interactionStats?.find((one: TruthRow) => one.name === 'Talk Ratio')?.value ??
      [],
  );
  const addresses: string[] = own.flatMap(({ parties }) =>
    (parties ?? []).flatMap(({ emailAddress }: TruthRow) => emailAddress || []),
  );
  const millionths = ratios.reduce((sum, ratio) => sum + Math.round(ratio * 1e6), 0);
  return {
    keys,
    count: own.length,
    minutes: own.reduce((sum, { metaData }) => sum + metaData.duration, 0) / 60,
    talkRatio: ratios.length === 0 ? null : millionths / ratios.length / 1e6,
    people: new Set(addresses.map((one) => raw.join.person(one))).size,
    accounts: new Set(own.flatMap(accountsOf)).size,
  };
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -sign : sign;
}

it('answers what plain loops answer', async () => {
  let found = 0;
  for (let n = 0; n < cases(30); n++) {
    const draw = new Draw(seed + 70_000 + n);
    draw.restrict();
    const zone = draw.oneOf(Object.keys(zones));
    const units = draw.pick(3) === 0 ? [draw.oneOf(['DAY', 'WEEK', 'MONTH', 'QUARTER'])] : [];
    const groupBy = [...units, ...draw.some(Object.keys(fields)).slice(0, draw.pick(3))];
    const keysOf = groupBy.map((name) => fields[name] ?? periodOf(name, zones[zone]!));
    const orderBy = draw.some([...Object.keys(measures), 'KEY'] as const).map((field) => ({
      field,
      direction: draw.oneOf(['ASC', 'DESC']),
    }));
    const [by, least] = [draw.oneOf(Object.values(measures)), draw.pick(6) / 2];
    const bound = by === 'talkRatio' ? least / 5 : Math.floor(least);
    const having = draw.pick(2) === 0 ? { [by]: { gte: bound } } : null;
    const first = draw.pick(4) === 0 ? draw.pick(5) : 10_000;
    const variables = { filter: draw.filter, groupBy, orderBy, having, first, zone };
    const { data } = await raw.ask(
      `query ($filter: CallFilter, $groupBy: [CallGroupField!], $orderBy: [CallGroupOrder!], $having: CallHaving,
          $first: Int, $zone: String) {
        callsAggregate(filter: $filter, groupBy: $groupBy, orderBy: $orderBy, having: $having, first: $first,
            timeZone: $zone) {
          totalCount groups { keys { value } count minutes talkRatio people accounts } } }`,
      variables,
    );
    const chosen = calls.filter((call) => draw.tests.every((test) => test(call)));
    const groups =
      groupBy.length === 0
        ? [groupOf([], chosen)]
        : [...groupsOf(chosen, ...keysOf)].map(([key, own]) => {
            const keys = key.split('|').slice(1);
            return groupOf(
              keys.map((one) => (one === 'null' ? null : one)),
              own,
            );
          });
    const expected = groups
      .filter((group) => having === null || (group[by] !== null && group[by] >= bound))
      .toSorted((a, b) => {
        for (const { field, direction } of [
          ...orderBy,
          { field: 'COUNT', direction: 'DESC' },
          { field: 'KEY', direction: 'ASC' },
        ]) {
          const sign = direction === 'DESC' ? -1 : 1;
          const name = measures[field as keyof typeof measures];
          const order =
            field === 'KEY'
              ? a.keys.reduce((known, key, at) => known || compare(key, b.keys[at]!, sign), 0)
              : compare(a[name], b[name], sign);
          if (order !== 0) return order;
        }
        return 0;
      });
    const text = `seed ${seed + 70_000 + n}: ${JSON.stringify(variables)}`;
    const { totalCount, groups: shown } = data.callsAggregate;
    expect(totalCount, text).toBe(expected.length);
    expect(
      shown.map(({ keys, ...rest }: TruthRow) => ({
        ...rest,
        keys: keys.map(({ value }: TruthRow) => value),
      })),
      text,
    ).toEqual(expected.slice(0, first));
    found += expected.length;
  }
  expect(found).toBeGreaterThan(500);
});
