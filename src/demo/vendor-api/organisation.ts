/** The CRM's organisation and the user that clients are connected as: in tokens, identity and records the same. */

import type { CrmModel } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { organisationId } from '../company/currency.ts';
import { expect, type Read } from './company-read.ts';

interface ConnectedUser {
  readonly id: string;
  readonly record: Row;
}

/** The company's first active user, who stands for the integration user. */
export async function connectedUser(read: Read): Promise<ConnectedUser> {
  const q =
    'SELECT Id, Username, Name, FirstName, LastName, Email, TimeZoneSidKey, LocaleSidKey FROM User WHERE IsActive = TRUE ORDER BY Id LIMIT 1';
  const { records } = expect('soql-page', await read('query', { q }));
  const [record = {}] = records;
  return { id: String(record.Id), record };
}

/** Published: the answer of the identity address, which a token names. */
export function identityOf({ id, record }: ConnectedUser, address: string): Row {
  const data = `${address}/services/data/v{version}`;
  return {
    id: `${address}/id/${organisationId}/${id}`,
    asserted_user: true,
    user_id: id,
    organization_id: organisationId,
    username: record.Username,
    nick_name: record.Name,
    display_name: record.Name,
    email: record.Email,
    email_verified: true,
    first_name: record.FirstName,
    last_name: record.LastName,
    timezone: record.TimeZoneSidKey,
    locale: record.LocaleSidKey,
    user_type: 'STANDARD',
    active: true,
    is_app_installed: true,
    urls: {
      rest: `${data}/`,
      sobjects: `${data}/sobjects/`,
      query: `${data}/query/`,
      search: `${data}/search/`,
    },
  };
}

/** Published: the resources of a version; those that the façade has. */
export function resourcesOf(version: string): Row {
  const names = ['composite', 'connect', 'limits', 'query', 'queryAll', 'search', 'sobjects'];
  return Object.fromEntries(names.map((name) => [name, `/services/data/${version}/${name}`]));
}

/** Published: what the organisation has, and its currency where it has one. */
export async function settingsBody(read: Read, model: CrmModel): Promise<Row> {
  const q = 'SELECT Name, DefaultCurrencyIsoCode FROM Organization';
  const [record = {}] = expect('soql-page', await read('query', { q })).records;
  const { Name: name, DefaultCurrencyIsoCode: currency } = record;
  const multiCurrency = model.object('CurrencyType') !== undefined;
  return {
    features: { multiCurrency, defaultCurrencyIsoCode: multiCurrency ? null : currency },
    name,
    orgId: organisationId,
  };
}

/** Published: each limit with its maximum and what is left; of the day's calls alone something is known here. */
export function limitsOf(perDay: number, used: number): Row {
  return { DailyApiRequests: { Max: perDay, Remaining: Math.max(perDay - used, 0) } };
}

/** Published: plans of a statement, the cheapest first. Their costs are composed. */
export function explanationOf(object: string, rows: number): Row {
  const plan = {
    cardinality: rows,
    fields: [],
    leadingOperationType: 'TableScan',
    notes: [],
    relativeCost: 1,
    sobjectCardinality: rows,
    sobjectType: object,
  };
  return { plans: [plan], sourceQuery: null };
}
