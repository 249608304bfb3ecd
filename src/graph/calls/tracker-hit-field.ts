/** Field of a tracker heard in a call: whether it listens for competitors or for objections. */

import { trackerHit } from '../../contract/calls/call-content.ts';
import { type TrackerKind, trackerKind } from '../../contract/calls/tracker-kind.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';

export function defineTrackerHit(graph: TypeRegistry): void {
  const { builder } = graph;
  const kind = builder.enumType('TrackerKind', {
    description: 'What a tracker listens for.',
    values: {
      COMPETITOR: { description: 'Competitors.' },
      OBJECTION: { description: 'Objections.' },
    } satisfies Record<TrackerKind, object>,
  });
  builder.objectField(partType(graph, trackerHit), 'kind', (t) =>
    t.field({
      type: kind,
      description:
        'Whether the tracker listens for competitors or objections; null for all others. By the names that the access file has under trackers of the tenant, else by the word in the name of the tracker.',
      resolve: ({ record: { name } }, _args, { namedTrackers = {} }) =>
        typeof name === 'string' ? trackerKind(name, namedTrackers) : null,
    }),
  );
}
