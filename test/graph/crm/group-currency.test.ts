/** Sums of groups by currency: what is published and what is told of them differ, so that each CRM is tried. */

import { describe, expect, it, onTestFinished } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, type GraphAnswer, openWorld, today } from '../../support/world.ts';

const company = () => openSynthetic({ now: () => today, customSchema, currencies: 'three' });

async function openCompany(backend: Backend) {
  const world = await openWorld({ index: 'off', cache: true, backend, currencies: 'unknown' });
  onTestFinished(() => world.close());
  return world;
}

const perDollar: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, JPY: 150 };

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe('sums of groups by currency', () => {
  /** A CRM that converts them too, as what is published can be read. */
  const converting = (backend: Backend): Backend => ({
    ...backend,
    async execute(operation) {
      const answer = await backend.execute(operation);
      const isGrouped = /GROUP BY .*CurrencyIsoCode/.test(String(operation.params.q));
      if (answer.kind !== 'soql-page' || !isGrouped) return answer;
      const records = answer.records.map((record) => {
        const code = Object.values(record).find((value) => String(value) in perDollar);
        return Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            /amount/i.test(name) && typeof value === 'number'
              ? value / (perDollar[String(code)] ?? Number.NaN)
              : value,
          ]),
        );
      });
      return { ...answer, records };
    },
  });
  const question = `{
    crmUsers(first: 100) { nodes { dealFigures { amounts { currency open won lost } } } }
    opportunitiesAggregate(groupBy: [{ field: CURRENCY_ISO_CODE }]) { keys { value } currencyIsoCode sum { amount } }
  }`;
  interface Amounts {
    readonly currency: string;
    readonly open: number;
    readonly won: number;
    readonly lost: number;
  }
  const amountsIn = ({ data }: GraphAnswer): readonly Amounts[] =>
    data.crmUsers.nodes.flatMap(
      ({ dealFigures }: { dealFigures: { amounts: readonly Amounts[] } }) => dealFigures.amounts,
    );

  it('are named by what one deal shows, which is tried once', async () => {
    const world = await openCompany(company());
    const first = await world.ask(question);
    const trials = ({ calls }: GraphAnswer) =>
      calls.filter(({ params }) => /Amount > 100|MAX\(Amount\)/.test(JSON.stringify(params)));
    expect(trials(first)).toHaveLength(2);
    expect(new Set(amountsIn(first).map(({ currency }) => currency)).size).toBe(3);
    for (const { keys, currencyIsoCode } of first.data.opportunitiesAggregate)
      expect(currencyIsoCode).toBe(keys[0].value);
    expect(trials(await world.ask(question))).toEqual([]);
  });

  it('are in the corporate currency where the CRM converts them', async () => {
    const world = await openCompany(converting(company()));
    const answer = await world.ask(question);
    expect(answer.errors).toBeUndefined();
    const amounts = amountsIn(answer);
    expect(new Set(amounts.map(({ currency }) => currency))).toEqual(new Set(['USD']));
    const groups = answer.data.opportunitiesAggregate;
    for (const { currencyIsoCode } of groups) expect(currencyIsoCode).toBe('USD');
    const total = sumOf(groups.map(({ sum }: { sum: { amount: number } }) => sum.amount));
    expect(sumOf(amounts.flatMap(({ open, won, lost }) => [open, won, lost]))).toBeCloseTo(
      total,
      0,
    );
  });

  it('are in a currency that nobody knows where no deal shows it; those of other groups are converted', async () => {
    const world = await openCompany(company());
    world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: ['CurrencyType'] });
    const answer = await world.ask(question);
    expect(answer.errors).toBeUndefined();
    for (const { currencyIsoCode } of answer.data.opportunitiesAggregate)
      expect(currencyIsoCode).toBeNull();
    expect(new Set(amountsIn(answer).map(({ currency }) => currency))).toEqual(new Set([null]));
  });
});
