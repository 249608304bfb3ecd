/** Whom or what of the graph the participant index can be asked about, and by which keys it finds them. */

import { childPage } from '../../paging/keyset-walk.ts';
import type { Subject } from '../../participants/question.ts';
import type { CrmModel } from '../../records/crm/model.ts';
import type { Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import type { CrmNeed } from '../crm/plan.ts';
import { type ChildWindow, loadRecord, windowKey } from '../crm/record-loader.ts';
import type { CrmRow } from '../crm/row.ts';

/** An object whose records have calls: what of a record its keys are made of. */
export interface SubjectKind {
  readonly object: string;
  readonly description: string;
  /** What a query of the records has to bring along. */
  readonly need: (model: CrmModel) => CrmNeed;
  readonly subject: (
    context: GraphContext,
    row: CrmRow,
    args: Readonly<Record<string, unknown>>,
  ) => Subject | Promise<Subject>;
}

/** Children looked at for their addresses: as many as one child subquery may bring. */
const maxPeople = 2_000;

function peopleWindow(
  model: CrmModel,
  object: string,
  relationship: string,
  path: string,
): ChildWindow {
  const child = model.child(object, relationship);
  if (child === undefined)
    throw new Error(`The model has no relationship ${object}.${relationship}.`);
  return {
    child,
    paths: new Set([path]),
    where: { op: 'ne', path, value: null },
    orderBy: [{ path: 'Id', direction: 'asc' }],
    limit: maxPeople,
    asSet: true,
  };
}

const accountPeople = (model: CrmModel) => peopleWindow(model, 'Account', 'Contacts', 'Email');
const dealPeople = (model: CrmModel) =>
  peopleWindow(model, 'Opportunity', 'OpportunityContactRoles', 'Contact.Email');

const byAddress = (object: string, description: string): SubjectKind => ({
  object,
  description,
  need: () => ({ kind: 'fields', fields: ['Email'] }),
  subject: (_context, row) => ({ emails: [text(row.values.Email)], crmIds: [row.id] }),
});

export const subjectKinds: readonly SubjectKind[] = [
  byAddress(
    'Contact',
    'Calls in which this person took part: by e-mail address, or linked by the platform.',
  ),
  byAddress(
    'Lead',
    'Calls in which this person took part: by e-mail address, or linked by the platform.',
  ),
  {
    object: 'Account',
    description:
      'Calls with this account: those its contacts took part in, by e-mail address, and those the platform linked to it.',
    need: (model) => ({ kind: 'windows', fields: [], windows: () => [accountPeople(model)] }),
    subject: async (context, row) => ({
      crmIds: [row.id],
      emails: await people(context, row, accountPeople(context.model), ['Email']),
    }),
  },
  {
    object: 'Opportunity',
    description:
      'Calls about this deal: those the platform linked to it and, on request, those in which its contact roles took part.',
    need: (model) => ({
      kind: 'windows',
      fields: [],
      windows: (args) => (args.viaContactRoles === true ? [dealPeople(model)] : []),
    }),
    subject: async (context, row, args) => ({
      crmIds: [row.id],
      emails:
        args.viaContactRoles === true
          ? await people(context, row, dealPeople(context.model), ['Contact', 'Email'])
          : [],
    }),
  },
];

/** Addresses of a record's people: brought along by its query, or by one query for all records of the wave. */
async function people(
  context: GraphContext,
  row: CrmRow,
  window: ChildWindow,
  path: readonly string[],
): Promise<string[]> {
  const key = windowKey(window);
  const brought = row.values[key];
  const value =
    brought === undefined
      ? (await loadRecord(context, row.object, row.id, new Set(), [window]))?.values[key]
      : brought;
  return childPage(value).rows.flatMap((child) => text(at(child, path)) ?? []);
}

function at(row: Row, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Row)[name];
  }
  return value;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
