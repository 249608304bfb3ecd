/** The library folders and calls of a workspace; its trackers and scorecards: see setting-query.ts. */

import { metaPart } from '../../contract/calls/call.ts';
import { Wave } from '../../fetch/wave.ts';
import { forwardArgs } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import type { Graph } from '../graph.ts';
import { reported } from '../incomplete.ts';
import { keptWith } from '../kept-with.ts';
import { connectionSelection, neededByRows } from '../needs.ts';
import { listOfEach } from '../plan/cost.ts';
import { nodeOf } from '../plan/info.ts';
import { callListCost, listCalls } from './call-list.ts';
import { listFolders } from './library.ts';

const waves = keptWith((_context: GraphContext) => new Wave());

export function defineWorkspace({ builder, calls }: Graph): void {
  builder.objectFields(calls.workspace, (t) => ({
    libraryFolders: t.field({
      type: calls.libraryFolderConnection,
      cost: listOfEach,
      description: 'The folders of its library.',
      args: {
        ...t.arg.connectionArgs(),
        topLevel: t.arg.boolean({
          description: 'Only folders that lie in no other. Default: all folders.',
        }),
      },
      resolve: (row, { topLevel, ...args }, context, info) =>
        listFolders(context, info, row.id, args, topLevel === true ? { parentId: null } : {}),
    }),
    calls: t.field({
      type: calls.callConnection,
      cost: callListCost,
      description: 'Its calls by their scheduled time, earliest first.',
      args: {
        ...forwardArgs(t.arg),
        from: t.arg({ type: 'DateTime', description: 'From this instant on.' }),
        to: t.arg({ type: 'DateTime', description: 'Before this instant.' }),
      },
      resolve: (row, { from, to, ...args }, context, info) => {
        const selection = connectionSelection(nodeOf(info));
        const parts = new Set(neededByRows(nodeOf(info), 'Call')).add(metaPart);
        const instant = (given: Date | string | null | undefined): Date | null =>
          given === null || given === undefined ? null : new Date(given);
        // A list for each workspace; what hangs on their calls is asked for together.
        return waves(context).run(async () => {
          const filter = { workspace: row.id, from: instant(from), to: instant(to) };
          const more = selection.fields.has('pageInfo');
          return reported(context, info, await listCalls(context, { args, filter, parts, more }));
        });
      },
    }),
  }));
}
