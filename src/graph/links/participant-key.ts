/** Participant keys of the graph's objects: the addresses and ids by which the participant index finds the calls of each. */

import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { Answered, Coverage, ParticipantKeys } from '../../participants/call-query.ts';
import { commonCoverage } from '../../participants/coverage.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import type { CrmRequirement } from '../crm/record-plan.ts';
import { readAddresses } from './hidden-address.ts';
import { keysOfPeople, type People, peopleOf } from './record-people.ts';

export type SubjectArgs = Readonly<Record<string, unknown>>;

/** An object whose records have calls: what of a record its keys are made of. */
interface SubjectKind {
  readonly object: string;
  readonly description: string;
  /** Requirement: the fields and windows that the records' query must fetch. */
  readonly requirement: (model: CrmModel) => Extract<CrmRequirement, { kind: 'windows' }>;
  readonly subject: (
    context: GraphContext,
    row: CrmRow,
    args: SubjectArgs,
  ) => ParticipantKeys | Promise<ParticipantKeys>;
}

const byAddress = (object: string, description: string): SubjectKind => ({
  object,
  description,
  requirement: (model) => ({
    kind: 'windows',
    fields: model.declaredObject(object).addresses,
    windows: () => [],
  }),
  subject: (_context, row) => ({
    emails: readAddresses(() => row.object.addresses.map((name) => textOf(fieldOf(row, name)))),
    crmIds: [row.id],
  }),
});

const byPeople = (
  object: string,
  description: string,
  peopleIn: (model: CrmModel, args: SubjectArgs) => People | null,
): SubjectKind => ({
  object,
  description,
  requirement: (model) => ({
    kind: 'windows',
    fields: [],
    windows: (args) => {
      const people = peopleIn(model, args);
      return people === null ? [] : [people.window];
    },
  }),
  async subject(context, row, args) {
    const people = peopleIn(context.model, args);
    if (people === null) return { crmIds: [row.id] };
    const { crmIds, emails } = await keysOfPeople(context, row, people);
    return { crmIds: [row.id, ...crmIds], emails };
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
    'Calls with this account: those the platform linked to it, and those of its contacts.',
    (model) => peopleOf(model, 'Account', 'Contacts'),
  ),
  byPeople(
    'Opportunity',
    'Calls about this deal: those the platform linked to it and, on request, those of the people of its contact roles.',
    (model, args) =>
      args.viaContactRoles === true
        ? peopleOf(model, 'Opportunity', 'OpportunityContactRoles', 'Contact.')
        : null,
  ),
];

/** Index queries about the records of one list, and the coverage of their answers. */
export function listQuery<Value>(
  context: GraphContext,
  object: CrmObject,
  args: SubjectArgs,
  query: (subjects: readonly ParticipantKeys[]) => Promise<readonly Answered<Value>[]>,
) {
  const kind = subjectKinds.find((candidate) => candidate.object === object.name)!;
  const requirement = kind.requirement(context.model);
  // A list is read in stretches, and the index may have got to know more in between.
  const coverages = new Set<Coverage>();
  const noted = <T>({ value, coverage }: Answered<T>): T => {
    coverages.add(coverage);
    return value;
  };
  const ask = async (subjects: readonly ParticipantKeys[]): Promise<readonly Value[]> =>
    (await query(subjects)).map(noted);
  return {
    /** Fields and children that a record has to bring along. */
    paths: requirement.fields,
    windows: requirement.windows(args),
    ask: async (rows: readonly CrmRow[]) =>
      ask(await Promise.all(rows.map((row) => kind.subject(context, row, args)))),
    /** Value of an answer that the list depends on. */
    noted,
    /** What all answers that the list depends on cover; of a list that depends on none, that of an empty query. */
    async coverage(): Promise<Coverage> {
      if (coverages.size === 0) await ask([{}]);
      return commonCoverage([...coverages]);
    },
  };
}
