/**
 * Rows and windows of the CRM for the peers. A row becomes a plain object with the graph's names
 * once, when it arrives; its owner comes along by a path of the same statement.
 */

import { all, lives, type Soon, Store, storeOfOne, then } from './store.ts';
import { quoted, type Row, soql } from './upstream.ts';

/** A row with the graph's names, or keys beside them that resolvers follow. */
export type Shape = Row;

const owner = 'Owner.Name, Owner.Email';
const columns = {
  Account: `Id, Name, Industry, AnnualRevenue, ${owner}`,
  Contact: `Id, Name, Email, Title, Phone, CreatedDate, AccountId, ${owner}`,
  Opportunity: `Id, Name, StageName, Amount, CloseDate, AccountId, ${owner}`,
  OpportunityContactRole: 'Id, Role, IsPrimary, ContactId',
  Task: 'Id, Subject, Status, Priority, ActivityDate',
} as const;

export type ObjectName = keyof typeof columns;

export const iso = (text: string | null | undefined): string | null =>
  text ? new Date(text).toISOString() : null;

export const globalId = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

const ownerOf = (row: Row): Shape =>
  row.Owner ? { name: row.Owner.Name, email: row.Owner.Email } : null;

const shapes: Record<ObjectName, (row: Row) => Shape> = {
  Account: (row) => ({
    __typename: 'Account',
    id: globalId('Account', row.Id),
    upstreamId: row.Id,
    name: row.Name,
    industry: row.Industry,
    annualRevenue: row.AnnualRevenue,
    owner: ownerOf(row),
  }),
  Contact: (row) => ({
    __typename: 'Contact',
    id: globalId('Contact', row.Id),
    upstreamId: row.Id,
    name: row.Name,
    email: row.Email,
    title: row.Title,
    phone: row.Phone,
    createdDate: iso(row.CreatedDate),
    accountId: row.AccountId,
    owner: ownerOf(row),
  }),
  Opportunity: (row) => ({
    __typename: 'Opportunity',
    id: globalId('Opportunity', row.Id),
    upstreamId: row.Id,
    name: row.Name,
    stageName: row.StageName,
    amount: row.Amount,
    closeDate: row.CloseDate,
    accountId: row.AccountId,
    owner: ownerOf(row),
  }),
  OpportunityContactRole: (row) => ({
    role: row.Role,
    isPrimary: row.IsPrimary,
    contactId: row.ContactId,
  }),
  Task: (row) => ({
    subject: row.Subject,
    status: row.Status,
    priority: row.Priority,
    activityDate: row.ActivityDate,
  }),
};

const entities: Record<ObjectName, string> = {
  Account: 'accounts',
  Contact: 'contacts',
  Opportunity: 'opportunities',
  OpportunityContactRole: 'query',
  Task: 'tasks',
};

const rowsOf = (object: ObjectName): Store<Shape> =>
  new Store<Shape>(lives.crm, async (ids) => {
    const rows = await soql(
      entities[object],
      `SELECT ${columns[object]} FROM ${object} WHERE Id IN (${quoted(ids)}) LIMIT ${ids.length}`,
    );
    return new Map(rows.map((row) => [row.Id, shapes[object](row)]));
  });
const rows = {
  Account: rowsOf('Account'),
  Contact: rowsOf('Contact'),
  Opportunity: rowsOf('Opportunity'),
};

export function record(object: keyof typeof rows, id: string | null): Soon<Shape | null> {
  return id ? rows[object].get(id) : null;
}

/** Shapes rows that came in a window, and lets them be known by id. */
function arrive(object: ObjectName, found: readonly Row[]): Shape[] {
  const store = (rows as Partial<Record<ObjectName, Store<Shape>>>)[object];
  return found.map((row) => {
    const shape = shapes[object](row);
    store?.put(row.Id, shape);
    return shape;
  });
}

const windows = new Map<ObjectName, Store<Shape[]>>();

/** The rows of a statement. */
function select(object: ObjectName, rest: string): Soon<Shape[]> {
  let store = windows.get(object);
  if (store === undefined) {
    store = storeOfOne(lives.crm, async (statement) =>
      arrive(object, await soql(entities[object], statement)),
    );
    windows.set(object, store);
  }
  return store.get(`SELECT ${columns[object]} FROM ${object} ${rest}`) as Soon<Shape[]>;
}

const relationships = {
  contacts: ['Account', 'Contacts', 'Contact'],
  opportunities: ['Account', 'Opportunities', 'Opportunity'],
  tasks: ['Account', 'Tasks', 'Task'],
  opportunityContactRoles: ['Opportunity', 'OpportunityContactRoles', 'OpportunityContactRole'],
} as const satisfies Record<string, readonly [ObjectName, string, ObjectName]>;

