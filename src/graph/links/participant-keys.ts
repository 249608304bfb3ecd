/** Whom or what of the graph the participant index can be asked about, and by which keys it finds them. */

import type { CrmModel } from '../../contract/crm/model.ts';
import { textOf } from '../../contract/wire/value.ts';
import type { Subject } from '../../participants/question.ts';
import type { GraphContext } from '../context.ts';
import type { ChildWindow } from '../crm/child-window.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import type { CrmRequirement } from '../crm/record-plan.ts';
import { addressesOf, peopleWindow } from './record-people.ts';

export type SubjectArgs = Readonly<Record<string, unknown>>;

/** An object whose records have calls: what of a record its keys are made of. */
interface SubjectKind {
  readonly object: string;
  readonly description: string;
  /** What a query of the records has to bring along. */
  readonly need: (model: CrmModel) => Extract<CrmRequirement, { kind: 'windows' }>;
  readonly subject: (
    context: GraphContext,
    row: CrmRow,
    args: SubjectArgs,
  ) => Subject | Promise<Subject>;
}

const byAddress = (object: string, description: string): SubjectKind => ({
  object,
  description,
  need: (model) => ({
    kind: 'windows',
    fields: model.object(object)!.addresses,
    windows: () => [],
  }),
  subject: (_context, row) => ({
    emails: row.object.addresses.map((name) => textOf(fieldOf(row, name))),
    crmIds: [row.id],
  }),
});

const byPeople = (
  object: string,
  description: string,
  peopleOf: (model: CrmModel, args: SubjectArgs) => ChildWindow | null,
): SubjectKind => ({
  object,
  description,
  need: (model) => ({
    kind: 'windows',
    fields: [],
    windows: (args) => {
      const window = peopleOf(model, args);
      return window === null ? [] : [window];
    },
  }),
  async subject(context, row, args) {
    const window = peopleOf(context.model, args);
    const emails = window === null ? [] : await addressesOf(context, row, window);
    return { crmIds: [row.id], emails };
  },
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
  byPeople(
    'Account',
    'Calls with this account: those its contacts took part in, by e-mail address, and those the platform linked to it.',
    (model) => peopleWindow(model, 'Account', 'Contacts'),
  ),
  byPeople(
    'Opportunity',
    'Calls about this deal: those the platform linked to it and, on request, those in which its contact roles took part, by e-mail address.',
    (model, args) =>
      args.viaContactRoles === true
        ? peopleWindow(model, 'Opportunity', 'OpportunityContactRoles', 'Contact.')
        : null,
  ),
];
