/** Everything both systems hold, read call by call from the connector service, and joined by looking at all of it: slow, short, and without any code of the index. */

import type { ExtensiveCallRecord } from '../../../src/contract/calls/call.ts';
import type { PartyRecord } from '../../../src/contract/calls/call-content.ts';
import type { UserRecord } from '../../../src/contract/calls/user.ts';
import { readOnce } from '../../support/read-once.ts';
import type { World } from '../../support/world.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Person extends Row {
  readonly Id: string;
  readonly Email: string | null;
  readonly AccountId?: string | null;
}

export interface Everything {
  readonly calls: readonly ExtensiveCallRecord[];
  readonly users: readonly UserRecord[];
  readonly contacts: readonly Person[];
  readonly leads: readonly Person[];
  readonly crmUsers: readonly Person[];
  readonly accounts: readonly { readonly Id: string }[];
  readonly opportunities: readonly {
    readonly Id: string;
    readonly AccountId: string | null;
    readonly IsClosed: boolean;
    readonly LastActivityDate: string | null;
    readonly CreatedDate: string;
  }[];
  readonly roles: readonly { readonly OpportunityId: string; readonly ContactId: string }[];
}

async function execute(
  { service }: Pick<World, 'service'>,
  instance: string,
  entity: string,
  params: object,
): Promise<{ result: unknown; connector_metadata: { pagination?: { cursor?: string } } | null }> {
  const url = `${service.url}/api/v1/connectors/instances/${instance}/execute`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity, action: 'list', params }),
  });
  if (response.status !== 200) throw new Error(`${entity}: ${await response.text()}`);
  return (await response.json()) as never;
}

async function wholeList(
  world: Pick<World, 'service'>,
  entity: string,
  params: object,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = { ...params, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await execute(world, world.service.instances.callAnalytics, entity, page);
    rows.push(...(answer.result as Row[]));
    cursor = answer.connector_metadata?.pagination?.cursor;
  }
  return rows;
}

async function soql(world: Pick<World, 'service'>, select: string): Promise<Row[]> {
  const q = `SELECT ${select} ORDER BY Id LIMIT 2000`;
  const { result } = await execute(world, world.service.instances.crm, 'query', { q });
  const page = result as { records: Row[]; done: boolean };
  if (!page.done) throw new Error(`${select}: more than a page`);
  return page.records;
}

/** @param read what of the calls is wanted; those who need none of them wait for none. */
type Read = 'no calls' | 'calls' | 'calls with trackers';

export async function readEverything(
  world: Pick<World, 'service'>,
  read: Read = 'calls',
): Promise<Everything> {
  const [calls, users, contacts, leads, crmUsers, accounts, opportunities, roles] =
    await Promise.all([
      readCalls(world, read),
      wholeList(world, 'users', {}),
      soql(world, 'Id, Email, AccountId FROM Contact'),
      soql(world, 'Id, Email FROM Lead'),
      soql(world, 'Id, Email FROM User'),
      soql(world, 'Id FROM Account'),
      soql(world, 'Id, AccountId, IsClosed, LastActivityDate, CreatedDate FROM Opportunity'),
      soql(world, 'OpportunityId, ContactId, Id FROM OpportunityContactRole'),
    ]);
  return { calls, users, contacts, leads, crmUsers, accounts, opportunities, roles } as never;
}

async function readCalls(world: Pick<World, 'service'>, read: Read): Promise<readonly unknown[]> {
  if (read === 'no calls') return [];
  const trackers = read === 'calls with trackers' ? { content: { trackers: true } } : {};
  const content = {
    contentSelector: { context: 'Extended', exposedFields: { parties: true, ...trackers } },
  };
  return wholeList(world, 'calls_extensive', { filter: {}, ...content });
}

/** As `readEverything`, for worlds whose calls are those of the tests' company: a run reads them once. */
export async function readCompany(
  world: Pick<World, 'service'>,
  read: Exclude<Read, 'no calls'> = 'calls',
): Promise<Everything> {
  const calls = await readOnce(read.replaceAll(' ', '-'), () => readCalls(world, read));
  return { ...(await readEverything(world, 'no calls')), calls } as Everything;
}

export interface Subject {
  readonly emails?: readonly (string | null)[];
  readonly crmIds?: readonly string[];
  readonly userIds?: readonly string[];
}

export interface Filter {
  readonly from?: number;
  readonly to?: number;
  readonly host?: readonly string[];
  readonly scope?: readonly string[];
  readonly role?: readonly string[];
  readonly minDuration?: number;
  readonly publicOnly?: boolean;
}

export interface JoinedCall {
  readonly id: string;
  readonly startedAt: number;
  readonly call: ExtensiveCallRecord;
  /** `EMAIL ada@x.example`, sorted. */
  readonly matches: readonly string[];
}

/** One of the things a call can be found by; `roles` of the party that carries it. */
interface Mark {
  readonly call: ExtensiveCallRecord;
  /** As it stands in the call, in one spelling: `EMAIL ada@x.example`. */
  readonly shown: string;
  readonly roles: readonly string[];
}

