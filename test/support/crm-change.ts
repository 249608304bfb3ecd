/** The synthetic company, of whose CRM records single fields can be changed, and what the graph must show of them. */

import type { Backend } from '../../src/connector-service/backend.ts';
import type { FieldType } from '../../src/contract/crm/declaration.ts';
import type { CrmField, CrmObject } from '../../src/contract/crm/model.ts';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { openSynthetic } from './synthetic.ts';
import type { TruthRow } from './truth.ts';
import { customSchema, today, type World } from './world.ts';

/** By id of the record, then by field: what stands there; undefined takes the field away. */
export type CrmChanges = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export class ChangingCrm {
  changes: CrmChanges = new Map();
  /** What stands in a group instead of a value. */
  group: ((value: unknown, alias: string) => unknown) | null = null;
  /** What the graph shows of an object's records while nothing is changed. */
  readonly clean = new Map<CrmObject, readonly TruthRow[]>();
  readonly backend: Backend;

  constructor() {
    const company = openSynthetic({ now: () => today, customSchema });
    const changed = (value: TruthRow): TruthRow => {
      if (Array.isArray(value)) return value.map(changed);
      if (typeof value !== 'object' || value === null) return value;
      const other = this.changes.get(value.Id);
      const own = Object.entries(value).map(([name, inner]) => [
        name,
        other !== undefined && name in other ? other[name] : changed(inner),
      ]);
      return Object.fromEntries(own);
    };
    this.backend = {
      execute: async (operation) => {
        const answer = await company.execute(operation);
        const { group } = this;
        if (group !== null && 'records' in answer && !answer.records.some((row) => 'Id' in row))
          return { ...answer, records: answer.records.map((row) => regrouped(row, group)) };
        if (this.changes.size === 0) return answer;
        if ('records' in answer) return { ...answer, records: answer.records.map(changed) };
        return 'row' in answer ? { ...answer, row: changed(answer.row) } : answer;
      },
      close: () => company.close(),
    } as Backend;
  }
}

function regrouped(row: TruthRow, to: (value: unknown, alias: string) => unknown): TruthRow {
  return Object.fromEntries(Object.entries(row).map(([alias, value]) => [alias, to(value, alias)]));
}

const isError = Symbol('an error');

/** What the graph makes of a value where a field has a type, or that it is an error. */
function reading(type: FieldType, value: unknown): unknown {
  const sent = JSON.parse(JSON.stringify(value)) as unknown;
  if (sent === null && value === null) return null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : isError;
  if (['int', 'double', 'currency', 'percent'].includes(type)) {
    const isNumber = typeof sent === 'number' && Number.isFinite(sent);
    return isNumber && (type !== 'int' || (sent | 0) === sent) ? sent : isError;
  }
  if (type === 'address')
    return typeof value === 'object' && typeof sent === 'object' && !Array.isArray(sent)
      ? { city: null }
      : isError;
  if (typeof value !== 'string' || !value.isWellFormed()) return isError;
  if (type === 'multipicklist') return value === '' ? [] : value.split(';');
  if (['string', 'textarea', 'picklist', 'combobox', 'phone', 'url'].includes(type)) return value;
  if (value === '') return null;
  // Of the values tried, none is a day, an instant or an address.
  return type === 'id' || type === 'reference' ? value : isError;
}

/** What the graph does wrong with a value in each field of an object's records; nothing where it does right. */
export async function crmFaults(
  world: World,
  crm: ChangingCrm,
  object: CrmObject,
  wrong: unknown,
): Promise<readonly string[]> {
  const fields = object.fields.filter(
    ({ name, spec }) =>
      name !== 'Id' &&
      spec.type !== 'base64' &&
      // No field in a company with one currency.
      spec.severalCurrencies !== true &&
      name !== object.nameField,
  );
  const shown = ({ graphName, spec }: CrmField): string =>
    spec.type === 'address' ? `${graphName} { city }` : graphName;
  const query = `{ list: ${pluralName(object)}(first: 12) { nodes { upstreamId ${fields.map(shown).join(' ')} } } }`;
  crm.changes = new Map();
  const clean = crm.clean.get(object) ?? ((await world.ask(query)).data.list.nodes as TruthRow[]);
  crm.clean.set(object, clean);
  const ofRow = (at: number) => fields.filter((_field, i) => i % clean.length === at);
  crm.changes = new Map(
    clean.map(({ upstreamId }, at) => [
      upstreamId,
      Object.fromEntries(ofRow(at).map(({ name }) => [name, wrong])),
    ]),
  );
  const { data, errors = [] } = await world.ask(query);
  crm.changes = new Map();
  const failed = new Map(errors.map((error) => [error.path?.join('.'), error.extensions.code]));
  const faults: string[] = [];
  for (const [at, before] of clean.entries())
    for (const field of fields) {
      const { graphName, spec } = field;
      const path = `list.nodes.${at}.${graphName}`;
      const expected = ofRow(at).includes(field) ? reading(spec.type, wrong) : before[graphName];
      const value = data.list.nodes[at]?.[graphName];
      const code = failed.get(path);
      failed.delete(path);
      const isRight =
        expected === isError
          ? value === null && code === 'UPSTREAM_BAD_RESPONSE'
          : JSON.stringify(value) === JSON.stringify(expected) && code === undefined;
      if (!isRight)
        faults.push(
          `${object.name}.${field.name} (${spec.type}) = ${JSON.stringify(wrong)}: ${JSON.stringify(value)} ${code}`,
        );
    }
  for (const [path, code] of failed) faults.push(`${object.name}: ${path} fails with ${code}`);
  return faults;
}
