/** Probes of the CRM: each object that is used by one statement with all fields that are used of it; where that is refused, which of them are hidden. */

import { crmObjects } from '../connector-service/vendor/crm/execute.ts';
import { query } from '../contract/crm/entity.ts';
import { buildCrmModel, type CrmModel } from '../contract/crm/model.ts';
import { readableFieldsIn, readableFieldsQuery } from '../contract/crm/readable-field.ts';
import { UpstreamError } from '../errors.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { UsedObject } from './crm-usage.ts';

/** A used part of the CRM that its user may not read, and what lacks it. */
export interface HiddenPart {
  /** API name of the field; null: the whole object. */
  readonly field: string | null;
  /** Names of documents. */
  readonly missingIn: readonly string[];
  /** Whether CRM_CUSTOM_SCHEMA declares it. */
  readonly isDeclared: boolean;
}

/** Custom objects, and objects with declared fields, by API name: fields that a custom schema declares. */
export type DeclaredFields = ReadonlyMap<string, ReadonlySet<string>>;

export function fieldsDeclaredIn({ objects }: CrmModel): DeclaredFields {
  const standard = buildCrmModel();
  const declared = objects.map(({ name, custom, fields }) => {
    const added = fields.filter((field) =>
      custom ? field.name.endsWith('__c') : standard.field(name, field.name) === undefined,
    );
    return { name, custom, added: new Set(added.map((field) => field.name)) };
  });
  const named = declared.filter(({ custom, added }) => custom || added.size > 0);
  return new Map(named.map(({ name, added }) => [name, added]));
}

/** An object to probe: its fields with the documents that use each. */
export interface ProbedObject {
  /** API name. */
  readonly name: string;
  readonly by: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Declared fields; null: the object is not declared, and none of them. */
  readonly declared: ReadonlySet<string> | null;
}

/** Objects that are used, those that are read by id, and declared ones. */
export function objectsToProbe(
  usage: readonly UsedObject[],
  declared: DeclaredFields,
): readonly ProbedObject[] {
  const used = new Map(usage.map((use) => [use.object.name, use]));
  const names = new Set([...used.keys(), ...Object.values(crmObjects), ...declared.keys()]);
  return [...names].map((name) => {
    const declaredFields = declared.get(name) ?? null;
    const fields = new Map<string, ReadonlySet<string>>(used.get(name)?.fields);
    for (const field of declaredFields ?? []) fields.set(field, fields.get(field) ?? new Set());
    return { name, by: used.get(name)?.by ?? new Set(), fields, declared: declaredFields };
  });
}

/** Objects that the CRM lists by what they hang on alone: any id will do. */
const anchors: Readonly<Record<string, string>> = {
  ContentDocumentLink: ` WHERE LinkedEntityId = '001000000000000AAA'`,
};

/** A statement that shows whether these fields may be read. */
export function statementOf(object: string, fields: Iterable<string>, rows = 1): string {
  const names = [...new Set(['Id', ...fields])].join(', ');
  return `SELECT ${names} FROM ${object}${anchors[object] ?? ''} LIMIT ${rows}`;
}

/** Whether an error says that a part of the statement is hidden, or is not there. */
export function isHidden(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, upstreamCode = '' } = error;
  return code === 'UPSTREAM_FORBIDDEN' || /^INVALID_(FIELD|TYPE)$/.test(upstreamCode);
}

type Ask = (q: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Rows of statements, past every cache. */
export const askOf =
  (connector: UpstreamConnector, priority: 'interactive' | 'background'): Ask =>
  async (q) =>
    (await connector.execute(query, 'list', { q }, { cache: 'off', priority })).rows;

/**
 * Which used fields of a refused object are hidden: by the CRM's own description of the object where it
 * has one for this user, else by halves. Null: the object itself is.
 * @throws UpstreamError for any other failure
 */
export async function hiddenFields(
  ask: Ask,
  { name, fields }: ProbedObject,
): Promise<readonly string[] | null> {
  const used = [...fields.keys()];
  const isReadable = (some: readonly string[]): Promise<boolean> =>
    ask(statementOf(name, some)).then(
      () => true,
      (error: unknown) => {
        if (isHidden(error)) return false;
        throw error;
      },
    );
  const described = await describedFields(ask, name);
  if (described !== null) {
    const hidden = used.filter((field) => !described.has(field.toLowerCase()));
    // A description that explains nothing is none.
    if (hidden.length > 0) return hidden;
  }
  if (!(await isReadable([]))) return null;
  return byHalves(used, isReadable, true);
}

/** Fields that the CRM describes to this user, in lower case; null where it does not describe the object. */
async function describedFields(ask: Ask, object: string): Promise<ReadonlySet<string> | null> {
  try {
    const fields = readableFieldsIn(await ask(readableFieldsQuery([object]))).get(object);
    return fields === undefined ? null : new Set([...fields].map((name) => name.toLowerCase()));
  } catch (error) {
    // Any refusal: not every service passes statements on such objects on.
    if (error instanceof UpstreamError && !error.retryable) return null;
    throw error;
  }
}

/** @param isRefused whether they were refused together. */
async function byHalves(
  fields: readonly string[],
  isReadable: (some: readonly string[]) => Promise<boolean>,
  isRefused: boolean,
): Promise<readonly string[]> {
  if (fields.length === 0 || (!isRefused && (await isReadable(fields)))) return [];
  if (fields.length === 1) return fields;
  const middle = Math.ceil(fields.length / 2);
  const first = fields.slice(0, middle);
  const second = fields.slice(middle);
  const left = await byHalves(first, isReadable, false);
  // What was refused is in the half that is left, where the first is readable.
  return [...left, ...(await byHalves(second, isReadable, left.length === 0))];
}