export type ChildName = keyof typeof relationships;

const children = new Map<string, Store<Shape[]>>();

/** The first children of a parent; parents of the same turn share one statement with a subquery. */
export function childrenOf(name: ChildName, parentId: string, first: number): Soon<Shape[]> {
  const key = `${name} ${first}`;
  let store = children.get(key);
  if (store === undefined) {
    const [parent, relationship, child] = relationships[name];
    const subquery = `SELECT ${columns[child]} FROM ${relationship} ORDER BY Id LIMIT ${first}`;
    store = new Store<Shape[]>(lives.crm, async (ids) => {
      const parents = await soql(
        entities[parent],
        `SELECT Id, (${subquery}) FROM ${parent} WHERE Id IN (${quoted(ids)}) LIMIT ${ids.length}`,
      );
      return new Map(
        parents.map((row) => [row.Id, arrive(child, row[relationship]?.records ?? [])]),
      );
    });
    children.set(key, store);
  }
  return then(store.get(parentId), (found) => found ?? []);
}

type Order = readonly { readonly field: string; readonly direction?: string | null }[] | null;

export interface AccountsArgs {
  readonly first: number;
  readonly orderBy?: Order;
  readonly filter?: {
    readonly industry?: { readonly eq?: string | null } | null;
    readonly annualRevenue?: { readonly gte?: number | null } | null;
  } | null;
}

export function accounts({ first, orderBy, filter }: AccountsArgs): Soon<Shape[]> {
  const conditions = [];
  if (filter?.industry?.eq != null) conditions.push(`Industry = ${quoted([filter.industry.eq])}`);
  if (filter?.annualRevenue?.gte != null)
    conditions.push(`AnnualRevenue >= ${filter.annualRevenue.gte}`);
  return select(
    'Account',
    `${where(conditions)}ORDER BY ${orderBy?.length ? 'Name, ' : ''}Id LIMIT ${first}`,
  );
}

export interface OpportunitiesArgs {
  readonly first: number;
  readonly orderBy?: Order;
  readonly filter?: {
    readonly isClosed?: { readonly eq?: boolean | null } | null;
    readonly closeDate?: { readonly gte?: string | null; readonly lt?: string | null } | null;
  } | null;
}

export function opportunities({ first, orderBy, filter }: OpportunitiesArgs): Soon<Shape[]> {
  const conditions = [];
  if (filter?.isClosed?.eq != null) conditions.push(`IsClosed = ${filter.isClosed.eq}`);
  if (filter?.closeDate?.gte != null) conditions.push(`CloseDate >= ${filter.closeDate.gte}`);
  if (filter?.closeDate?.lt != null) conditions.push(`CloseDate < ${filter.closeDate.lt}`);
  return select(
    'Opportunity',
    `${where(conditions)}ORDER BY ${orderBy?.length ? 'CloseDate, ' : ''}Id LIMIT ${first}`,
  );
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')} `;

/** `{ id: … }` as clients send it: the type's name and the CRM's id in base64url. */
export interface Key {
  readonly id: string;
}

const split = (id: string): string[] => Buffer.from(id, 'base64url').toString().split(':');
export const upstreamId = ({ id }: Key): string => split(id)[1]!;

export function node(id: string): Soon<Shape | null> {
  const [type, key] = split(id);
  return record(type as 'Account' | 'Contact', key!);
}

export const nodes = (ids: readonly string[]): Soon<(Shape | null)[]> => all(ids.map(node));

/** A person of a call: whom the platform linked, before who has the address; the oldest id first. */
export interface PersonKey {
  readonly contactIds: readonly string[];
  readonly email: string | null;
}

const byEmail = new Store<{ readonly shapes: Shape[] }>(lives.crm, async (emails) => {
  const found = arrive(
    'Contact',
    await soql(
      'contacts',
      `SELECT ${columns.Contact} FROM Contact WHERE Email IN (${quoted(emails)}) ORDER BY Id LIMIT 2000`,
    ),
  );
  const groups = new Map<string, { shapes: Shape[] }>();
  for (const shape of found) {
    const email = shape.email.toLowerCase();
    const group = groups.get(email);
    if (group === undefined) groups.set(email, { shapes: [shape] });
    else group.shapes.push(shape);
  }
  return groups;
});

export function person({ contactIds, email }: PersonKey): Soon<Shape | null> {
  return then(all(contactIds.map((id) => record('Contact', id))), (linked) => {
    const known = linked.find((shape) => shape !== null);
    if (known !== undefined) return known;
    return email === null ? null : then(byEmail.get(email), (found) => found?.shapes[0] ?? null);
  });
}
