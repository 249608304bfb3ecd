/** Field lookup: the fields that the CRM shows its user, of all objects of a statement at once. */

import { query as queryEntity } from '../../contract/crm/entity.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import {
  mostReadableFields,
  readableFieldsIn,
  readableFieldsQuery,
} from '../../contract/crm/readable-field.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { UpstreamError } from '../../errors.ts';
import type { UnreadableParts } from '../../upstream/unreadable-part.ts';
import type { ExecuteOptions } from '../../upstream/upstream-request.ts';

/** Object whose rows describe fields. */
const described = 'EntityParticle';

/** Lookups under way, which requests share. */
const underWay = memoizeByObject((_parts: UnreadableParts) => new Map<string, Promise<void>>());

/** Whether some look-up of all of these objects goes on, which others pay for. */
export const isLookedUpNow = ({ connector }: GraphContext, objects: readonly CrmObject[]) =>
  objects.every(({ name }) => underWay(connector.unreadable).has(name));

/** Learns which fields of the objects of a statement are unreadable before it is sent, where the CRM's service describes them. */
export async function lookUpBeforehand(
  context: GraphContext,
  objects: readonly CrmObject[],
): Promise<void> {
  const { deadline, signal, viewer, notes } = context;
  // Whoever asks first would pay for all who ask in the next minutes.
  const options = { deadline, signal, client: viewer.client, notes, isForAll: true };
  try {
    await lookUp(context, objects, options);
  } catch (error) {
    // The statement is sent all the same: the CRM says what is wrong with it.
    if (!(error instanceof UpstreamError)) throw error;
  }
}

/**
 * Learns which fields of these objects are unreadable; nothing where the CRM does not describe itself.
 * @throws UpstreamError for a failure that is no refusal, AllowanceSpentError where the reserve can't pay for it
 */
export const lookUpFields = (context: GraphContext, objects: readonly CrmObject[]): Promise<void> =>
  lookUp(context, objects, executeOptions(context, { isBeyond: true }));

async function lookUp(
  context: GraphContext,
  objects: readonly CrmObject[],
  options: ExecuteOptions,
): Promise<void> {
  const { unreadable } = context.connector;
  const pending = underWay(unreadable);
  const waited = objects.filter(({ name }) => pending.has(name));
  await Promise.allSettled(waited.map(({ name }) => pending.get(name)));
  const open = objects.filter(
    (object) => !waited.includes(object) || !unreadable.isWhole(object.name),
  );
  if (open.length === 0 || unreadable.has(described)) return;
  const lookup = readFields(context, open, options);
  for (const { name } of open) pending.set(name, lookup);
  try {
    await lookup;
  } finally {
    for (const { name } of open) if (pending.get(name) === lookup) pending.delete(name);
  }
}

async function readFields(
  { connector }: GraphContext,
  objects: readonly CrmObject[],
  options: ExecuteOptions,
): Promise<void> {
  const { unreadable } = connector;
  const read = async (some: readonly CrmObject[]): Promise<void> => {
    const q = readableFieldsQuery(some.map(({ name }) => name));
    const { rows, page } = await connector.execute(
      queryEntity,
      'list',
      { q },
      { ...options, cache: 'off' },
    );
    const fields = readableFieldsIn(rows);
    // Of fewer objects all fields fit into the one page there is.
    const isCut = rows.length === mostReadableFields || !page.done;
    if (isCut) {
      if (some.length > 1) await read(some.slice(0, 1));
      return;
    }
    // A description of nothing may be one that this user may not read.
    if (fields.size > 0 || connector.describesFields())
      for (const object of some) learn(unreadable, object, fields.get(object.name));
  };
  try {
    await read(objects);
  } catch (error) {
    const isRefusal =
      error instanceof UpstreamError &&
      (error.code === 'UPSTREAM_BAD_REQUEST' || error.code === 'UPSTREAM_FORBIDDEN');
    if (!isRefusal) throw error;
    unreadable.hide(described);
  }
}

/** @param readable none where the CRM describes the object not at all. */
function learn(
  unreadable: UnreadableParts,
  object: CrmObject,
  readable: ReadonlySet<string> = new Set(),
): void {
  if (readable.size === 0) unreadable.hide(object.name);
  const fields = object.fields.filter(({ name }) => name !== 'Id' && !readable.has(name));
  unreadable.learn(object.name, readable.size === 0 ? [] : fields.map(({ name }) => name));
}
