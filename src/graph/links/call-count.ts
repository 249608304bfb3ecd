/** Call counts of a list's records from the participant index, and their arguments. */

import type { InputFieldBuilder } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import type { Coverage, IndexFilter, ParticipantKeys } from '../../participants/call-query.ts';
import type { Types } from '../builder.ts';
import { directionWords, scopeWords } from '../calls/call-filter.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import type { ChildWindow } from '../crm/child-window.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import {
  duringDescription,
  type PeriodBounds,
  type RelativePeriodInput,
} from '../relative-date.ts';
import { aboutFilter } from './about-filter.ts';
import type { AboutInput, CallAbout } from './about-input.ts';
import { plainFilterOf, viaContactRolesWords } from './index-filter.ts';
import { subjectKinds } from './participant-key.ts';

/** Filter of the counted calls; null is the same as absent. */
export interface CountedCalls extends PeriodBounds {
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly minDurationSeconds?: number | null;
  readonly about?: CallAbout | null;
  readonly viaContactRoles?: boolean | null;
}

export const countedCallsFields = (
  t: InputFieldBuilder<Types, 'InputObject'>,
  during: RelativePeriodInput,
  about: AboutInput,
) => ({
  from: t.field({ type: 'DateTime', description: 'Started at this instant or later.' }),
  to: t.field({ type: 'DateTime', description: 'Started before this instant.' }),
  during: t.field({ type: during, description: duringDescription }),
  direction: t.stringList({ description: `Only such calls count. ${directionWords}` }),
  scope: t.stringList({ description: `Only such calls count. ${scopeWords}` }),
  minDurationSeconds: t.int({ description: 'Only calls at least this long count.' }),
  about: t.field({
    type: about,
    description: 'Only calls in which this was said, or which were linked to this, count.',
  }),
  viaContactRoles: t.boolean({ description: `Of deals alone. ${viaContactRolesWords}` }),
});

interface CallCounts {
  /** Filter without the content condition. */
  readonly plain: IndexFilter;
  /** Text of the arguments as given: a relative period may resolve differently at the next page. */
  readonly text: string;
  readonly paths: readonly string[];
  readonly windows: readonly ChildWindow[];
  readonly count: (rows: readonly CrmRow[]) => Promise<readonly number[]>;
  /** Coverage of the counts; for a list without records, that of an empty query. */
  readonly coverage: () => Promise<Coverage>;
}

/** @throws UserInputError for what contradicts itself. */
export function callCounts(
  context: GraphContext,
  object: CrmObject,
  given: CountedCalls,
): CallCounts {
  if (given.viaContactRoles === true && object.name !== 'Opportunity')
    throw new UserInputError('Expected "viaContactRoles" in callCount of deals alone.');
  const kind = subjectKinds.find((one) => one.object === object.name)!;
  const people = { viaContactRoles: given.viaContactRoles === true };
  const need = kind.need(context.model);
  const plain = plainFilterOf(context, given);
  let coverage: Coverage | null = null;
  const counted = async (subjects: readonly ParticipantKeys[]): Promise<readonly number[]> => {
    const filter = { ...plain, ...(await aboutFilter(context, given.about, plain.from)) };
    const queries = subjects.map((subject) => ({ subject, filter }));
    const { participants, tenant } = context;
    const answers = await participants.countCalls(tenant, queries, executeOptions(context));
    coverage = answers[0]?.coverage ?? coverage;
    return answers.map(({ value }) => value);
  };
  return {
    plain,
    text: `callCount ${filterText({ ...given, includePrivate: plain.includePrivate })}`,
    paths: need.fields,
    windows: need.windows(people),
    async count(rows) {
      return counted(await Promise.all(rows.map((row) => kind.subject(context, row, people))));
    },
    async coverage() {
      if (coverage === null) await counted([{}]);
      return coverage!;
    },
  };
}
