/** The condition lastCall for one list: what it asks the participant index about each record, and when a record passes. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import type {
  Answered,
  CallFilter,
  Coverage,
  MatchedCall,
  Subject,
} from '../../participants/question.ts';
import type { GraphContext } from '../context.ts';
import type { RowTest } from '../crm/outer-condition.ts';
import { executeOptions } from '../execute-options.ts';
import { callFilterOf } from './call-filter-arg.ts';
import { candidates } from './last-call-candidate.ts';
import { subjectKinds } from './subject.ts';

/** As it stands in a filter; null is the same as absent. */
export interface LastCallFilter {
  readonly before?: Date | null;
  readonly after?: Date | null;
  readonly none?: boolean | null;
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly minDurationSeconds?: number | null;
  readonly viaContactRoles?: boolean | null;
}

/** The bounds of the last call; null where there is none. */
interface Bounds {
  readonly before: number | null;
  readonly after: number | null;
  readonly none: boolean | null;
}

/**
 * Null for a condition without content.
 * @param shown told how to find out how complete the answer is, with the connection it belongs to.
 * @throws UserInputError
 */
export function lastCallTest(
  context: GraphContext,
  object: CrmObject,
  given: LastCallFilter,
  shown: (connection: object, coverage: () => Promise<Coverage>) => void,
): RowTest | null {
  if (Object.values(given).every((value) => (value ?? null) === null)) return null;
  const bounds = boundsOf(given);
  const kind = subjectKinds.find((one) => one.object === object.name)!;
  const args = { viaContactRoles: given.viaContactRoles === true };
  const need = kind.need(context.model);
  const filter: CallFilter = { ...callFilterOf(context, given), from: lookBackTo(bounds) };
  let told: Coverage | null = null;
  const ask = async (
    subjects: readonly Subject[],
  ): Promise<readonly Answered<MatchedCall | null>[]> => {
    const asks = subjects.map((subject) => ({ subject, filter }));
    const { participants, tenant } = context;
    const answers = await participants.lastCalls(tenant, asks, executeOptions(context));
    told = answers[0]?.coverage ?? told;
    return answers;
  };
  return {
    text: `lastCall ${JSON.stringify([bounds, filter, args])}`,
    paths: need.fields,
    windows: need.windows(args),
    narrow: candidates(context, object, args, bounds.after, filter),
    async keep(rows) {
      const subjects = rows.map((row) => kind.subject(context, row, args));
      const answers = await ask(await Promise.all(subjects));
      return answers.map(({ value }) => passes(bounds, value));
    },
    shown(connection) {
      shown(connection, async () => {
        // A list without records has asked nothing; what nobody took part in is covered all the same.
        if (told === null) await ask([{}]);
        return told!;
      });
    },
  };
}

function boundsOf({ before, after, none }: LastCallFilter): Bounds {
  const bounds = {
    before: before?.getTime() ?? null,
    after: after?.getTime() ?? null,
    none: none ?? null,
  };
  if (bounds.before === null && bounds.after === null && bounds.none === null) {
    throw new UserInputError('Expected "before", "after" or "none" in lastCall, got none of them.');
  }
  if (bounds.after !== null && bounds.none === true) {
    throw new UserInputError(
      'Expected "after" or "none: true" in lastCall, got both: no record fits.',
    );
  }
  if (bounds.after !== null && bounds.before !== null && bounds.after >= bounds.before) {
    throw new UserInputError('Expected "after" to lie before "before" in lastCall.');
  }
  return bounds;
}

/** How far back calls matter: with a bound and nothing else, earlier ones need not be known. */
function lookBackTo({ before, after, none }: Bounds): number | null {
  if (after !== null) return after;
  return none === null ? before : null;
}

function passes({ before, after, none }: Bounds, last: MatchedCall | null): boolean {
  if (last === null) return after === null && none !== false;
  return none !== true && (before === null || last.startedAt < before);
}
