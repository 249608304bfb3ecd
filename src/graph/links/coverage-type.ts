/** Type `Coverage`: how far an answer of the participant index can be trusted. */

import { memoizeByRequest } from '../../engine/memoize.ts';
import { prefetched } from '../../engine/plan/field-cost.ts';
import type { Coverage } from '../../participants/call-query.ts';
import type { Builder, Ref } from '../builder.ts';

/** Null where nothing is covered, and for viewers who see some of the calls. */
export const pendingIn = ({ completeFrom, pending = 0 }: Coverage): number | null =>
  completeFrom === null ? null : pending;

const lastErrorOf = memoizeByRequest(({ participants, tenant }) => participants.lastError(tenant));

export const createCoverage = (builder: Builder): Ref<Coverage> =>
  builder.objectRef<Coverage>('Coverage').implement({
    description:
      'How far an answer of the participant index can be trusted: calls that started from completeFrom to completeTo are all there. All null: nothing asked for is covered yet.',
    fields: (t) => ({
      completeFrom: t.field({
        type: 'DateTime',
        description: 'Complete from this start on.',
        resolve: (row) => dateOfMs(row.completeFrom),
      }),
      completeTo: t.field({
        type: 'DateTime',
        description: 'Complete before this start.',
        resolve: (row) => dateOfMs(row.completeTo),
      }),
      syncedAt: t.field({
        type: 'DateTime',
        description: 'When the newest part was last compared with the platform.',
        resolve: (row) => dateOfMs(row.syncedAt),
      }),
      reconciledAt: t.field({
        type: 'DateTime',
        description:
          'When the part compared longest ago was compared: later deletions may not be known.',
        resolve: (row) => dateOfMs(row.reconciledAt),
      }),
      pending: t.int({
        description:
          'Calls of the time asked for, at least so many, that the platform announced within the last 24 hours and has not handed out: it is still analysing them. They are not in the answer yet, and are looked for again every hour. Null where nothing is covered, and for viewers who see some of the calls.',
        resolve: pendingIn,
      }),
      unread: t.int({
        description:
          'With "said" in the conditions: calls of the time asked for, at least so many, whose transcripts the index has yet to read, so that they are not in the answer, whatever was said. 0 without it. Null where nothing is covered, and for viewers who see some of the calls.',
        resolve: ({ completeFrom, unread = 0 }) => (completeFrom === null ? null : unread),
      }),
      lastError: t.field({
        type: 'String',
        cost: prefetched,
        description:
          'Code of the error of the last try to read from the platform: why calls, or the newest of them, are not covered. INDEX_FULL: what was read could not be stored, since the disk of the index is full; INDEX_UNAVAILABLE: nor could it for another reason. Null when it went well.',
        resolve: (_row, _args, context) => lastErrorOf(context),
      }),
    }),
  });

/**
 * Epoch milliseconds as a DateTime.
 * @example dateOfMs(0) // → new Date('1970-01-01T00:00:00Z')
 */
export const dateOfMs = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
