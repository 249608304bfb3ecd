/**
 * What the peers fetch, by key and by parent, in batches; rows become plain objects with the
 * graph's names once, when they arrive. The keys that resolvers follow lie beside the fields.
 */

import { byScheduled, chunks, list, quoted, type Row, soql } from './upstream.ts';

export const columns = {
  Account: 'Id, Name, Industry, AnnualRevenue, OwnerId',
  Contact: 'Id, Name, Email, Title, Phone, CreatedDate, AccountId, OwnerId',
  Opportunity: 'Id, Name, StageName, Amount, CloseDate, AccountId, OwnerId',
  OpportunityContactRole: 'Id, Role, IsPrimary, ContactId',
  Task: 'Id, Subject, Status, Priority, ActivityDate',
  User: 'Id, Name, Email',
} as const;

const iso = (text: string | null | undefined): string | null =>
  text ? new Date(text).toISOString() : null;

export const shapes = {
  Account: (row: Row) => ({
    id: row.Id,
    name: row.Name,
    industry: row.Industry,
    annualRevenue: row.AnnualRevenue,
    ownerId: row.OwnerId,
  }),
  Contact: (row: Row) => ({
    id: row.Id,
    name: row.Name,
    email: row.Email,
    title: row.Title,
    phone: row.Phone,
    createdDate: iso(row.CreatedDate),
    accountId: row.AccountId,
    ownerId: row.OwnerId,
  }),
  Opportunity: (row: Row) => ({
    id: row.Id,
    name: row.Name,
    stageName: row.StageName,
    amount: row.Amount,
    closeDate: row.CloseDate,
    accountId: row.AccountId,
    ownerId: row.OwnerId,
  }),
  OpportunityContactRole: (row: Row) => ({
    role: row.Role,
    isPrimary: row.IsPrimary,
    contactId: row.ContactId,
  }),
  Task: (row: Row) => ({
    subject: row.Subject,
    status: row.Status,
    priority: row.Priority,
    activityDate: row.ActivityDate,
  }),
  User: (row: Row) => ({ id: row.Id, name: row.Name, email: row.Email }),
};

export type ObjectName = keyof typeof shapes;
// biome-ignore lint/suspicious/noExplicitAny: as the upstream's rows.
export type Shape = any;

const entities: Record<ObjectName, string> = {
  Account: 'accounts',
  Contact: 'contacts',
  Opportunity: 'opportunities',
  OpportunityContactRole: 'query',
  Task: 'tasks',
  User: 'query',
};

/** Shaped once an answer, however often the kept answer is used. */
const shaped = new WeakMap<object, Shape[]>();

function shape(object: ObjectName, rows: readonly Row[]): Shape[] {
  let known = shaped.get(rows);
  if (known === undefined) {
    known = rows.map(shapes[object]);
    shaped.set(rows, known);
  }
  return known;
}

async function query(object: ObjectName, rest: string): Promise<Shape[]> {
  return shape(
    object,
    await soql(entities[object], `SELECT ${columns[object]} FROM ${object} ${rest}`),
  );
}

export interface AccountsArgs {
  readonly first: number;
  readonly orderBy?: readonly { readonly field: string; readonly direction: string }[] | null;
}

export const accountsRest = ({ first, orderBy }: AccountsArgs): string =>
  `ORDER BY ${orderBy?.length ? 'Name, ' : ''}Id LIMIT ${first}`;

export const accounts = (args: AccountsArgs): Promise<Shape[]> =>
  query('Account', accountsRest(args));

export interface OpportunitiesArgs {
  readonly first: number;
  readonly filter?: { readonly isClosed?: { readonly eq?: boolean | null } | null } | null;
}

export function opportunitiesRest({ first, filter }: OpportunitiesArgs): string {
  const closed = filter?.isClosed?.eq;
  const where = closed === undefined || closed === null ? '' : `WHERE IsClosed = ${closed} `;
  return `${where}ORDER BY Id LIMIT ${first}`;
}

export const opportunities = (args: OpportunitiesArgs): Promise<Shape[]> =>
  query('Opportunity', opportunitiesRest(args));

