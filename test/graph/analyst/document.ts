/** The recipes of docs/ask/ that are held against loops, the times they speak of, and what loops over the raw tables read off them. */

import { globSync, readFileSync } from 'node:fs';
import { type TruthRow, truth } from '../../support/truth.ts';
import { heard } from '../links/raw-call.ts';
import { type RawCompany, sorted } from './raw-company.ts';

/** By their number. */
export const documents = new Map(
  [
    ...globSync('docs/ask/*.md')
      .map((page) => readFileSync(page, 'utf8'))
      .join('')
      .matchAll(/^<!-- recipe (\d+) -->\n(?:(?!```|## )[^\n]*\n)*```graphql\n([\s\S]*?)```/gm),
  ]
    .map(([, number, text]): [number, string] => [Number(number), text!])
    .filter(([number]) => number <= 18)
    .sort(([a], [b]) => a - b),
);

export const dayMs = 86_400_000;
export const midnight = Date.parse('2026-11-02T00:00:00Z');
export const daysAgo = (days: number): number => midnight - days * dayMs;
export const at = (text: string): number => Date.parse(text);

export const byAmount = (deals: readonly TruthRow[]) => sorted(deals, ({ Amount }) => Amount, -1);
export const sumOf = (deals: readonly TruthRow[]): number =>
  deals.reduce((sum, { Amount }) => sum + (Amount ?? 0), 0);
export const startedAt = (call: { readonly startedAt: number } | undefined): string | null =>
  call === undefined ? null : new Date(call.startedAt).toISOString();

/** Groups by the text of their keys. */
export const shown = (groups: readonly TruthRow[], value: (group: TruthRow) => unknown) =>
  Object.fromEntries(
    groups.map((group) => [
      group.keys.map((key: TruthRow) => `|${key.value}`).join(''),
      value(group),
    ]),
  );
export const counted = (groups: ReadonlyMap<string, readonly unknown[]>) =>
  Object.fromEntries([...groups].map(([key, own]) => [key, own.length]));

/** Questions of the documents, put to a company whose tables are at hand. */
export class Analyst {
  readonly raw: RawCompany;
  readonly #callById: ReadonlyMap<string, TruthRow>;

  constructor(raw: RawCompany) {
    this.raw = raw;
    const calls: readonly TruthRow[] = raw.all.calls;
    this.#callById = new Map(calls.map((call) => [call.metaData.id, call]));
  }

  ask = async (number: number, variables: object = {}): Promise<TruthRow> =>
    (await this.raw.ask(documents.get(number)!, { ...variables })).data;

  call = (id: string): TruthRow => this.#callById.get(id);

  open = (): readonly TruthRow[] => this.raw.of('Opportunity').filter(({ IsClosed }) => !IsClosed);

  nameOf = (object: string, id: string | null): string | null =>
    this.raw.byId(object, id)?.Name ?? null;

  dealCalls = (deal: TruthRow) => this.raw.join.callsOf(this.raw.join.deal(deal as never));

  accountCalls = (account: TruthRow) =>
    this.raw.join.callsOf(this.raw.join.account(account as never));

  /** How often a tracker was heard in these calls, and in how many. */
  hits(calls: readonly { readonly id: string }[], name: string) {
    const counts = calls.map(({ id }) => heard(this.call(id), name)).filter((count) => count > 0);
    return { count: counts.reduce((sum, count) => sum + count, 0), calls: counts.length };
  }

  /** Of September, by the user's id. */
  async talkRatios(): Promise<(id: string) => number | null> {
    const filter = { fromDate: '2026-09-01', toDate: '2026-10-01' };
    const spoken = await truth(this.raw.world, 'stats_interaction', { filter });
    return (id) =>
      spoken
        .find(({ userId }) => userId === id)
        ?.personInteractionStats.find(({ name }: TruthRow) => name === 'Talk Ratio')?.value ?? null;
  }
}