export class Join {
  readonly all: Everything;
  readonly #mainOf = new Map<string, string>();
  /** Under the person, record or user they name: aliases of a user under the main address. */
  readonly #marks = new Map<string, Mark[]>();

  constructor(all: Everything) {
    this.all = all;
    for (const user of all.users)
      for (const alias of [...(user.emailAliases ?? []), user.trustedEmailAddress ?? ''])
        if (alias !== '') this.#mainOf.set(plain(alias), plain(user.emailAddress));
    for (const call of all.calls) this.#addMarks(call);
  }

  /** An alias stands for the user it belongs to. */
  person(email: string): string {
    return this.#mainOf.get(plain(email)) ?? plain(email);
  }

  #addMarks(call: ExtensiveCallRecord): void {
    const add = (reason: string, shown: string, name: string, roles: readonly string[]): void => {
      const key = `${reason} ${name}`;
      const own = this.#marks.get(key) ?? [];
      own.push({ call, shown: `${reason} ${shown}`, roles });
      this.#marks.set(key, own);
    };
    for (const id of contextIds(call.context)) add('CRM_CONTEXT', id, id, []);
    for (const party of call.parties ?? []) {
      const { emailAddress, userId } = party;
      const roles = rolesOf(party, call);
      if (emailAddress) add('EMAIL', plain(emailAddress), this.person(emailAddress), roles);
      if (userId) add('USER', userId, userId, roles);
      for (const id of contextIds(party.context)) add('CRM_CONTEXT', id, id, roles);
    }
    const host = call.metaData.primaryUserId;
    const isThere = call.parties?.some((party) => party.userId === host);
    if (!isThere) add('USER', host, host, ['HOST']);
  }

  /** Newest first; the greater id before the smaller at one instant. */
  callsOf({ emails = [], crmIds = [], userIds = [] }: Subject, filter: Filter = {}): JoinedCall[] {
    const wanted = new Set([
      ...emails.flatMap((email) => (email ? [`EMAIL ${this.person(email)}`] : [])),
      ...crmIds.map((id) => `CRM_CONTEXT ${id.slice(0, 15)}`),
      ...userIds.map((id) => `USER ${id}`),
    ]);
    const marks = [...wanted].flatMap((key) => this.#marks.get(key) ?? []);
    const found = [...Map.groupBy(marks, ({ call }) => call)]
      .filter(([call, own]) => {
        const { role } = filter;
        const fits = own.some(({ roles }) => !role || roles.some((one) => role.includes(one)));
        return fits && passes(call, filter);
      })
      .map(([call, own]) => ({
        id: call.metaData.id,
        startedAt: startOf(call),
        call,
        matches: [...new Set(own.map(({ shown }) => shown))].sort(),
      }));
    return found.sort((a, b) => b.startedAt - a.startedAt || compareIds(b.id, a.id));
  }

  contact = ({ Id, Email }: Person): Subject => ({ emails: [Email], crmIds: [Id] });

  account = ({ Id }: { readonly Id: string }): Subject =>
    this.#withPeople(
      Id,
      this.all.contacts.filter((one) => one.AccountId === Id),
    );

  deal = ({ Id }: { readonly Id: string }): Subject => ({ crmIds: [Id] });

  dealWithPeople = ({ Id }: { readonly Id: string }): Subject => {
    const ids = this.all.roles.filter((one) => one.OpportunityId === Id).map((r) => r.ContactId);
    return this.#withPeople(
      Id,
      this.all.contacts.filter((one) => ids.includes(one.Id)),
    );
  };

  #withPeople = (id: string, people: readonly Person[]): Subject => ({
    crmIds: [id, ...people.map((one) => one.Id)],
    emails: people.map((one) => one.Email),
  });
}

export const plain = (text: string): string => text.trim().toLowerCase();
export const startOf = ({ metaData }: ExtensiveCallRecord): number => Date.parse(metaData.started);
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

function contextIds(context: PartyRecord['context']): string[] {
  return (context ?? []).flatMap((system) =>
    (system.objects ?? []).map((object) => String(object.objectId).slice(0, 15)),
  );
}

function rolesOf(party: PartyRecord, { metaData }: ExtensiveCallRecord): string[] {
  return [
    ...(party.userId !== undefined && party.userId === metaData.primaryUserId ? ['HOST'] : []),
    ...(party.methods ?? []).map((method) => method.toUpperCase()),
  ];
}

function passes(call: ExtensiveCallRecord, filter: Filter): boolean {
  const { metaData } = call;
  const at = startOf(call);
  return (
    at >= (filter.from ?? -Infinity) &&
    at < (filter.to ?? Infinity) &&
    (!filter.host || filter.host.includes(metaData.primaryUserId)) &&
    (!filter.scope || filter.scope.includes(metaData.scope)) &&
    metaData.duration >= (filter.minDuration ?? 0) &&
    !(filter.publicOnly && metaData.isPrivate)
  );
}
