/** Types of facts of own calls: the field `callFacts` of deals and accounts, and figures over them by such a fact. */

import type { Cost } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { selectedOn } from '../../engine/plan/row-requirement.ts';
import { UserInputError } from '../../errors.ts';
import { filterText } from '../../fetch/cursor.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Coverage } from '../../participants/call-query.ts';
import type { Ref } from '../builder.ts';
import { type Filter, splitFilter } from '../crm/post-filter.ts';
import { reads } from '../crm/record-plan.ts';
import { statementsOf } from '../crm/split-cost.ts';
import { crmType } from '../crm/type-reference.ts';
import { mostWholePages } from '../crm/whole-list.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  type CallFactsInput,
  callFacts,
  factPaths,
  factQuestion,
  factsOf,
  queryOf,
  type RecordFacts,
} from './call-fact.ts';
import { type FactFigureArgs, factFigures, usualBuckets } from './call-fact-figure.ts';
import { createFigures, createGroupField } from './call-fact-figure-type.ts';
import { factCost, overWords } from './call-fact-measure.ts';
import { dateOfMs } from './coverage-type.ts';
import { indexLoaders, reportUncovered } from './index-query.ts';
import type { LinkInputs } from './shared-type.ts';

const subjects = ['Opportunity', 'Account'] as const;

const ownCalls = 'own calls, those that the platform linked to it';

const columnCost: Cost = (fieldPlace) => {
  factCost(fieldPlace, (args) => args);
  return fieldPlace.fanout;
};

export function defineCallFacts(
  graph: TypeRegistry,
  inputs: LinkInputs,
  coverage: Ref<Coverage>,
): void {
  const { builder, crm, model } = graph;
  const { of, fact } = inputs.facts;
  const facts = createFacts(graph, coverage);
  for (const name of subjects)
    builder.objectField(crmType(crm, name).row, 'callFacts', (t) =>
      t.field({
        type: facts,
        cost: columnCost,
        description: `Facts of its ${ownCalls}.`,
        args: {
          of: t.arg({ type: of, description: 'Which of its own calls. Default: all of them.' }),
        },
        ...reads(...factPaths(name)),
        resolve: async (row, args, context, info) => {
          const node = nodeOf(info);
          const names = node.memo(
            'facts',
            () => new Set(selectedOn(node, 'CallFacts').map(({ field }) => field.name)),
          );
          const question = await factQuestion(context, (args.of ?? {}) as CallFactsInput, names);
          const bounded = queryOf(context, row, question);
          const { value, coverage } = await indexLoaders(context).ownCalls.load(bounded.query);
          reportUncovered(context, info, { from: bounded.query.from }, coverage);
          return factsOf(bounded, value, coverage, question);
        },
      }),
    );
  const field = createGroupField(graph);
  const figures = createFigures(graph, field, coverage);
  const names = new Set(inputs.outer.map(({ name }) => name));
  for (const name of subjects) {
    const object = model.declaredObject(name);
    const records = name === 'Opportunity' ? 'deals' : 'accounts';
    builder.queryField(`${name.toLowerCase()}CallFacts`, (t) =>
      t.field({
        type: figures,
        cost: (fieldPlace) => {
          factCost(fieldPlace, (args) => args);
          const listed = fieldPlace.given('records', ({ filter, groupBy }) =>
            filterText({ filter, groupBy }),
          );
          const calls = mostWholePages * statementsOf(fieldPlace, object);
          fieldPlace.estimate.once('crm', `facts of ${name} ${listed}`, calls);
          return fieldPlace.fanout;
        },
        description: `How many ${records} there are by a fact of their ${ownCalls}, and what it comes to. Evaluated by Switchboard: all ${records} of the filter are read, a call for each 2,000 of them, up to ${2_000 * mostWholePages}, and their calls are looked up in the participant index.`,
        args: {
          filter: t.arg({
            type: getOrThrow(inputs.filters, name),
            description: `Which ${records}; evaluated by the CRM, so without lastCall, callCount and callFact.`,
          }),
          of: t.arg({ type: of, description: 'Which of their own calls. Default: all of them.' }),
          over: t.arg({ type: of, description: overWords }),
          fact: t.arg({ type: fact, required: true, description: 'What is measured.' }),
          groupBy: t.arg({
            type: [field],
            description: 'What the groups have in common. One group of all without it.',
          }),
          buckets: t.arg.floatList({
            description: `Where the buckets of FACT begin, ascending; ${usualBuckets.join(', ')} unless given. A value below the first has a bucket of its own.`,
          }),
        },
        resolve: (_root, args, context, info) => {
          const figureArgs = args as FactFigureArgs;
          const split = splitFilter(
            model,
            object,
            figureArgs.filter as Filter | null | undefined,
            names,
          );
          if (split.outer.length > 0)
            throw new UserInputError('Expected a filter without lastCall, callCount and callFact.');
          return factFigures(context, info, object, figureArgs);
        },
      }),
    );
  }
}

function createFacts({ builder }: TypeRegistry, coverage: Ref<Coverage>): Ref<RecordFacts> {
  return builder.objectRef<RecordFacts>('CallFacts').implement({
    description:
      'Facts of the own calls of a deal or an account. Private calls count only for viewers who may read them.',
    fields: (t) => ({
      ...Object.fromEntries(
        Object.values(callFacts).map(({ column, description, isWhole, measure }) => [
          column,
          isWhole
            ? t.int({ description, resolve: measure })
            : t.float({ description, resolve: measure }),
        ]),
      ),
      firstAt: t.field({
        type: 'DateTime',
        description: 'When the first of the calls began; null without one.',
        resolve: ({ firstAt }) => dateOfMs(firstAt),
      }),
      lastAt: t.field({
        type: 'DateTime',
        description: 'When the last of the calls began; null without one.',
        resolve: ({ lastAt }) => dateOfMs(lastAt),
      }),
      until: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'The bound: calls before this instant count.',
        resolve: ({ bound }) => new Date(bound),
      }),
      isComplete: t.exposeBoolean('isComplete', {
        nullable: false,
        description:
          'False where calls that count may have begun before `coverage.completeFrom`: where `withinDays` begins before it, or without that a deal was created before it or within two weeks after it, since calls are linked to it as late as that. Of an account without `withinDays` nobody knows since when.',
      }),
      coverage: t.expose('coverage', {
        type: coverage,
        nullable: false,
        description: 'How complete the index is.',
      }),
    }),
  });
}
