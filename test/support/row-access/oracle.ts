/**
 * Which rows a person may see, by loops over the raw tables of the synthetic company: written from the documented table
 * of visibility, without any code that decides it.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel } from '../../../src/contract/crm/model.ts';
import type { SyntheticBackend } from '../../../src/demo/synthetic-backend.ts';
import { openRawTables } from '../synthetic.ts';
import type { TruthRow } from '../truth.ts';

export type Level = 'own' | 'team';

export interface Viewer {
  readonly level: Level;
  readonly person: string;
  /** Who is below: by the manager of each system, or by the CRM's roles. */
  readonly team?: 'manager' | 'role';
}

/** Raw tables, the users of the platform, which are in none, and the CRM's objects, whose custom ones have rules by their references. */
export interface RawTables {
  readonly db: DatabaseSync;
  readonly users: readonly TruthRow[];
  readonly objects: CrmModel['objects'];
}

/** The raw tables of a company in a file; the second connection sees what the first one changes. */
export const openTables = async (
  backend: SyntheticBackend & { readonly file: string },
): Promise<RawTables> => ({
  db: openRawTables(backend.file),
  users: await platformUsers(backend),
  objects: backend.model.objects,
});

/** Objects whose rows belong to nobody. */
export const ownerless = [
  ...['User', 'UserRole', 'Profile', 'Group', 'RecordType', 'Organization'],
  ...['Product2', 'Pricebook2', 'PricebookEntry'],
  ...['Campaign', 'CampaignMemberStatus', 'OpportunityStage'],
] as const;

/** By object, the references that open a row where they lead to an account or deal of the people. */
const anchorReferences: Readonly<Record<string, readonly string[]>> = {
  Contact: ['AccountId'],
  Case: ['AccountId'],
  Contract: ['AccountId'],
  Asset: ['AccountId'],
  Task: ['WhatId', 'AccountId'],
  Event: ['WhatId', 'AccountId'],
  Note: ['ParentId'],
  Attachment: ['ParentId'],
  OpportunityContactRole: ['OpportunityId'],
  OpportunityLineItem: ['OpportunityId'],
  OpportunityHistory: ['OpportunityId'],
};

/** Objects whose rows are visible with another row, or by a rule of their own. */
const ruled = [
  ...['Account', 'Opportunity', 'Lead', 'CaseComment', 'CampaignMember'],
  ...['ContentDocument', 'ContentVersion', 'ContentDocumentLink'],
  ...['AccountTeamMember', 'OpportunityTeamMember'],
];

/** Standard objects that have a line in the table of visibility. */
export const standardInTable: ReadonlySet<string> = new Set([
  ...ownerless,
  ...Object.keys(anchorReferences),
  ...ruled,
]);

const plain = (address: unknown): string => String(address).trim().toLowerCase();

/** The people of a viewer in each system, by the manager of each. */
export interface Persons {
  readonly crm: ReadonlySet<string>;
  readonly platform: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
}

function below(start: Iterable<string>, managers: readonly (readonly [string, unknown])[]) {
  const people = new Set(start);
  for (let before = -1; before !== people.size; ) {
    before = people.size;
    for (const [id, manager] of managers) if (people.has(String(manager))) people.add(id);
  }
  return people;
}

const addressesOf = (user: TruthRow): string[] =>
  [user.emailAddress, user.trustedEmailAddress, ...(user.emailAliases ?? [])]
    .filter((address) => address)
    .map(plain);

export async function platformUsers(backend: SyntheticBackend): Promise<readonly TruthRow[]> {
  const users: TruthRow[] = [];
  for (let page: TruthRow = null, isFirst = true; isFirst || page !== null; isFirst = false) {
    const answer: TruthRow = await backend.execute({
      ...{ system: 'call-analytics', entity: 'users', action: 'list', params: {}, page },
    });
    users.push(...answer.rows);
    page = answer.next;
  }
  return users;
}

/** What one person sees. Ids of rows by object; of calls and reviews by their own ids. */
export interface Visible {
  readonly persons: Persons;
  readonly anchors: ReadonlySet<string>;
  readonly accountsAbove: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly reviews: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a row of this object is visible. */
  sees(object: string, id: string): boolean;
}

/** Reads each table once: whoever changes them makes another one. */
export class Oracle {
  readonly #tables: RawTables;
  readonly #rows = new Map<string, readonly TruthRow[]>();

