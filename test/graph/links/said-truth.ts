/** What was said in a company, as plain loops over all of its calls and transcripts find it, and how an answer is held against that. */

import { expect } from 'vitest';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import type { GraphAnswer, World } from '../../support/world.ts';
import { compareIds, Join, readCompany, readEverything, type Subject } from './everything.ts';
import {
  accountsOf,
  heard,
  objects,
  rawCalls,
  readCalls,
  stagesOf,
  startedAt,
} from './raw-call.ts';
import { companyTurns, heardBy, rawTurns, type Said, type Turn } from './raw-transcript.ts';
import type { Draw } from './said-question.ts';

/** A condition beside what was said, as arguments of a list and as a look at the call. */
interface Condition {
  readonly args: Readonly<Record<string, unknown>>;
  /** Members of `about`. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly holds: (call: TruthRow) => boolean;
}

export interface SaidQuestion extends Omit<Condition, 'about'> {
  readonly about: Readonly<Record<string, unknown>>;
  readonly said: readonly Said[];
}

/** Ids of calls in the order of answers. */
const idsOf = (calls: readonly TruthRow[]): string[] => calls.map(({ metaData }) => metaData.id);

export class SaidTruth {
  readonly calls: readonly TruthRow[];
  readonly turns: ReadonlyMap<string, readonly Turn[]>;
  readonly allTurns: readonly Turn[];
  readonly users: readonly TruthRow[];
  readonly join: Join;
  readonly #deals: ReadonlyMap<string, TruthRow>;
  readonly #accounts: ReadonlyMap<string, TruthRow>;

  private constructor(
    calls: readonly TruthRow[],
    turns: ReadonlyMap<string, readonly Turn[]>,
    join: Join,
    records: { readonly deals: readonly TruthRow[]; readonly accounts: readonly TruthRow[] },
  ) {
    this.calls = [...calls].sort(
      (a, b) => startedAt(b) - startedAt(a) || compareIds(b.metaData.id, a.metaData.id),
    );
    this.turns = turns;
    this.allTurns = [...turns.values()].flat();
    this.join = join;
    this.users = join.all.users;
    const byId = (rows: readonly TruthRow[]) =>
      new Map(rows.map((row) => [row.Id.slice(0, 15), row]));
    this.#deals = byId(records.deals);
    this.#accounts = byId(records.accounts);
  }

  /** @param isOwn of a company that the test changes: it is read as it is now. */
  static async of(world: Pick<World, 'service'>, isOwn = false): Promise<SaidTruth> {
    const calls = isOwn ? await readCalls(world) : await rawCalls(world);
    const turns = await (isOwn ? rawTurns : companyTurns)(world, calls);
    const join = new Join(isOwn ? await readEverything(world) : await readCompany(world));
    return new SaidTruth(calls, turns, join, {
      deals: await table(world, 'Opportunity', 'IsClosed, IsWon'),
      accounts: await table(world, 'Account', 'Industry'),
    });
  }

  /** @param records whether the question may be about records, of which some viewers see a part. */
  question(draw: Draw, said: readonly Said[], records: boolean): SaidQuestion {
    const conditions = [
      this.#byTime(draw),
      this.#byForm(draw),
      this.#byDomain(draw),
      ...(records ? [this.#byDeal(draw), this.#byAccount(draw), this.#byContent(draw)] : []),
    ];
    const { args, about, holds } =
      draw.onceIn(3, () => null) === null
        ? { args: {}, holds: () => true, about: {} }
        : draw.oneOf(conditions);
    return { args, holds, said, about: { ...about, said } };
  }

  #byTime({ pick }: Draw): Condition {
    const newest = startedAt(this.calls[0]);
    const from = newest - pick(400) * 86_400_000;
    const to = from + (1 + pick(200)) * 86_400_000;
    return {
      args: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      holds: (call) => startedAt(call) >= from && startedAt(call) < to,
    };
  }

  #byForm({ pick, oneOf }: Draw): Condition {
    const { scope, direction } = oneOf(this.calls).metaData;
    const minDurationSeconds = 60 * pick(30);
    return {
      args: { scope: [scope], direction: [direction], minDurationSeconds },
      holds: ({ metaData }) =>
        metaData.scope === scope &&
        metaData.direction === direction &&
        metaData.duration >= minDurationSeconds,
    };
  }

