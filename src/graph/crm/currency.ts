/**
 * Currencies of the organisation behind the CRM. One with several has a currency in each record, one with a single
 * currency does not know the field: which of them it is, is looked up once and kept for a day, so that no question
 * is asked in vain.
 */

import { currencyField } from '../../contract/crm/common-field.ts';
import { organisationSettings, query as queryEntity } from '../../contract/crm/entity.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { booleanOf, floatOf, intOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { asError, UpstreamError } from '../../errors.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';

export interface OrganisationCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** How much of it one of the corporate currency is; null where the CRM does not tell. */
  readonly rate: number | null;
  readonly decimals: number | null;
  readonly isActive: boolean;
  readonly isCorporate: boolean;
}

export interface Currencies {
  /** Whether each record has a currency of its own. */
  readonly areSeveral: boolean;
  /** Of one currency that, of several the corporate one; null where the CRM does not tell. */
  readonly main: string | null;
  /** None where the CRM does not tell. */
  readonly all: readonly OrganisationCurrency[];
}

const factName = 'currencies';

/** What is known already; null before the first question. */
function knownCurrencies({ connector }: Pick<GraphContext, 'connector'>): Currencies | null {
  return (connector.unreadable.facts.get(factName) as Currencies | undefined) ?? null;
}

/** @throws UpstreamError where they can't be looked up now */
export async function currenciesOf(context: GraphContext): Promise<Currencies> {
  return knownCurrencies(context) ?? lookedUp(context);
}

/** The same, or why they are not known. */
export const currenciesOrError = (context: GraphContext): Promise<Currencies | Error> =>
  currenciesOf(context).catch(asError);

const lookedUp = memoizeByRequest(async (context: GraphContext): Promise<Currencies> => {
  const currencies = await lookUp(context);
  context.connector.unreadable.facts.set(factName, currencies);
  return currencies;
});

async function lookUp(context: GraphContext): Promise<Currencies> {
  const settings = await settingsOf(context);
  if (settings !== null) {
    const { multiCurrency, defaultCurrencyIsoCode } = settings;
    return multiCurrency === true ? severalCurrencies(context) : only(defaultCurrencyIsoCode);
  }
  // Every user may read users, and no right hides the field: where it is refused, it is not there.
  const probe = { object: 'User', select: ['Id', currencyField], limit: 1 };
  if ((await factRows(context, probe)) !== null) return severalCurrencies(context);
  // No statement is published that tells it: not every connector service behind which there is one currency has the field.
  const rows = await factRows(context, {
    object: 'Organization',
    select: ['Id', 'DefaultCurrencyIsoCode'],
    limit: 1,
  });
  return only(rows?.[0]?.DefaultCurrencyIsoCode);
}

function only(value: unknown): Currencies {
  const code = codeOf(value);
  const currency = { rate: 1, decimals: null, isActive: true, isCorporate: true };
  return { areSeveral: false, main: code, all: code === null ? [] : [{ ...currency, code }] };
}

/**
 * What own accounts tell of the organisation. Published: `defaultCurrencyIsoCode` is there where `multiCurrency` is
 * false. Null where the CRM does not tell, and over any other service.
 */
async function settingsOf(context: GraphContext): Promise<Row | null> {
  if (!context.connector.describesFields()) return null;
  try {
    // Kept as a fact, which the doctor's look ends: no cache may know it better.
    const options = { ...optionsOf(context), cache: 'off' } as const;
    const { rows } = await context.connector.execute(organisationSettings, 'get', {}, options);
    const [row] = rows;
    return isObject(row?.features) ? row.features : null;
  } catch (error) {
    if (error instanceof UpstreamError && refusals.has(error.code)) return null;
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['UPSTREAM_FORBIDDEN', 'UPSTREAM_BAD_REQUEST']);

/** Published: there are about 170 currencies, and each once. */
const mostCurrencies = 500;

async function severalCurrencies(context: GraphContext): Promise<Currencies> {
  const rows = await factRows(context, {
    object: 'CurrencyType',
    select: ['Id', 'IsoCode', 'ConversionRate', 'DecimalPlaces', 'IsActive', 'IsCorporate'],
    limit: mostCurrencies,
  });
  const all = (rows ?? []).flatMap((row): OrganisationCurrency[] => {
    const code = codeOf(row.IsoCode);
    if (code === null) return [];
    return [
      {
        code,
        rate: floatOf(row.ConversionRate),
        decimals: intOf(row.DecimalPlaces),
        isActive: booleanOf(row.IsActive) === true,
        isCorporate: booleanOf(row.IsCorporate) === true,
      },
    ];
  });
  const main = all.find(({ isCorporate }) => isCorporate)?.code ?? null;
  return {
    areSeveral: true,
    main,
    all: all.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  };
}

/** Rows of a statement; null where the CRM refuses it. @throws UpstreamError for any other failure */
export async function factRows(
  context: GraphContext,
  query: Query,
): Promise<readonly Row[] | null> {
  const params = { q: printQuery(query) };
  try {
    return (await context.connector.execute(queryEntity, 'list', params, optionsOf(context))).rows;
  } catch (error) {
    if (error instanceof UpstreamError && error.refused !== undefined) return null;
    throw error;
  }
}

/** Whoever asks first would pay for all who ask on that day. */
const optionsOf = ({ deadline, signal, viewer, notes }: GraphContext) => ({
  deadline,
  signal,
  client: viewer.client,
  notes,
  isForAll: true,
});

function codeOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^[A-Z]{3}$/.test(text) ? text : null;
}
