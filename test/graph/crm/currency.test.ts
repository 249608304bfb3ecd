/** Amounts and their currencies: of an organisation with three, of which one has no decimals, and of one with one. */

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import { crmError } from '../../../src/connector-service/backend.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  openWorld,
  today,
  type World,
} from '../../support/world.ts';

const company = (currencies: 'one' | 'three') =>
  openSynthetic({ now: () => today, customSchema, currencies });

const openCompany = (backend: Backend) =>
  openWorld({ index: 'off', cache: true, backend, currencies: 'unknown' });

const statements = ({ calls }: GraphAnswer) =>
  calls.map(({ params }) => String((params as { q?: string }).q));

const facts = ({ errors = [] }: GraphAnswer) =>
  errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }));

const perDollar: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, JPY: 150 };

interface Deal {
  readonly id: string;
  readonly amount: number | null;
  readonly currencyIsoCode: string;
}

/** All deals under arguments of the list, page by page. */
async function dealsOf(world: World, size: number, args: string): Promise<readonly Deal[]> {
  const read: Deal[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { data, errors }: GraphAnswer = await world.ask(
      `query ($after: String) { opportunities(first: ${size}, after: $after, ${args}) { nodes { id amount currencyIsoCode } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.opportunities;
    read.push(...nodes);
    more = pageInfo.hasNextPage;
    after = pageInfo.endCursor;
  }
  return read;
}

/** What the deal is worth; null without an amount. */
const worth = ({ amount, currencyIsoCode }: Deal): number | null =>
  amount === null ? null : amount / (perDollar[currencyIsoCode] ?? Number.NaN);

const sumOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0);

describe('an organisation with three currencies', () => {
  let world: World;
  let deals: readonly Deal[];
  beforeAll(async () => {
    world = await openCompany(company('three'));
    deals = await dealsOf(world, 100, 'orderBy: []');
  });
  afterAll(() => world.close());

  it('has each amount in that of its record, whichever way it is read', async () => {
    expect(new Set(deals.map((deal) => deal.currencyIsoCode))).toEqual(
      new Set(['USD', 'EUR', 'JPY']),
    );
    const [yen] = deals.filter(({ currencyIsoCode }) => currencyIsoCode === 'JPY');
    expect(Number.isInteger(yen!.amount)).toBe(true);
    const { data, errors } = await world.ask(`{
      opportunity(by: { id: "${yen!.id}" }) {
        amount currencyIsoCode
        account { currencyIsoCode opportunities(first: 50) { nodes { id amount currencyIsoCode } } }
        opportunityLineItems(first: 5) { nodes { totalPrice currencyIsoCode } }
      }
    }`);
    expect(errors).toBeUndefined();
    const { account, opportunityLineItems, ...own } = data.opportunity;
    expect(own).toEqual({ amount: yen!.amount, currencyIsoCode: 'JPY' });
    expect(account.currencyIsoCode).toBe('JPY');
    expect(account.opportunities.nodes).toContainEqual(yen);
    for (const line of opportunityLineItems.nodes) expect(line.currencyIsoCode).toBe('JPY');
  });

  it('is told with its rates, and looked up once for all questions', async () => {
    const gateway = await openWorld({
      shared: world.service,
      index: 'off',
      cache: true,
      currencies: 'unknown',
    });
    onTestFinished(() => gateway.close());
    const asked =
      '{ crmCurrencies { areSeveral corporate currencies { isoCode conversionRate decimalPlaces isCorporate } } opportunities(first: 1) { nodes { currencyIsoCode } } accounts(first: 1) { nodes { currencyIsoCode } } }';
    const first = await gateway.ask(asked);
    expect(first.data.crmCurrencies).toEqual({
      areSeveral: true,
      corporate: 'USD',
      currencies: [
        { isoCode: 'EUR', conversionRate: 0.92, decimalPlaces: 2, isCorporate: false },
        { isoCode: 'JPY', conversionRate: 150, decimalPlaces: 0, isCorporate: false },
        { isoCode: 'USD', conversionRate: 1, decimalPlaces: 2, isCorporate: true },
      ],
    });
    expect(statements(first).slice(0, 2)).toEqual([
      'SELECT Id, CurrencyIsoCode FROM User LIMIT 1',
      'SELECT Id, IsoCode, ConversionRate, DecimalPlaces, IsActive, IsCorporate FROM CurrencyType LIMIT 500',
    ]);
    expect(first.calls).toHaveLength(4);
    const second = await gateway.ask(asked.replaceAll('first: 1', 'first: 2'));
    expect(second.calls).toHaveLength(2);
  });

  it.each(['ASC', 'DESC'])(
    'pages through amounts by what they are worth, %s',
    async (direction) => {
      const order = `orderBy: [{ field: AMOUNT, direction: ${direction} }]`;
      const read = await dealsOf(world, 37, order);
      expect(read.map(({ id }) => id).sort()).toEqual(deals.map(({ id }) => id).sort());
      const values = read.flatMap((deal) => worth(deal) ?? []);
      const sorted = values.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a));
      expect(values).toEqual(sorted);
    },
  );

  it('adds nothing up across currencies: sums say into which they were converted, and groups by currency are in their own', async () => {
    const { data, errors } = await world.ask(`{
      all: opportunitiesAggregate { currencyIsoCode count sum { amount } }
      stages: opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { currencyIsoCode sum { amount } }
      each: opportunitiesAggregate(groupBy: [{ field: CURRENCY_ISO_CODE }]) { keys { value } currencyIsoCode sum { amount } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.all[0].currencyIsoCode).toBe('USD');
    expect(data.all[0].sum.amount).toBeCloseTo(sumOf(deals.map(worth)), 0);
    expect(new Set(data.stages.map((one: Deal) => one.currencyIsoCode))).toEqual(new Set(['USD']));
    expect(data.each).toHaveLength(3);
    for (const { keys, currencyIsoCode, sum } of data.each) {
      expect(keys[0].value).toBe(currencyIsoCode);
      const own = deals.filter((deal) => deal.currencyIsoCode === currencyIsoCode);
      expect(sum.amount).toBeCloseTo(sumOf(own.map(({ amount }) => amount)), 0);
    }
  });

  it('has the deals of a user by currency', async () => {
    const { data } = await world.ask(
      '{ crmUsers(first: 100) { nodes { dealFigures { amounts { currency open won lost } } } } }',
    );
    const amounts = data.crmUsers.nodes.flatMap(
      (user: { dealFigures: { amounts: object[] } }) => user.dealFigures.amounts,
    );
    for (const code of Object.keys(perDollar)) {
      const own = amounts.filter(({ currency }: { currency: string }) => currency === code);
      const all = deals.filter((deal) => deal.currencyIsoCode === code);
      const parts = own.flatMap(({ open, won, lost }: Record<string, number>) => [open, won, lost]);
      expect(sumOf(parts)).toBeCloseTo(sumOf(all.map(({ amount }) => amount)), 0);
    }
  });

  it('compares amounts as numbers, or in the currency that the filter names', async () => {
    const ids = async (filter: string) => {
      const read = await dealsOf(world, 100, `filter: ${filter}`);
      return read.map(({ id }) => id);
    };
    const those = (fits: (deal: Deal) => boolean) => deals.filter(fits).map(({ id }) => id);
    expect(await ids('{ amount: { gt: 100000 } }')).toEqual(
      those(({ amount }) => (amount ?? 0) > 100_000),
    );
    expect(await ids('{ amount: { gt: 15000000, currency: "JPY" } }')).toEqual(
      those((deal) => (worth(deal) ?? 0) > 100_000),
    );
    expect(await ids('{ currencyIsoCode: { in: ["EUR", "JPY"] } }')).toEqual(
      those(({ currencyIsoCode }) => currencyIsoCode !== 'USD'),
    );
  });

  it.each([
    [
      'opportunities(filter: { probability: { gt: 1, currency: "EUR" } }) { totalCount }',
      'only amounts',
    ],
    ['opportunities(filter: { amount: { gt: 1, currency: "euro" } }) { totalCount }', 'got "euro"'],
    [
      'opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }], having: { sum: [{ field: AMOUNT, value: { gt: 1, currency: "EUR" } }] }) { count }',
      'no sums or means',
    ],
    [
      'callsAggregate(groupBy: [MONTH], having: { minutes: { gt: 1, currency: "EUR" } }) { totalCount }',
      'no sums or means',
    ],
  ])('refuses a currency where nothing is compared in one: %s', async (field, says) => {
    const answer = await world.ask(`{ asked: ${field} }`);
    expect(facts(answer)).toMatchObject([
      { message: expect.stringContaining(says), path: ['asked'], code: 'BAD_USER_INPUT' },
    ]);
    expect(answer.calls).toEqual([]);
  });
});

