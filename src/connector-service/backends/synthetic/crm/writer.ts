/** Writes CRM records: what a generator leaves out is filled in as the CRM itself would. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmField, CrmModel, CrmObject } from '../../../../contract/crm/model.ts';
import { crmInserter, isStored } from '../crm-table.ts';
import { recordId } from '../id.ts';
import { Random } from '../random.ts';
import { customValue } from './custom-value.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Who wrote a record when. */
export interface Stamps {
  /** Milliseconds. */
  readonly created: number;
  /** Milliseconds; when left out, never changed since. */
  readonly modified?: number;
  /** Id of a CRM user. */
  readonly by: string;
}

interface Table {
  readonly object: CrmObject;
  readonly insert: (record: Values) => void;
  readonly names: ReadonlySet<string>;
  readonly defaults: Values;
  readonly custom: readonly CrmField[];
  count: number;
}

export class CrmWriter {
  private readonly db: DatabaseSync;
  private readonly model: CrmModel;
  private readonly seed: number;
  private readonly horizon: number;
  private readonly counts: ReadonlyMap<string, number>;
  private readonly tables = new Map<string, Table>();

  /**
   * @param counts how many records of an object there will be, for references from custom fields.
   * @param horizon milliseconds; custom dates lie around it.
   */
  constructor(
    db: DatabaseSync,
    model: CrmModel,
    seed: number,
    horizon: number,
    counts: ReadonlyMap<string, number>,
  ) {
    this.db = db;
    this.model = model;
    this.seed = seed;
    this.horizon = horizon;
    this.counts = counts;
  }

  /**
   * Adds a record; its id follows from its place among the object's records. Fields the object
   * doesn't declare are left out, so that a generator may know more than the model.
   * @param stamps a function where they are drawn after the values.
   * @returns the id.
   */
  add(name: string, stamps: Stamps | (() => Stamps), values: Values): string {
    const table = this.table(name);
    const serial = table.count;
    table.count += 1;
    const id = recordId(table.object.keyPrefix, serial);
    const record: Record<string, unknown> = { ...table.defaults, ...this.custom(table, serial) };
    record.Id = id;
    const { created, modified = created, by } = typeof stamps === 'function' ? stamps() : stamps;
    const changed = new Date(Math.max(created, modified));
    this.put(table, record, {
      CreatedDate: new Date(created),
      CreatedById: by,
      LastModifiedDate: changed,
      LastModifiedById: by,
      SystemModstamp: changed,
      ...values,
    });
    table.insert(record);
    return id;
  }

  /** The id the n-th record of an object has or will have. */
  idOf(name: string, serial: number): string {
    return recordId(this.table(name).object.keyPrefix, serial);
  }

  private put(table: Table, record: Record<string, unknown>, values: Values): void {
    for (const [field, value] of Object.entries(values))
      if (table.names.has(field)) record[field] = value;
  }

  private custom(table: Table, serial: number): Values {
    if (table.custom.length === 0) return {};
    const random = new Random(
      this.seed,
      700 + table.object.name.length,
      serial,
      table.custom.length,
    );
    const idOf = (target: string): string | null => {
      const object = this.model.object(target);
      // A record may name an earlier one of its own object only, so that no circle forms.
      const count = target === table.object.name ? serial : (this.counts.get(target) ?? 0);
      return object && count > 0 ? recordId(object.keyPrefix, random.int(count)) : null;
    };
    return Object.fromEntries(
      table.custom.map((field) => [field.name, customValue(field, random, this.horizon, idOf)]),
    );
  }

  private table(name: string): Table {
    let found = this.tables.get(name);
    if (!found) {
      const object = this.model.object(name);
      if (!object) throw new Error(`Expected ${name} among the CRM's objects`);
      const stored = object.fields.filter(({ spec }) => isStored(spec));
      found = {
        object,
        insert: crmInserter(this.db, object),
        names: new Set(stored.map((field) => field.name)),
        defaults: Object.fromEntries(
          stored
            .filter(({ spec }) => spec.required && spec.type in blanks)
            .map(({ name: field, spec }) => [field, blanks[spec.type as keyof typeof blanks]]),
        ),
        custom: stored.filter(({ spec }) => spec.custom),
        count: 0,
      };
      this.tables.set(name, found);
    }
    return found;
  }
}

/** What a field that is never null holds while nobody set it. */
const blanks = { boolean: false, int: 0, double: 0, currency: 0, percent: 0 } as const;
