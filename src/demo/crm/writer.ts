/** Shared parts of the CRM's generators: the company's plan, stamps and owners, and the writer of records. */

import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { type Calendar, dayMs } from '../company/calendar.ts';
import type { World } from '../company/company-plan.ts';
import { recordId } from '../company/id.ts';
import { purpose, Random } from '../company/random.ts';
import { crmInserter, isStored } from '../database/crm-table.ts';
import { recordTypeSerials } from './record-type.ts';

/** A call as the CRM logs it: a task for a phone call, an event for a meeting. */
export interface LoggedCall {
  readonly id: string;
  readonly title: string;
  /** The stage of its deal at the time. */
  readonly stage: string;
  /** Milliseconds. */
  readonly at: number;
  /** Seconds. */
  readonly duration: number;
  readonly direction: string;
  /** Colleague. */
  readonly host: number;
  /** Id of a contact or lead on the call. */
  readonly who: string | null;
  /** Id of the opportunity or account. */
  readonly what: string | null;
  readonly account: string | null;
}

export interface CrmPlan {
  readonly world: World;
  readonly writer: CrmWriter;
  readonly phoned: readonly LoggedCall[];
  readonly met: readonly LoggedCall[];
}

/** Integration user: the author of records without another one; its record follows the colleagues'. */
export function integrationUser({ world, writer }: CrmPlan): string {
  return writer.idOf('User', world.colleagues.length);
}

/** CRM user id of a colleague; the integration user's for a colleague without one. */
export function ownerOf(plan: CrmPlan, colleague: number): string {
  return plan.world.colleagues[colleague]?.crmId ?? integrationUser(plan);
}

/** Stamps of a record made some days before the horizon and perhaps changed since. */
export function stampsOf(calendar: Calendar, random: Random, by: string, oldest = 900): Stamps {
  const created = calendar.horizon - random.int(oldest) * dayMs - random.int(dayMs) - 1000;
  const modified = random.chance(0.6)
    ? created + Math.floor(random.float() * (calendar.horizon - created))
    : created;
  // The CRM stores whole seconds.
  return { created: whole(created), modified: whole(modified), by };
}

export function whole(instant: number): number {
  return instant - (instant % 1000);
}

/** `YYYY-MM-DD`, UTC. */
export function dateText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

const words = ['Blue', 'Late "night"', 'Größe', 'A_B', '50%', 'back\\slash', 'Ω', 'plain', 'it’s'];

/**
 * @param horizon milliseconds; dates lie up to 18 months before and half a year after it.
 * @param idOf an id of the object, or null where it has no records.
 */
function plausibleValue(
  { name, spec }: CrmField,
  random: Random,
  horizon: number,
  idOf: (object: string) => string | null,
): unknown {
  if (!spec.required && random.chance(0.15)) return null;
  const instant = (): Date =>
    new Date(horizon - random.between(-180, 540) * dayMs + random.int(dayMs));
  switch (spec.type) {
    case 'boolean':
      return random.chance(0.3);
    case 'int':
      return random.int(/score/i.test(name) ? 101 : 500);
    case 'double':
      return random.int(10_000) / 100;
    case 'percent':
      return random.int(101);
    case 'currency':
      return random.int(400) * 250;
    case 'date': {
      const date = instant().toISOString();
      return /month/i.test(name) ? `${date.slice(0, 7)}-01` : date.slice(0, 10);
    }
    case 'datetime':
      return instant();
    case 'picklist':
      return spec.values && spec.values.length > 0 ? random.pick(spec.values) : null;
    case 'multipicklist':
      return spec.values ? random.sample(spec.values, random.between(1, 3)) : null;
    case 'reference': {
      const [target] = spec.reference?.to ?? [];
      return target === undefined ? null : idOf(target);
    }
    case 'email':
      return `field${random.int(1000)}@example.org`;
    case 'phone':
      return `+1 555 0100 ${random.between(1000, 9999)}`;
    case 'url':
      return `https://www.example.com/${random.int(100_000)}`;
    default:
      return `${random.pick(words)} ${random.int(100)}`.slice(0, spec.length ?? 255);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Authors and times of a record. */
interface Stamps {
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
  readonly filled: readonly CrmField[];
  count: number;
}

export class CrmWriter {
  private readonly db: DatabaseSync;
  readonly model: CrmModel;
  private readonly seed: number;
  private readonly horizon: number;
  private readonly counts: ReadonlyMap<string, number>;
  private readonly tables = new Map<string, Table>();

  /**
   * @param counts final number of records by object, for references from custom fields.
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
    const record: Record<string, unknown> = { ...table.defaults, ...this.declared(table, serial) };
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

  /** Values of fields that no generator speaks of. */
  private declared(table: Table, serial: number): Values {
    if (table.custom.length + table.filled.length === 0) return {};
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
    const kindOf = (fieldRandom: Random): string | null => {
      const serials = recordTypeSerials(this.model, table.object.name);
      return serials.length === 0 ? null : this.idOf('RecordType', fieldRandom.pick(serials));
    };
    const valueFrom = (field: CrmField, fieldRandom: Random) => {
      const isKind = field.name === 'RecordTypeId';
      const value = isKind
        ? kindOf(fieldRandom)
        : plausibleValue(field, fieldRandom, this.horizon, idOf);
      return [field.name, value] as const;
    };
    // A field more leaves the values of all others as they are.
    const ownOf = ({ name }: CrmField) =>
      new Random(this.seed, purpose.declared, serial, crc32(`${table.object.name}.${name}`));
    return Object.fromEntries([
      ...table.custom.map((field) => valueFrom(field, random)),
      ...table.filled.map((field) => valueFrom(field, ownOf(field))),
    ]);
  }

  private table(name: string): Table {
    let table = this.tables.get(name);
    if (!table) {
      const object = this.model.object(name);
      if (!object) throw new Error(`Expected ${name} among the CRM's objects`);
      const stored = object.fields.filter(({ spec }) => isStored(spec));
      table = {
        object,
        insert: crmInserter(this.db, object),
        names: new Set(stored.map((field) => field.name)),
        defaults: Object.fromEntries(
          stored
            .filter(({ spec }) => spec.required && spec.type in blanks)
            .map(({ name: field, spec }) => [field, blanks[spec.type as keyof typeof blanks]]),
        ),
        custom: stored.filter(({ spec }) => spec.custom),
        filled: stored.filter(({ spec }) => spec.filled),
        count: 0,
      };
      this.tables.set(name, table);
    }
    return table;
  }
}

/** Default of a field that is never null. */
const blanks = { boolean: false, int: 0, double: 0, currency: 0, percent: 0 } as const;
