/** Used fields: those of an object that are filled in one of its last records. */

import type { DescribedSchema } from '../contract/crm/described-schema.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { printQuery } from '../soql/print.ts';

interface RecordBatch {
  readonly records: readonly Row[];
  readonly next: Readonly<Record<string, unknown>> | null;
}

/** Answers a statement; with the `next` of an answer, its next batch. */
export type Crm = (q: string, page?: RecordBatch['next']) => Promise<RecordBatch>;

/** Records that are looked at, and fields that a statement selects. */
const maxRecords = 1_000;
const maxFields = 100;

/**
 * The descriptions without fields that none of an object's last 1,000 records has filled, and without
 * custom objects that have no records.
 * @param all the schema of all their fields
 */
export async function usedFields(
  crm: Crm,
  descriptions: readonly Row[],
  { schema }: DescribedSchema,
): Promise<readonly Row[]> {
  const used: Row[] = [];
  for (const description of descriptions) {
    const name = String(description.name);
    const config = schema.objects[name];
    const described = config?.fields ?? {};
    const filled = await filledFields(crm, name, Object.keys(described));
    const isCustom = config?.keyPrefix !== undefined;
    if (isCustom && filled.size === 0) continue;
    const fields = Array.isArray(description.fields) ? description.fields.filter(isObject) : [];
    used.push({
      ...description,
      fields: fields.filter(
        (field) => !Object.hasOwn(described, String(field.name)) || filled.has(String(field.name)),
      ),
    });
  }
  return used;
}

/** The fields that a record has filled; with `Id` where there is a record at all. */
async function filledFields(
  crm: Crm,
  object: string,
  fields: readonly string[],
): Promise<ReadonlySet<string>> {
  const filled = new Set<string>();
  for (let from = 0; from === 0 || from < fields.length; from += maxFields) {
    const select = ['Id', ...fields.slice(from, from + maxFields)];
    const orderBy = [{ path: 'SystemModstamp', direction: 'desc' }] as const;
    const q = printQuery({ object, select, orderBy, limit: maxRecords });
    let page: RecordBatch['next'] = null;
    do {
      const batch: RecordBatch = await crm(q, page);
      for (const record of batch.records)
        for (const name of select) if (isFilled(record[name])) filled.add(name);
      page = batch.next;
    } while (page !== null);
  }
  return filled;
}

/** An unticked box is as good as empty. */
const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false;
