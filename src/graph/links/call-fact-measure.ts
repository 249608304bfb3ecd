/** Measures records by a fact of their own calls, or by its ratio to that of other calls of theirs. */

import { memberAt } from '../../contract/member-at.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { UserInputError } from '../../errors.ts';
import type { Coverage, OwnCallsQuery } from '../../participants/call-query.ts';
import { commonCoverage } from '../../participants/coverage.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { aboutCost } from './call-content-filter.ts';
import {
  type CallFact,
  type CallFactsInput,
  factOf,
  factQuestion,
  factsOf,
  queryOf,
} from './call-fact.ts';
import { indexCost } from './index-query.ts';

/** Which fact, of which of the calls. */
export interface FactArgs {
  readonly fact: CallFact;
  readonly of?: CallFactsInput | null;
  /** Calls whose fact the one of `of` is divided by. */
  readonly over?: CallFactsInput | null;
}

export const overWords =
  'Divides by the same fact of these calls, such as those of the period before: a record where that is 0 or lacking lacks the ratio.';

interface MeasuredFact {
  /** Null for a record without it. */
  readonly value: number | null;
  /** How many calls of `of` there were. */
  readonly calls: number;
  /** False where calls that count may begin before those that the index knows. */
  readonly isComplete: boolean;
}

interface MeasuredFacts {
  /** One for each record. */
  readonly facts: readonly MeasuredFact[];
  readonly coverage: Coverage;
}

/** Asked where there is no record: what the index covers is told nevertheless. */
const nobodys: OwnCallsQuery = {
  recordId: '',
  from: null,
  to: 0,
  look: { choice: {}, heard: [], people: false, talk: false, length: false, unaddressed: false },
  filter: {},
};

/** @returns the measurement of so many records at once. @throws UserInputError */
export async function factMeasure(
  context: GraphContext,
  { fact: name, of, over }: FactArgs,
): Promise<(rows: readonly CrmRow[]) => Promise<MeasuredFacts>> {
  const fact = factOf(name);
  const inputs = [of ?? {}, ...(over == null ? [] : [over])];
  if (name === 'HEARD' && inputs.some(({ heard }) => heard == null))
    throw new UserInputError(
      `Expected "heard" in \`of\`${over == null ? '' : ' and `over`'} with the fact HEARD, got none.`,
    );
  const looked = new Set([fact.column]);
  const questions = await Promise.all(inputs.map((input) => factQuestion(context, input, looked)));
  return async (rows) => {
    const asked = questions.flatMap((question) =>
      rows.map((row) => ({ question, bounded: queryOf(context, row, question) })),
    );
    const { participants, tenant } = context;
    const queries = asked.map(({ bounded }) => bounded.query);
    const answers = await participants.ownCalls(
      tenant,
      queries.length === 0 ? [nobodys] : queries,
      executeOptions(context),
    );
    const all = asked.map(({ question, bounded }, at) => {
      const { value, coverage } = memberAt(answers, at);
      return factsOf(bounded, value, coverage, question);
    });
    return {
      coverage: commonCoverage([...new Set(answers.map(({ coverage }) => coverage))]),
      facts: rows.map((_row, at) => {
        const facts = memberAt(all, at);
        const value = fact.measure(facts);
        if (over == null) return { value, calls: facts.calls, isComplete: facts.isComplete };
        const base = memberAt(all, rows.length + at);
        return {
          value: ratioOf(value, fact.measure(base)),
          calls: facts.calls,
          isComplete: facts.isComplete && base.isComplete,
        };
      }),
    };
  };
}

const ratioOf = (value: number | null, base: number | null): number | null =>
  value === null || base === null || base === 0 ? null : value / base;

/** What it costs besides the records. @param name of the argument, where a field has several */
export function factCost(
  fieldPlace: FieldPlace,
  read: (args: Readonly<Record<string, unknown>>) => Partial<FactArgs>,
  name = '',
): void {
  indexCost(fieldPlace, 'ownCalls', { conditions: [] });
  aboutCost(fieldPlace, (args) => read(args).of?.heard, `${name}heard`);
  aboutCost(fieldPlace, (args) => read(args).over?.heard, `${name}heard over`);
}
