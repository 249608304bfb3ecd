/** The condition callCount in the filters of CRM lists: records by how many calls they had in a time, as the participant index knows it. */

import type { InputRef } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import type { Coverage, IndexFilter, Subject } from '../../participants/question.ts';
import type { Builder } from '../builder.ts';
import { directionWords, scopeWords } from '../calls/call-filter.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import type { OuterCondition, RowTest } from '../crm/outer-condition.ts';
import {
  duringDescription,
  type PeriodBounds,
  periodBounds,
  type RelativePeriodInput,
} from '../relative-date.ts';
import { type AboutInput, aboutFilter, type CallAbout } from './about.ts';
import { callConditionCost, told } from './last-call-filter.ts';
import { candidates } from './last-call-test.ts';
import { plainFilterOf } from './question.ts';
import { subjectKinds } from './subject.ts';

interface CallCountFilter extends PeriodBounds {
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly minDurationSeconds?: number | null;
  readonly about?: CallAbout | null;
}

const description =
  'By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list\'s `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent.';

export function callCountCondition(
  builder: Builder,
  during: RelativePeriodInput,
  about: AboutInput,
): OuterCondition {
  const input = builder.inputRef<CallCountFilter>('CallCountFilter').implement({
    description:
      'A condition on the number of calls. Evaluated by Switchboard from the participant index.',
    fields: (t) => ({
      atLeast: t.int({ description: 'So many, or more.' }),
      atMost: t.int({ description: 'So many, or fewer; 0 for none.' }),
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
    }),
  });
  return {
    name: 'callCount',
    description,
    inputs: new Map(
      subjectKinds.map(({ object }) => [object, input as InputRef<unknown>] as const),
    ),
    cost: (place, object, given, at) => {
      const { from, to, during: period, about: said } = given as CallCountFilter;
      const bounds: PeriodBounds = { from: from ?? null, to: to ?? null, during: period ?? null };
      callConditionCost(place, object, at, bounds, said ? 'contents' : 'people');
    },
    test: (context, object, given) => callCountTest(context, object, given as CallCountFilter),
  };
}

/** @throws UserInputError for a condition that says nothing of the number. */
function callCountTest(context: GraphContext, object: CrmObject, given: CallCountFilter): RowTest {
  const { atLeast = null, atMost = null, about } = given;
  if (atLeast === null && atMost === null)
    throw new UserInputError('Expected "atLeast" or "atMost" in callCount, got neither.');
  if (atLeast !== null && atMost !== null && atLeast > atMost)
    throw new UserInputError('Expected "atLeast" up to "atMost" in callCount, got more.');
  const kind = subjectKinds.find((one) => one.object === object.name)!;
  const need = kind.need(context.model);
  const { from } = periodBounds(context, given);
  const plain = plainFilterOf(context, given);
  const filterOf = async (): Promise<IndexFilter> => ({
    ...plain,
    ...(await aboutFilter(context, about, plain.from)),
  });
  let coverage: Coverage | null = null;
  const count = async (subjects: readonly Subject[]): Promise<readonly number[]> => {
    const filter = await filterOf();
    const asks = subjects.map((subject) => ({ subject, filter }));
    const { participants, tenant } = context;
    const answers = await participants.countCalls(tenant, asks, executeOptions(context));
    coverage = answers[0]?.coverage ?? coverage;
    return answers.map(({ value }) => value);
  };
  const isNone = atLeast === null || atLeast <= 0;
  const since = isNone ? null : (from?.getTime() ?? null);
  return {
    // As given: what a relative period comes to changes between two pages.
    text: `callCount ${filterText({ ...given, includePrivate: plain.includePrivate })}`,
    paths: need.fields,
    windows: need.windows({}),
    narrow: candidates(context, object, { viaContactRoles: false }, since, plain),
    async keep(rows) {
      const subjects = await Promise.all(rows.map((row) => kind.subject(context, row, {})));
      const counts = await count(subjects);
      return counts.map((calls) => calls >= (atLeast ?? 0) && calls <= (atMost ?? Infinity));
    },
    shown(connection) {
      told(connection, async () => {
        if (coverage === null) await count([{}]);
        return coverage!;
      });
    },
  };
}
