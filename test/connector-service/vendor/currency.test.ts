/** Own accounts and the currencies of their organisation, three or one, by the gateway's front door; and how long what the CRM told is kept. */

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startAccountService } from '../../../src/connector-service/service.ts';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { systemClock } from '../../../src/upstream/clock.ts';
import { createConnector } from '../../../src/upstream/connector.ts';
import { createResources } from '../../../src/upstream/shared-resource.ts';
import { closing } from '../../support/connect.ts';
import { type FacadeClient, openFacade } from '../../support/facade.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, type GraphAnswer, openWorld, today } from '../../support/world.ts';

/** Status of the organisation's settings, in place of the CRM's own answer. */
let refusal: number | null = null;
const openCrm = (currencies: 'one' | 'three'): Promise<FacadeClient> =>
  openFacade({
    backend: openSynthetic({ now: () => today, customSchema, currencies }),
    clock: () => today.getTime(),
    instead({ url }) {
      if (refusal === null || !url.endsWith('/connect/organization')) return null;
      const body = JSON.stringify([{ errorCode: 'FUNCTIONALITY_NOT_ENABLED', message: 'no' }]);
      return { status: refusal, contentType: 'application/json', body };
    },
  });
let one: FacadeClient;
let three: FacadeClient;
beforeAll(async () => {
  [one, three] = await Promise.all([openCrm('one'), openCrm('three')]);
});
afterAll(() => Promise.all([one.close(), three.close()]));
afterEach(() => {
  refusal = null;
});

/** A gateway over the account, whose connector has a clock that the test moves. */
async function openOwn({ facade }: FacadeClient) {
  const { clientId: client_id, clientSecret: client_secret } = facade.accounts.crmApp;
  const service = closing(
    await startAccountService({
      clock: () => today.getTime(),
      vendor: openVendorBackend({ clock: () => today.getTime() }),
      accounts: {
        'call-analytics': null,
        crm: { client_id, client_secret, instance_url: facade.url },
      },
    }),
  );
  const { crm } = service.instances;
  const time = { later: 0 };
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + time.later };
  const connector = closing(
    createConnector({
      baseUrl: service.url,
      credential: { kind: 'token', token: service.token },
      instances: {
        crm: { id: String(crm), describesFields: true, locatorParam: 'locator' },
      },
      resources: createResources({ runtime: { clock, random: () => 0 } }),
    }),
  );
  const context = { connector, deadline: Number.POSITIVE_INFINITY };
  const shared = { ...service, instances: { crm: String(crm), callAnalytics: 'none' } };
  const gateway = closing(await openWorld({ shared: shared as never, index: 'off', context }));
  return { ask: gateway.ask, connector, time };
}

/** What was asked about currencies. */
const lookups = ({ calls }: GraphAnswer): string[] =>
  calls.flatMap(({ entity, params }) => {
    const { q = '' } = (params ?? {}) as { readonly q?: string };
    if (entity === 'organization_settings') return [entity];
    return /FROM (?:User|CurrencyType|Organization)\b/.test(q) ? [q.replace(/ LIMIT.*/, '')] : [];
  });

interface Deal {
  readonly amount: number | null;
  readonly currencyIsoCode: string;
}

