import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWorld, today, type World } from '../../support/world.ts';
import { Join, type JoinedCall, readCompany } from './everything.ts';

const dayMs = 86_400_000;
const at = (days: number): number => today.getTime() - days * dayMs;
const text = (instant: number): string => new Date(instant).toISOString();

interface Coverage {
  readonly completeFrom: string | null;
  readonly completeTo: string | null;
  readonly syncedAt: string | null;
}
interface Related {
  readonly coverage: Coverage;
  readonly totalCount: number;
  readonly nodes: readonly { readonly upstreamId: string }[];
}

const coverage = 'coverage { completeFrom completeTo syncedAt }';
const related = (args: string) =>
  `relatedCalls(first: 100 ${args}) { totalCount ${coverage} nodes { upstreamId } }`;

/** Of an answer, what it claims to be complete for. */
function claimed(calls: readonly JoinedCall[], { completeFrom, completeTo }: Coverage): string[] {
  if (completeFrom === null || completeTo === null) return [];
  const [from, to] = [Date.parse(completeFrom), Date.parse(completeTo)];
  return calls.filter(({ startedAt }) => startedAt >= from && startedAt < to).map(({ id }) => id);
}

const reads = (calls: readonly { entity: string | null }[]): number =>
  calls.filter(({ entity }) => entity === 'calls_extensive').length;