/** Records in the order of their ids; null where there is none. */
export async function byId(object: ObjectName, ids: readonly string[]): Promise<(Shape | null)[]> {
  const parts = await Promise.all(
    chunks([...new Set(ids)].sort()).map((some) =>
      query(object, `WHERE Id IN (${quoted(some)}) LIMIT ${some.length}`),
    ),
  );
  const found = new Map(parts.flat().map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}

export const relationships = {
  contacts: ['Account', 'Contacts', 'Contact'],
  opportunities: ['Account', 'Opportunities', 'Opportunity'],
  tasks: ['Account', 'Tasks', 'Task'],
  opportunityContactRoles: ['Opportunity', 'OpportunityContactRoles', 'OpportunityContactRole'],
} as const satisfies Record<string, readonly [ObjectName, string, ObjectName]>;

export type ChildName = keyof typeof relationships;

/** The first children of each parent, all parents in one query with a subquery. */
export async function children(
  name: ChildName,
  parents: readonly string[],
  first: number,
): Promise<Shape[][]> {
  const [parent, relationship, child] = relationships[name];
  const parts = await Promise.all(
    chunks([...new Set(parents)].sort(), 200).map((ids) =>
      soql(
        entities[parent],
        `SELECT Id, (SELECT ${columns[child]} FROM ${relationship} ORDER BY Id LIMIT ${first}) FROM ${parent} WHERE Id IN (${quoted(ids)}) LIMIT ${ids.length}`,
      ),
    ),
  );
  const found = new Map(
    parts.flat().map((row) => [row.Id, shape(child, row[relationship]?.records ?? none)]),
  );
  return parents.map((id) => found.get(id) ?? []);
}

const none: Row[] = [];

/** The same for one parent, as a resolver without batching asks. */
export function childrenOf(name: ChildName, parent: string, first: number): Promise<Shape[]> {
  const [object, , child] = relationships[name];
  return query(child, `WHERE ${object}Id = '${parent}' ORDER BY Id LIMIT ${first}`);
}

export interface CallsArgs {
  readonly first: number;
  readonly filter?: { readonly from?: string | null } | null;
}

export async function calls({ first, filter }: CallsArgs): Promise<Shape[]> {
  const { rows } = await list('calls', 'calls_extensive', {
    filter: { fromDateTime: filter?.from },
    contentSelector: { context: 'Extended', exposedFields: { parties: true } },
  });
  let known = shaped.get(rows);
  if (known === undefined) {
    known = byScheduled(rows).map(callShape);
    shaped.set(rows, known);
  }
  return known.slice(0, first);
}

export const callShape = ({ metaData, parties }: Row): Shape => ({
  title: metaData.title,
  startedAt: iso(metaData.started),
  durationSeconds: metaData.duration,
  primaryUserId: metaData.primaryUserId,
  parties: parties.map(party),
});

function party(row: Row): Shape {
  const links = (row.context ?? []).flatMap((one: Row) => one.objects ?? []);
  const linked = links.filter((one: Row) => one.objectType === 'Contact');
  return {
    name: row.name,
    affiliation: row.affiliation,
    contactIds: linked.map((one: Row) => one.objectId).sort(),
    email: row.emailAddress?.trim().toLowerCase() || null,
  };
}

export const userShape = (row: Row): Shape => ({
  id: row.id,
  name: `${row.firstName} ${row.lastName}`,
  title: row.title,
});

/** The interface has no filter by id, so the whole list is read. */
export async function users(ids: readonly string[]): Promise<(Shape | null)[]> {
  const found = new Map<string, Shape>();
  for (let cursor: string | null = null; ; ) {
    const page = await list('calls', 'users', cursor === null ? {} : { cursor });
    for (const row of page.rows) found.set(row.id, userShape(row));
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return ids.map((id) => found.get(id) ?? null);
}

export async function user(id: string): Promise<Shape | null> {
  const { rows } = await list('calls', 'users', { id }, 'get');
  return rows[0] === undefined ? null : userShape(rows[0]);
}

/** A person of a call: whom the platform linked, before who has the address; the oldest id first. */
export interface PersonKey {
  readonly contactIds: readonly string[];
  readonly email: string | null;
}

export async function people(keys: readonly PersonKey[]): Promise<(Shape | null)[]> {
  const rest = peopleRest(keys);
  return matchPeople(rest === '' ? [] : await query('Contact', rest), keys);
}

/** Empty where nobody can be looked for. */
export function peopleRest(keys: readonly PersonKey[]): string {
  const ids = [...new Set(keys.flatMap((key) => key.contactIds))].sort();
  const emails = [...new Set(keys.flatMap((key) => key.email ?? []))].sort();
  if (ids.length + emails.length === 0) return '';
  const conditions = [
    ...(ids.length > 0 ? [`Id IN (${quoted(ids)})`] : []),
    ...(emails.length > 0 ? [`Email IN (${quoted(emails)})`] : []),
  ];
  return `WHERE ${conditions.join(' OR ')} ORDER BY Id LIMIT 2000`;
}

export function matchPeople(rows: readonly Shape[], keys: readonly PersonKey[]): (Shape | null)[] {
  const byContactId = new Map(rows.map((row) => [row.id, row]));
  const byEmail = new Map<string, Shape>();
  for (const row of rows) {
    const email = row.email?.toLowerCase();
    if (email && !byEmail.has(email)) byEmail.set(email, row);
  }
  return keys.map(
    ({ contactIds, email }) =>
      contactIds.map((id) => byContactId.get(id)).find(Boolean) ??
      (email === null ? null : (byEmail.get(email) ?? null)),
  );
}
