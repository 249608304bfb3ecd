/** lastCall: the newest call of a record or user, its match, and the coverage of the answer. */

import { listSize, times } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { neededParts } from '../../engine/plan/row-requirement.ts';
import type { Coverage, MatchedCall } from '../../participants/call-query.ts';
import type { Ref } from '../builder.ts';
import { callByIdCost, loadCall } from '../calls/call-loader.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { dateOfMs } from './coverage-type.ts';
import { matchesOf, type RelatedTypes } from './related-calls.ts';

interface LastCall {
  readonly lastCall: MatchedCall | null;
  readonly coverage: Coverage;
}

/** Cost of the match of the last call: its parties are fetched with the call. */
const lastCallMatchesCost: Cost = (fieldPlace) => {
  const parts = neededParts(fieldPlace.node, 'CallMatch');
  return times(parts.size === 0 ? fieldPlace.fanout : callByIdCost(fieldPlace), listSize);
};

export function createLastCall(
  { builder, calls }: TypeRegistry,
  related: RelatedTypes,
): Ref<LastCall> {
  return builder.objectRef<LastCall>('LastCall').implement({
    description: 'The newest call of what it is asked of, from the participant index.',
    fields: (t) => ({
      startedAt: t.field({
        type: 'DateTime',
        description: 'When it began; null where there is no call.',
        resolve: ({ lastCall }) => dateOfMs(lastCall?.startedAt ?? null),
      }),
      call: t.field({
        type: calls.call,
        description:
          'The call; null where there is none, or where the platform does not have it any more.',
        resolve: ({ lastCall }, _args, context, info) => {
          if (lastCall === null) return null;
          return loadCall(context, lastCall.callId, neededParts(nodeOf(info), 'Call'));
        },
      }),
      matches: t.field({
        type: [related.match],
        cost: lastCallMatchesCost,
        nullable: { list: false, items: false },
        description: 'Why it belongs to what it is asked of.',
        resolve: ({ lastCall }) => (lastCall === null ? [] : matchesOf(lastCall)),
      }),
      coverage: t.expose('coverage', {
        type: related.coverage,
        nullable: false,
        description: 'How complete the index is: outside it there may be a later call.',
      }),
    }),
  });
}