describe('an organisation with one currency', () => {
  let world: World;
  beforeAll(async () => {
    world = await openCompany(company('one'));
  });
  afterAll(() => world.close());
  beforeEach(() => world.service.admin.faults.clear());

  const gatewayOf = async (): Promise<World> => {
    const gateway = await openWorld({
      shared: world.service,
      index: 'off',
      cache: true,
      currencies: 'unknown',
    });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  const field =
    'opportunities(first: 3) { nodes { amount currencyIsoCode account { currencyIsoCode } } }';

  it('shows it beside each amount, and asks no record for it', async () => {
    const gateway = await gatewayOf();
    const first = await gateway.ask(`{ ${field} }`);
    expect(first.errors).toBeUndefined();
    for (const deal of first.data.opportunities.nodes) expect(deal.currencyIsoCode).toBe('USD');
    expect(statements(first)).toEqual([
      'SELECT Id, CurrencyIsoCode FROM User LIMIT 1',
      'SELECT Id, DefaultCurrencyIsoCode FROM Organization LIMIT 1',
      'SELECT Id, Account.Id, AccountId, Amount FROM Opportunity ORDER BY Id ASC LIMIT 4',
    ]);
  });

  it('costs no call more than the same questions without currencies', async () => {
    const gateway = await gatewayOf();
    await gateway.ask('{ crmCurrencies { corporate } }');
    const questions = [
      field,
      'opportunities(first: 3, orderBy: [{ field: AMOUNT }]) { nodes { amount currencyIsoCode } }',
      'accounts(first: 3) { nodes { currencyIsoCode opportunities(first: 2) { nodes { amount currencyIsoCode } } } }',
      'opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { currencyIsoCode count }',
      'crmUsers(first: 3) { nodes { currencyIsoCode name } }',
    ];
    for (const one of questions) {
      const answer = await gateway.ask(`{ ${one} }`);
      expect(answer.errors).toBeUndefined();
      expect(JSON.stringify(answer.data)).toContain('"currencyIsoCode":"USD"');
      expect(statements(answer).join()).not.toContain('Currency');
      const other = await gatewayOf();
      await other.ask('{ crmCurrencies { corporate } }');
      const without = await other.ask(`{ ${one.replaceAll('currencyIsoCode', '__typename')} }`);
      expect(answer.calls).toHaveLength(without.calls.length);
    }
  });

  it('has one group by currency, beside other keys too, and none of no records', async () => {
    const { data, errors } = await world.ask(`{
      alone: opportunitiesAggregate(groupBy: [{ field: CURRENCY_ISO_CODE }]) { keys { field value } count currencyIsoCode }
      all: opportunitiesAggregate { count }
      stages: opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }, { field: CURRENCY_ISO_CODE }]) { keys { value } count }
      plain: opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { keys { value } count }
      none: opportunitiesAggregate(groupBy: [{ field: CURRENCY_ISO_CODE }], filter: { name: { eq: "no such deal" } }) { count }
    }`);
    expect(errors).toBeUndefined();
    const keys = [{ field: 'currencyIsoCode', value: 'USD' }];
    expect(data.alone).toEqual([{ keys, count: data.all[0].count, currencyIsoCode: 'USD' }]);
    const withCurrency = data.plain.map((group: { keys: object[] }) => ({
      ...group,
      keys: [...group.keys, { value: 'USD' }],
    }));
    expect(data.stages).toEqual(withCurrency);
    expect(data.none).toEqual([]);
  });

  it('compares amounts in it, and refuses others and what its records do not name', async () => {
    const filtered = (filter: string) =>
      world.ask(`{ opportunities(first: 1, filter: ${filter}) { nodes { id } } }`);
    const own = await filtered('{ amount: { gt: 1.5, currency: "USD" } }');
    expect(statements(own).at(-1)).toContain('WHERE Amount > 1.5 ');
    expect(facts(await filtered('{ amount: { gt: 1, currency: "EUR" } }'))).toMatchObject([
      { message: expect.stringMatching(/Expected USD .* got EUR/), code: 'BAD_USER_INPUT' },
    ]);
    expect(facts(await filtered('{ currencyIsoCode: { eq: "USD" } }'))).toMatchObject([
      { message: expect.stringContaining('no filter by currencyIsoCode'), code: 'BAD_USER_INPUT' },
    ]);
  });

  it('is not known where the CRM does not tell, and costs nothing else', async () => {
    world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: ['Organization'] });
    const gateway = await gatewayOf();
    const { data, errors } = await gateway.ask(
      `{ ${field} crmCurrencies { areSeveral corporate } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.crmCurrencies).toEqual({ areSeveral: false, corporate: null });
    expect(data.opportunities.nodes[0]).toMatchObject({ currencyIsoCode: null });
    expect(data.opportunities.nodes[0].amount).toEqual(expect.any(Number));
  });
});

it('is null at its path alone where it can’t be looked up, and known by the next question', async () => {
  const backend = company('one');
  let isDown = true;
  const world = await openCompany({
    ...backend,
    async execute(operation) {
      if (isDown && String(operation.params.q).includes('FROM User'))
        throw crmError(503, 'SERVER_UNAVAILABLE', 'The server is down');
      return backend.execute(operation);
    },
  });
  onTestFinished(() => world.close());
  const question = '{ accounts(first: 2) { nodes { name currencyIsoCode } } }';
  const first = await world.ask(question);
  const [account] = first.data.accounts.nodes;
  expect(account).toEqual({ name: expect.any(String), currencyIsoCode: null });
  expect(facts(first)[0]).toMatchObject({
    path: ['accounts', 'nodes', 0, 'currencyIsoCode'],
    code: 'UPSTREAM_UNAVAILABLE',
  });
  isDown = false;
  const second = await world.ask(question);
  expect(second.errors).toBeUndefined();
  expect(second.data.accounts.nodes[0].currencyIsoCode).toBe('USD');
});
