/** How objects that come with a list, or under another object, are found again by their global id. */

import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import { scorecard } from '../../contract/calls/scorecard.ts';
import { tracker } from '../../contract/calls/tracker.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import { UserInputError } from '../../errors.ts';
import type { GraphContext } from '../context.ts';
import { platformId } from '../key.ts';
import { neededParts } from '../needs.ts';
import { type Cost, oneOfEach, wholeObject } from '../plan/cost.ts';
import { nodeOf } from '../plan/info.ts';
import { loadReview, reviewByCallCost } from './answered-scorecard-loader.ts';
import { callByIdCost, loadCall } from './call-loader.ts';
import { loadFolder } from './library.ts';
import { loadSetting, type Setting } from './setting.ts';
import { loadUser, userByIdCost } from './user-loader.ts';

type Load = (id: string, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** How an object is found by its decoded id, and what that costs. */
export interface NodeSource {
  readonly load: Load;
  readonly cost: Cost;
}

const setting = (type: Setting): readonly [string, NodeSource] => [
  type.name,
  {
    load: (id, context) => loadSetting(context, type, platformId(id)),
    cost: wholeObject(type.name),
  },
];

/** By type name. */
export const callNodeSources: ReadonlyMap<string, NodeSource> = new Map<string, NodeSource>([
  [
    'Call',
    {
      load(id, context, info) {
        const parts = new Set(neededParts(nodeOf(info), 'Call'));
        // Existence is part of the question: a node nobody has is null.
        return loadCall(context, platformId(id), parts.add(metaPart));
      },
      cost: callByIdCost,
    },
  ],
  ['User', { load: (id, context) => loadUser(context, platformId(id)), cost: userByIdCost }],
  setting(workspace),
  setting(tracker),
  setting(scorecard),
  [
    'LibraryFolder',
    { load: async (pair, context) => loadFolder(context, ...idPair(pair)), cost: oneOfEach },
  ],
  [
    'AnsweredScorecard',
    { load: async (pair, context) => loadReview(context, ...idPair(pair)), cost: reviewByCallCost },
  ],
]);

/** The two platform ids of an object that needs both to be found. @throws UserInputError */
function idPair(pair: string): readonly [string, string] {
  const [outer, inner, ...rest] = pair.split('/');
  if (outer === undefined || inner === undefined || rest.length > 0) {
    throw new UserInputError('Expected a global id as this graph hands them out, got another id.');
  }
  return [platformId(outer), platformId(inner)];
}