it('with three currencies has each amount in its own, and says into which the CRM converted sums', async () => {
  const { ask } = await openOwn(three);
  const first = await ask(`{
    crmCurrencies { areSeveral corporate currencies { isoCode decimalPlaces } }
    opportunities(first: 100) { nodes { amount currencyIsoCode } }
    yen: opportunities(first: 100, filter: { currencyIsoCode: { eq: "JPY" }, amount: { gte: 100000, currency: "USD" } }) { nodes { amount currencyIsoCode } }
    opportunitiesAggregate { currencyIsoCode sum { amount } }
  }`);
  expect(first.errors).toBeUndefined();
  expect(first.data.crmCurrencies).toEqual({
    areSeveral: true,
    corporate: 'USD',
    currencies: [
      { isoCode: 'EUR', decimalPlaces: 2 },
      { isoCode: 'JPY', decimalPlaces: 0 },
      { isoCode: 'USD', decimalPlaces: 2 },
    ],
  });
  const deals: readonly Deal[] = first.data.opportunities.nodes;
  expect(new Set(deals.map(({ currencyIsoCode }) => currencyIsoCode)).size).toBe(3);
  const large: readonly Deal[] = first.data.yen.nodes;
  expect(large.length).toBeGreaterThan(0);
  for (const { amount, currencyIsoCode } of large) {
    expect(currencyIsoCode).toBe('JPY');
    expect(amount).toBeGreaterThanOrEqual(15_000_000);
    expect(Number.isInteger(amount)).toBe(true);
  }
  expect(first.data.opportunitiesAggregate[0].currencyIsoCode).toBe('USD');
  expect(lookups(first)).toEqual([
    'organization_settings',
    'SELECT Id, IsoCode, ConversionRate, DecimalPlaces, IsActive, IsCorporate FROM CurrencyType',
  ]);
  const second = await ask('{ opportunities(first: 3) { nodes { amount currencyIsoCode } } }');
  expect(lookups(second)).toEqual([]);
});

it('with one currency shows it beside each amount, though no statement tells it', async () => {
  const q = encodeURIComponent('SELECT Id, DefaultCurrencyIsoCode FROM Organization');
  expect(await (await one.crm(`/services/data/v65.0/query?q=${q}`)).json()).toMatchObject([
    { errorCode: 'INVALID_FIELD' },
  ]);
  const { ask } = await openOwn(one);
  const answer = await ask('{ opportunities(first: 3) { nodes { amount currencyIsoCode } } }');
  expect(answer.errors).toBeUndefined();
  for (const deal of answer.data.opportunities.nodes) expect(deal.currencyIsoCode).toBe('USD');
  expect(lookups(answer)).toEqual(['organization_settings']);
});

it.each([403, 404])('where the settings are refused (%s) asks by statements', async (status) => {
  const question = '{ crmCurrencies { areSeveral corporate } }';
  refusal = status;
  const single = await (await openOwn(one)).ask(question);
  expect(single.errors).toBeUndefined();
  expect(single.data.crmCurrencies).toEqual({ areSeveral: false, corporate: null });
  const several = await (await openOwn(three)).ask(question);
  expect(several.data.crmCurrencies).toEqual({ areSeveral: true, corporate: 'USD' });
});

it('is asked again after a day, or once somebody has looked at the rights; not after a failure alone', async () => {
  refusal = 503;
  const { ask, connector, time } = await openOwn(one);
  const question = '{ accounts(first: 2) { nodes { name currencyIsoCode } } }';
  const failed = await ask(question);
  expect(failed.data.accounts.nodes[0]).toEqual({
    name: expect.any(String),
    currencyIsoCode: null,
  });
  expect(failed.errors?.[0]).toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
  refusal = null;
  time.later = 3_600_000;
  expect(lookups(await ask(question))).toEqual(['organization_settings']);
  time.later += 23 * 3_600_000;
  expect(lookups(await ask(question))).toEqual([]);
  connector.unreadable.forget();
  expect(lookups(await ask(question))).toEqual(['organization_settings']);
  time.later += 25 * 3_600_000;
  expect(lookups(await ask(question))).toEqual(['organization_settings']);
});

it('describes an object anew after 14 minutes, and not before', async () => {
  const { ask, time } = await openOwn(one);
  const right = `${one.facade.url}/admin/rights/Account.AnnualRevenue`;
  await fetch(right, { method: 'DELETE' });
  const question = '{ accounts(first: 3) { nodes { name annualRevenue } } }';
  const described = ({ calls }: GraphAnswer): number =>
    calls.filter(({ params }) => JSON.stringify(params).includes('EntityParticle')).length;
  const first = await ask(question);
  expect([described(first), first.errors?.length]).toEqual([1, 1]);
  await fetch(right, { method: 'PUT' });
  time.later = 13 * 60_000;
  const kept = await ask(question);
  expect([described(kept), kept.errors?.length]).toEqual([0, 1]);
  time.later = 15 * 60_000;
  const renewed = await ask(question);
  expect([described(renewed), renewed.errors]).toEqual([1, undefined]);
});