  constructor(tables: RawTables) {
    this.#tables = tables;
  }

  get users(): readonly TruthRow[] {
    return this.#tables.users;
  }

  rows(object: string): readonly TruthRow[] {
    const read = this.#rows.get(object) ?? this.#read(object);
    this.#rows.set(object, read);
    return read;
  }

  #read(object: string): readonly TruthRow[] {
    const { db } = this.#tables;
    const isThere = db
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
      .get(object);
    return isThere === undefined ? [] : db.prepare(`SELECT * FROM "${object}"`).all();
  }

  persons({ level, person, team = 'manager' }: Viewer): Persons {
    const told = new Set([plain(person)]);
    const onPlatform = this.#tables.users.filter((user) =>
      addressesOf(user).some((address) => told.has(address)),
    );
    const addresses = new Set([...told, ...onPlatform.flatMap(addressesOf)]);
    const crmUsers = this.rows('User');
    const active = crmUsers.filter(
      ({ IsActive, Email }) => IsActive === 1 && Email !== null && addresses.has(plain(Email)),
    );
    // Several active users of one address: nobody knows who of them asks.
    const crmStart = active.length === 1 ? [active[0].Id] : [];
    const platformStart = onPlatform.map(({ id }) => id);
    const [crm, platform] =
      level === 'own'
        ? [new Set<string>(crmStart), new Set<string>(platformStart)]
        : team === 'role'
          ? this.#byRole(crmStart, platformStart)
          : [
              below(
                crmStart,
                crmUsers.map(({ Id, ManagerId }) => [Id, ManagerId]),
              ),
              below(
                platformStart,
                this.#tables.users.map(({ id, managerId }) => [id, managerId]),
              ),
            ];
    return {
      ...{ crm, platform },
      addresses: new Set(
        this.#tables.users.filter(({ id }) => platform.has(id)).flatMap(addressesOf),
      ),
    };
  }

  /** Everybody whose role is below the person's, and the users of the platform with their addresses. */
  #byRole(crmStart: readonly string[], platformStart: readonly string[]) {
    const roles = this.rows('UserRole').map(({ Id, ParentRoleId }) => [Id, ParentRoleId] as const);
    const users = this.rows('User').filter(({ UserRoleId }) => UserRoleId);
    const own = users.filter(({ Id }) => crmStart.includes(Id)).map(({ UserRoleId }) => UserRoleId);
    const rolesBelow = below(own, roles).difference(new Set(own));
    const people = users.filter(({ UserRoleId }) => rolesBelow.has(UserRoleId));
    const crm = new Set<string>([...crmStart, ...people.map(({ Id }) => Id)]);
    const platform = new Set<string>(platformStart);
    const isAnybody = crmStart.length > 0 && platformStart.length > 0;
    for (const { Id, Email } of isAnybody ? users : [])
      if (crm.has(Id) && Email) {
        const found = this.#tables.users.filter((user) => addressesOf(user).includes(plain(Email)));
        const mains = found.filter((user) => plain(user.emailAddress) === plain(Email));
        const [one, ...others] = mains.length > 0 ? mains : found;
        if (one !== undefined && others.length === 0) platform.add(one.id);
      }
    return [crm, platform] as const;
  }

  visible(viewer: Viewer): Visible {
    const persons = this.persons(viewer);
    const { anchors, accountsAbove } = this.anchors(persons);
    const rows = this.#crmRows(persons.crm, anchors, accountsAbove);
    const calls = this.#calls(persons, anchors);
    const reviews = this.rows('answered_scorecard')
      .filter(({ call, reviewed }) => calls.has(call) && persons.platform.has(reviewed))
      .map(({ id }) => String(id));
    const sees = (object: string, id: string): boolean =>
      (ownerless as readonly string[]).includes(object) || (rows.get(object)?.has(id) ?? false);
    return { persons, anchors, accountsAbove, calls, reviews: new Set(reviews), rows, sees };
  }

  /** The same of people with these anchors, of which the CRM need not have all. */
  rowsBy(
    people: ReadonlySet<string>,
    anchors: ReadonlySet<string>,
    accountsAbove: ReadonlySet<string>,
  ): Visible['rows'] {
    return this.#crmRows(people, anchors, accountsAbove);
  }

  /** Accounts and deals that open what refers to them, and the accounts above. */
  anchors({ crm: people }: Persons) {
    const anchors = new Set<string>();
    const teams = (object: string, field: string): void => {
      for (const member of this.rows(object))
        if (member.IsDeleted !== 1 && people.has(member.UserId)) anchors.add(member[field]);
    };
    for (const { Id, OwnerId } of this.rows('Account')) if (people.has(OwnerId)) anchors.add(Id);
    teams('AccountTeamMember', 'AccountId');
    teams('OpportunityTeamMember', 'OpportunityId');
    const accountsAbove = new Set<string>();
    for (const { Id, OwnerId, AccountId } of this.rows('Opportunity')) {
      if (people.has(OwnerId) || anchors.has(AccountId)) anchors.add(Id);
      if (people.has(OwnerId) && AccountId !== null) accountsAbove.add(AccountId);
    }
    for (const object of ['Contact', 'Case'])
      for (const { OwnerId, AccountId } of this.rows(object))
        if (people.has(OwnerId) && AccountId !== null) accountsAbove.add(AccountId);
    return { anchors, accountsAbove };
  }

  #crmRows(
    people: ReadonlySet<string>,
    anchors: ReadonlySet<string>,
    accountsAbove: ReadonlySet<string>,
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const visible = new Map<string, Set<string>>();
    const open = (object: string, isVisible: (row: TruthRow) => boolean): void => {
      const ids = this.rows(object)
        .filter(isVisible)
        .map(({ Id }) => String(Id));
      visible.set(object, new Set(ids));
    };
    const isQueues = ({ OwnerId }: TruthRow): boolean => String(OwnerId ?? '').startsWith('00G');
    const isOwned = ({ OwnerId }: TruthRow): boolean => people.has(OwnerId);
    const refers = (row: TruthRow, fields: readonly string[]): boolean =>
      fields.some((field) => anchors.has(row[field]));
    open('Account', ({ Id }) => anchors.has(Id) || accountsAbove.has(Id));
    open('Opportunity', ({ Id }) => anchors.has(Id));
    open('Lead', isOwned);
    for (const [object, fields] of Object.entries(anchorReferences))
      open(object, (row) => !isQueues(row) && (isOwned(row) || refers(row, fields)));
    for (const object of ['AccountTeamMember', 'OpportunityTeamMember'])
      open(object, (row) => refers(row, ['AccountId', 'OpportunityId']));
    for (const { name, fields } of this.#tables.objects) {
      if (!name.endsWith('__c')) continue;
      const names = fields
        .filter(({ spec }) =>
          spec.reference?.to.some((target) => target === 'Account' || target === 'Opportunity'),
        )
        .map((field) => field.name);
      open(name, (row) => !isQueues(row) && (isOwned(row) || refers(row, names)));
    }
    open('CaseComment', ({ ParentId }) => visible.get('Case')!.has(ParentId));
    open(
      'CampaignMember',
      ({ ContactId, LeadId, AccountId }) =>
        visible.get('Contact')!.has(ContactId) ||
        visible.get('Lead')!.has(LeadId) ||
        anchors.has(AccountId),
    );
    const links = this.rows('ContentDocumentLink').filter(
      ({ LinkedEntityId, IsDeleted }) =>
        IsDeleted !== 1 && (anchors.has(LinkedEntityId) || people.has(LinkedEntityId)),
    );
    const documents = new Set(links.map(({ ContentDocumentId }) => ContentDocumentId));
    visible.set('ContentDocumentLink', new Set(links.map(({ Id }) => String(Id))));
    open('ContentDocument', ({ Id }) => documents.has(Id));
    open('ContentVersion', ({ ContentDocumentId }) => documents.has(ContentDocumentId));
    return visible;
  }

  #calls({ platform, addresses }: Persons, anchors: ReadonlySet<string>): ReadonlySet<string> {
    const calls = new Set<string>();
    // Nobody found on the platform: nothing of it is shown, linked or not.
    if (platform.size === 0) return calls;
    for (const { id, host, parties, context } of this.rows('call')) {
      const isThere = (JSON.parse(parties) as TruthRow[]).some(
        ({ userId, emailAddress }) =>
          platform.has(userId) || (emailAddress && addresses.has(plain(emailAddress))),
      );
      const isLinked = (JSON.parse(context) as [string, string][]).some(([, record]) =>
        anchors.has(record),
      );
      if (platform.has(host) || isThere || isLinked) calls.add(id);
    }
    return calls;
  }
}