  #byDomain({ oneOf }: Draw): Condition {
    const domainsOf = (call: TruthRow): string[] =>
      (call.parties ?? []).flatMap(({ emailAddress }: TruthRow) =>
        emailAddress ? [emailAddress.trim().toLowerCase().split('@').at(-1)] : [],
      );
    const domain = oneOf(this.calls.flatMap(domainsOf));
    return {
      args: { participants: { domain: [domain] } },
      holds: (call) => domainsOf(call).includes(domain),
    };
  }

  #byDeal({ oneOf }: Draw): Condition {
    const [isClosed, isWon] = oneOf([
      [true, false],
      [true, true],
      [false, false],
    ]);
    return {
      args: {},
      about: { opportunity: { isClosed: { eq: isClosed }, isWon: { eq: isWon } } },
      holds: (call) =>
        objects(call, 'Opportunity', 'Now').some(({ objectId }) => {
          const deal = this.#deals.get(objectId.slice(0, 15));
          return deal !== undefined && deal.IsClosed === isClosed && deal.IsWon === isWon;
        }),
    };
  }

  #byAccount({ oneOf }: Draw): Condition {
    const industry = oneOf([...this.#accounts.values()].filter((row) => row.Industry)).Industry;
    return {
      args: {},
      about: { account: { industry: { eq: industry } } },
      holds: (call) =>
        accountsOf(call).some((id) => this.#accounts.get(id.slice(0, 15))?.Industry === industry),
    };
  }

  #byContent({ pick, oneOf }: Draw): Condition {
    if (pick(2) === 0) {
      const stage = oneOf(this.calls.flatMap(stagesOf));
      return {
        args: {},
        about: { stage: [stage] },
        holds: (call) => stagesOf(call).includes(stage),
      };
    }
    const { name } = oneOf(
      this.calls.flatMap(({ content }) => content.trackers as readonly TruthRow[]),
    );
    const not = pick(3) === 0;
    return {
      args: {},
      about: { tracker: [{ name: [name], ...(not && { not }) }] },
      holds: (call) => heard(call, name) > 0 !== not,
    };
  }

  /** Newest first. A call without a transcript says neither what was said nor what was not: whether the platform will have one is not known. */
  found({ said, holds }: SaidQuestion, among: (call: TruthRow) => boolean): readonly TruthRow[] {
    const conditions = said.map(
      (condition) => [heardBy(condition), condition.not === true] as const,
    );
    return this.calls.filter((call) => {
      const own = among(call) && holds(call) ? this.turns.get(call.metaData.id) : undefined;
      return (
        own !== undefined &&
        conditions.every(
          ([isHeard, not]) => own.some((turn) => isHeard(turn, call.metaData.duration)) !== not,
        )
      );
    });
  }

  /** Ids of the calls of a subject. */
  idsOf(subject: Subject): ReadonlySet<string> {
    return new Set(this.join.callsOf(subject).map(({ id }) => id));
  }
}

/** An answered list, all of it or its first calls. */
interface SaidList {
  readonly totalCount: number;
  readonly coverage: { readonly completeFrom: string | null; readonly unread: number | null };
  readonly ids: readonly string[];
  /** At most so many ids were asked for. */
  readonly first: number;
}

/**
 * Holds an answered list against the calls that plain loops found: it is theirs since the time that it says it knows,
 * but for so many calls as it says are unread, and what is missing is told.
 */
export function expectList(
  { totalCount, coverage, ids, first }: SaidList,
  found: readonly TruthRow[],
  { extensions }: Pick<GraphAnswer, 'extensions'>,
  text: string,
): void {
  const from = coverage.completeFrom === null ? Infinity : Date.parse(coverage.completeFrom);
  const known = idsOf(found.filter((call) => startedAt(call) >= from));
  const unread = coverage.unread ?? Infinity;
  if (known.length < found.length || unread > 0)
    expect(extensions?.incomplete, text).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: expect.any(Array) })]),
    );
  if (unread === 0) {
    expect(totalCount, text).toBe(known.length);
    expect(ids, text).toEqual(known.slice(0, first));
    return;
  }
  expect(Math.abs(totalCount - known.length), text).toBeLessThanOrEqual(unread);
  if (ids.length < totalCount) return;
  const shown = new Set(ids);
  const missing = known.filter((id) => !shown.delete(id));
  expect(missing.length + shown.size, text).toBeLessThanOrEqual(unread);
}