describe('an index that knows the last hundred days', () => {
  let world: World;
  let join: Join;
  beforeAll(async () => {
    world = await openWorld({
      index: (syncer) => syncer.fill({ from: at(100), to: at(0) + dayMs }, {}, { walk: 'people' }),
    });
    join = new Join(await readCompany(world));
  });
  afterAll(() => world.close());

  const accounts = async (args: string, first = 20) => {
    const answer = await world.ask(`{ accounts(first: ${first}) { nodes { ${related(args)} } } }`);
    expect(answer.errors).toBeUndefined();
    const answers: Related[] = answer.data.accounts.nodes.map(
      (node: { relatedCalls: Related }) => node.relatedCalls,
    );
    return { answers, calls: answer.calls };
  };

  it('says in its status how far it has come', async () => {
    const { data } = await world.ask(
      `{ indexStatus { state completeShare horizon calls ${coverage} } }`,
    );
    expect(data.indexStatus.completeShare).toBeCloseTo(100 / 730, 1);
    expect(Date.parse(data.indexStatus.coverage.completeFrom)).toBeGreaterThanOrEqual(at(100));
    expect(Date.parse(data.indexStatus.horizon)).toBeLessThan(at(720));
    expect(data.indexStatus.calls).toBeLessThan(join.all.calls.length / 2);
  });

  it('answers about all time with what it knows, claims no more, and asks nobody', async () => {
    const { answers, calls } = await accounts('');
    expect(reads(calls)).toBe(0);
    for (const [i, answer] of answers.entries()) {
      const whole = join.callsOf(join.account(join.all.accounts[i]!));
      const sure = claimed(whole, answer.coverage);
      expect(answer.nodes.map((node) => node.upstreamId).slice(0, sure.length)).toEqual(sure);
      expect(sure.length).toBeLessThan(whole.length);
      expect(Date.parse(answer.coverage.completeFrom!)).toBeLessThan(at(99));
      expect(answer.coverage.completeTo).toBe(today.toISOString());
    }
  });

  it('fills a few days it does not know when somebody asks about them, once for all who ask', async () => {
    const [from, to] = [at(303), at(300)];
    const args = `, from: "${text(from)}", to: "${text(to)}"`;
    const { answers, calls } = await accounts(args, 100);
    expect(reads(calls)).toBeGreaterThan(0);
    expect(reads(calls)).toBeLessThan(4);
    let found = 0;
    for (const [i, answer] of answers.entries()) {
      const expected = join.callsOf(join.account(join.all.accounts[i]!), { from, to });
      expect(answer.nodes.map((node) => node.upstreamId)).toEqual(expected.map(({ id }) => id));
      expect(Date.parse(answer.coverage.completeFrom!)).toBeLessThanOrEqual(from);
      expect(Date.parse(answer.coverage.completeTo!)).toBeGreaterThanOrEqual(to);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(0);
    const again = await world.ask(
      `{ contacts(first: 50) { nodes { lastCall(from: "${text(from)}", to: "${text(to)}") { startedAt }
          callsPerPeriod(bucket: DAY, from: "${text(from)}", to: "${text(to)}") { periods { calls } ${coverage} } } } }`,
    );
    expect(again.calls.map(({ entity }) => entity)).toEqual(['contacts']);
    for (const { callsPerPeriod } of again.data.contacts.nodes) {
      expect(callsPerPeriod.coverage).toEqual(answers[0]!.coverage);
    }
  });

  it('does not read months because somebody asks: it says that nothing of them is covered', async () => {
    const args = `, from: "${text(at(600))}", to: "${text(at(400))}"`;
    const { answers, calls } = await accounts(args);
    expect(reads(calls)).toBe(0);
    for (const answer of answers) {
      expect(answer.coverage).toEqual({ completeFrom: null, completeTo: null, syncedAt: null });
    }
  });

  it('counts trackers only in calls that were read with them, and says which these are', async () => {
    const trend = (days: number) =>
      `trackersOverTime(bucket: WEEK, from: "${text(at(days))}", to: "${text(at(days - 4))}") { trackers { count } ${coverage} }`;
    const long = await world.ask(
      `{ accounts(first: 50) { nodes { trackersOverTime(bucket: WEEK, from: "${text(at(90))}") { trackers { count } ${coverage} } } } }`,
    );
    expect(reads(long.calls)).toBe(0);
    for (const { trackersOverTime } of long.data.accounts.nodes) {
      expect(trackersOverTime.trackers).toEqual([]);
      expect(trackersOverTime.coverage.completeFrom).toBeNull();
    }
    const short = await world.ask(`{ accounts(first: 100) { nodes { ${trend(60)} } } }`);
    expect(reads(short.calls)).toBeGreaterThan(0);
    let heard = 0;
    for (const { trackersOverTime } of short.data.accounts.nodes) {
      expect(Date.parse(trackersOverTime.coverage.completeFrom)).toBeLessThanOrEqual(at(60));
      heard += trackersOverTime.trackers.length;
    }
    expect(heard).toBeGreaterThan(0);
  });

  it('knows what comes with every row, such as titles, of calls that were read for their people alone', async () => {
    const about = (condition: string) => `, from: "${text(at(50))}", about: { ${condition} }`;
    const domainsOf = ({ parties }: JoinedCall['call']): string[] =>
      (parties ?? [])
        .filter(({ affiliation }) => affiliation === 'External')
        .flatMap(({ emailAddress }) => emailAddress?.trim().toLowerCase().split('@')[1] ?? []);
    const recent = join.callsOf(join.account(join.all.accounts[0]!), { from: at(50) });
    const [domain] = recent.flatMap(({ call }) => domainsOf(call));
    const passing: Record<string, (call: JoinedCall['call']) => boolean> = {
      'title: "call"': ({ metaData }) => /call/i.test(metaData?.title ?? ''),
      [`externalDomain: "${domain}"`]: (call) => domainsOf(call).includes(domain ?? ''),
    };
    for (const [condition, passes] of Object.entries(passing)) {
      const { answers, calls } = await accounts(about(condition), 50);
      expect(reads(calls), condition).toBe(0);
      let found = 0;
      for (const [i, answer] of answers.entries()) {
        expect(Date.parse(answer.coverage.completeFrom ?? ''), condition).toBeLessThan(at(50));
        expect(answer.coverage.completeTo).toBe(today.toISOString());
        const expected = join
          .callsOf(join.account(join.all.accounts[i]!), { from: at(50) })
          .filter(({ call }) => passes(call));
        expect(answer.nodes.map((node) => node.upstreamId)).toEqual(expected.map(({ id }) => id));
        found += expected.length;
      }
      expect(found, condition).toBeGreaterThan(0);
    }
  });

  it('says of each answer what it covers, whatever else is asked beside it', async () => {
    const from = `from: "${text(at(50))}"`;
    const { data, errors } = await world.ask(
      `{ accounts(first: 1) { nodes {
        people: relatedCalls(first: 1, ${from}) { ${coverage} }
        said: relatedCalls(first: 1, ${from}, about: { topic: { name: "Pricing" } }) { ${coverage} } } } }`,
    );
    const [{ people, said }] = data.accounts.nodes;
    expect(people.coverage.completeTo).toBe(today.toISOString());
    expect(said.coverage.completeTo).not.toBe(today.toISOString());
    expect(errors).toBeUndefined();
  });

  it('filters lists by what it knows, and says so beside them', async () => {
    const { data, calls } = await world.ask(
      `{ recent: accounts(first: 100, filter: { lastCall: { after: "${text(at(30))}" } }) { ${coverage} nodes { upstreamId } }
         never: accounts(first: 100, filter: { lastCall: { none: true } }) { ${coverage} nodes { upstreamId } } }`,
    );
    expect(reads(calls)).toBe(0);
    const ids = (list: { nodes: { upstreamId: string }[] }) => list.nodes.map((n) => n.upstreamId);
    const since = (from: number) =>
      join.all.accounts.filter((one) => join.callsOf(join.account(one), { from }).length > 0);
    expect(ids(data.recent)).toEqual(
      since(at(30))
        .map(({ Id }) => Id)
        .slice(0, 100),
    );
    expect(Date.parse(data.recent.coverage.completeFrom)).toBeLessThanOrEqual(at(30));
    // Whoever has no call that it knows of may have older ones, and the coverage tells how old.
    const { completeFrom } = data.never.coverage;
    const known = new Set(since(Date.parse(completeFrom)).map(({ Id }) => Id));
    expect(ids(data.never).filter((id) => known.has(id))).toEqual([]);
    expect(Date.parse(completeFrom)).toBeGreaterThan(at(101));
  });
});

describe('without an index', () => {
  let world: World;
  let join: Join;
  beforeAll(async () => {
    world = await openWorld({ index: 'off' });
    join = new Join(await readCompany(world));
  });
  afterAll(() => world.close());

  it('one bounded scan answers for all contacts of a request, and the next moments', async () => {
    const query = `{ contacts(first: 50) { nodes { ${related('')} lastCall { startedAt ${coverage} }
      peopleSpokenWith(first: 3) { people { calls } ${coverage} } } } }`;
    const { data, errors, calls } = await world.ask(query);
    expect(errors).toBeUndefined();
    expect(reads(calls)).toBeLessThanOrEqual(20);
    let found = 0;
    for (const [i, contact] of data.contacts.nodes.entries()) {
      const answer: Related = contact.relatedCalls;
      const whole = join.callsOf(join.contact(join.all.contacts[i]!));
      const sure = claimed(whole, answer.coverage);
      expect(answer.nodes.map((node) => node.upstreamId).slice(0, sure.length)).toEqual(sure);
      expect(contact.lastCall.coverage).toEqual(answer.coverage);
      expect(contact.peopleSpokenWith.coverage).toEqual(answer.coverage);
      expect(Date.parse(answer.coverage.completeFrom!)).toBeLessThanOrEqual(at(89));
      found += sure.length;
    }
    expect(found).toBeGreaterThan(50);
    const again = await world.ask(query);
    expect(again.calls.map(({ entity }) => entity)).toEqual(['contacts']);
    expect(again.data).toEqual(data);
  });

  it('one scan answers for titles, too', async () => {
    const own = await openWorld({ index: 'off' });
    onTestFinished(() => own.close());
    const ask = (about: string) =>
      own.ask(
        `{ contacts(first: 50) { nodes { ${related(`, from: "${text(at(30))}"${about}`)} } } }`,
      );
    expect(reads((await ask('')).calls)).toBeGreaterThan(0);
    const { data, calls } = await ask(', about: { title: "call" }');
    expect(reads(calls)).toBe(0);
    for (const { relatedCalls } of data.contacts.nodes)
      expect(Date.parse(relatedCalls.coverage.completeFrom)).toBeLessThanOrEqual(at(30));
    expect(reads((await ask(', about: { topic: { name: "Pricing" } }')).calls)).toBeGreaterThan(0);
  });

  it('scans no further than its bound, and says how far it came', async () => {
    const { data, errors, calls } = await world.ask(
      `{ accounts(first: 20) { nodes { ${related(`, from: "${text(at(730))}"`)} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(reads(calls)).toBeLessThanOrEqual(20);
    for (const [i, account] of data.accounts.nodes.entries()) {
      const answer: Related = account.relatedCalls;
      const whole = join.callsOf(join.account(join.all.accounts[i]!));
      const sure = claimed(whole, answer.coverage);
      expect(answer.nodes.map((node) => node.upstreamId).slice(0, sure.length)).toEqual(sure);
      expect(Date.parse(answer.coverage.completeFrom!)).toBeGreaterThan(at(730));
      expect(answer.coverage.completeTo).toBe(today.toISOString());
    }
  });

  it('says that there is none', async () => {
    const { data, calls } = await world.ask(
      `{ indexStatus { state horizon completeShare lastError ${coverage} } }`,
    );
    expect(data.indexStatus).toEqual({
      state: 'OFF',
      horizon: null,
      completeShare: 0,
      lastError: null,
      coverage: { completeFrom: null, completeTo: null, syncedAt: null },
    });
    expect(calls).toEqual([]);
  });
});
