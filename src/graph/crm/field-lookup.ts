/** Field lookup: the fields that the CRM shows its user, of all objects of a refused statement by one statement. */

import { query as queryEntity } from '../../contract/crm/entity.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { UpstreamError } from '../../errors.ts';
import { printQuery } from '../../soql/print.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import type { UnreadableParts } from '../../upstream/unreadable-part.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import { memoizeByObject } from '../memoize.ts';

/** Describes the user's fields, the parts of compound ones among them. */
const described = 'EntityParticle';
const objectPath = 'EntityDefinition.QualifiedApiName';

/** Lookups under way, which requests share. */
const underWay = memoizeByObject((_parts: UnreadableParts) => new Map<string, Promise<void>>());

/**
 * Learns which fields of these objects are unreadable; nothing where the CRM does not describe itself.
 * @throws UpstreamError for a failure that is no refusal
 */
export async function lookUpFields(
  context: GraphContext,
  objects: readonly CrmObject[],
): Promise<void> {
  const { unreadable } = context.connector;
  const pending = underWay(unreadable);
  const waited = objects.filter(({ name }) => pending.has(name));
  await Promise.allSettled(waited.map(({ name }) => pending.get(name)));
  const open = objects.filter(
    (object) => !waited.includes(object) || !unreadable.isWhole(object.name),
  );
  if (open.length === 0 || unreadable.has(described)) return;
  const lookup = readFields(context, open);
  for (const { name } of open) pending.set(name, lookup);
  try {
    await lookup;
  } finally {
    for (const { name } of open) if (pending.get(name) === lookup) pending.delete(name);
  }
}

async function readFields(context: GraphContext, objects: readonly CrmObject[]): Promise<void> {
  const { unreadable } = context.connector;
  const q = printQuery({
    object: described,
    select: [objectPath, 'QualifiedApiName'],
    where: { op: 'in', path: objectPath, values: objects.map(({ name }) => name) },
    limit: maxRows,
  });
  const options = executeOptions(context, { isBeyond: true });
  try {
    const { rows, page } = await context.connector.execute(queryEntity, 'list', { q }, options);
    // The CRM has no second page of these: of fewer objects all fields fit into the first.
    if (rows.length < maxRows && page.done)
      for (const object of objects) learn(unreadable, object, rows);
    else if (objects.length > 1) await readFields(context, objects.slice(0, 1));
  } catch (error) {
    const isRefusal =
      error instanceof UpstreamError &&
      (error.code === 'UPSTREAM_BAD_REQUEST' || error.code === 'UPSTREAM_FORBIDDEN');
    if (!isRefusal) throw error;
    unreadable.hide(described);
  }
}

function learn(unreadable: UnreadableParts, object: CrmObject, rows: readonly Row[]): void {
  const shown = new Set(
    rows.flatMap(({ EntityDefinition: of, QualifiedApiName: name }) =>
      isObject(of) && of.QualifiedApiName === object.name ? [String(name)] : [],
    ),
  );
  if (shown.size === 0) {
    unreadable.hide(object.name);
    return;
  }
  const fields = object.fields.filter(({ name }) => name !== 'Id' && !shown.has(name));
  unreadable.learn(
    object.name,
    fields.map(({ name }) => name),
  );
}
