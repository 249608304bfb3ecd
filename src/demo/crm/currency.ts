/** The organisation's own records, and, where it has several currencies, that of each record with amounts. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { companyCurrencies, corporateCurrency, organisationId } from '../company/currency.ts';
import { recordId } from '../company/id.ts';
import { purpose, Random } from '../company/random.ts';
import { crmInserter, quoted } from '../database/crm-table.ts';

export function writeOrganisation(db: DatabaseSync, model: CrmModel): void {
  const organisation = model.object('Organization');
  if (organisation !== undefined)
    crmInserter(
      db,
      organisation,
    )({
      Id: organisationId,
      Name: 'Synthetic Company',
      OrganizationType: 'Developer Edition',
      IsSandbox: false,
      DefaultCurrencyIsoCode: corporateCurrency,
    });
  const currency = model.object('CurrencyType');
  if (currency === undefined) return;
  const insert = crmInserter(db, currency);
  companyCurrencies.forEach(({ code, rate, decimals }, index) => {
    insert({
      Id: recordId(currency.keyPrefix, index),
      IsoCode: code,
      ConversionRate: rate,
      DecimalPlaces: decimals,
      IsActive: true,
      IsCorporate: code === corporateCurrency,
    });
  });
}

/** Objects whose records have a currency of their own; others have that of the record they belong to. */
const roots: readonly string[] = ['Account', 'Lead'];
const parents: readonly string[] = ['Opportunity', 'Account'];

/**
 * Gives each record with amounts a currency, and has its amounts, written in the corporate one, be in it.
 * Nothing where the model has no currencies: the records are the same but for this.
 */
export function assignCurrencies(db: DatabaseSync, model: CrmModel, seed: number): void {
  const objects = model.objects.filter(({ fields }) =>
    fields.some(({ spec }) => spec.severalCurrencies === true),
  );
  const placeOf = ({ name }: CrmObject): number =>
    roots.includes(name) ? 0 : name === 'Opportunity' ? 1 : 2;
  for (const object of objects.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    if (roots.includes(object.name)) drawCurrencies(db, object, seed);
    else inheritCurrencies(db, object);
    convertAmounts(db, object);
  }
}

function drawCurrencies(db: DatabaseSync, { name }: CrmObject, seed: number): void {
  const choices = companyCurrencies.map(({ code, share }) => [code, share] as const);
  const set = db.prepare(`UPDATE ${quoted(name)} SET CurrencyIsoCode = ? WHERE _row = ?`);
  for (const { row } of db.prepare(`SELECT _row AS row FROM ${quoted(name)} ORDER BY _row`).all()) {
    const random = new Random(seed, purpose.currency, Number(row), name.length);
    set.run(random.weighted(choices), Number(row));
  }
}

function inheritCurrencies(db: DatabaseSync, { name, fields }: CrmObject): void {
  const [of] = parents.flatMap((parent) => {
    const field = fields.find(
      ({ spec }) => spec.reference?.to.length === 1 && spec.reference.to[0] === parent,
    );
    return field === undefined || name === parent ? [] : [{ parent, field: field.name }];
  });
  const inherited =
    of === undefined
      ? 'NULL'
      : `(SELECT CurrencyIsoCode FROM ${quoted(of.parent)} WHERE Id = target.${quoted(of.field)})`;
  db.exec(
    `UPDATE ${quoted(name)} AS target SET CurrencyIsoCode = COALESCE(${inherited}, '${corporateCurrency}')`,
  );
}

function convertAmounts(db: DatabaseSync, { name, fields }: CrmObject): void {
  const amounts = fields.filter(({ spec }) => spec.type === 'currency');
  if (amounts.length === 0) return;
  for (const { code, rate, decimals } of companyCurrencies.slice(1)) {
    const values = amounts.map((field) => {
      const column = quoted(field.name);
      return `${column} = ROUND(${column} * ${rate}, ${decimals})`;
    });
    db.prepare(`UPDATE ${quoted(name)} SET ${values.join(', ')} WHERE CurrencyIsoCode = ?`).run(
      code,
    );
  }
}
