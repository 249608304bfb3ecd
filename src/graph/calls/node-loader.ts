/** How objects that come with a list, or under another object, are found again by their global id. */

import type { GraphQLResolveInfo } from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { GraphContext } from '../context.ts';
import { platformId } from '../key.ts';
import { loadReview } from './answered-scorecard-loader.ts';
import { loadFolder } from './library-loader.ts';
import { loadSetting, type SettingType } from './setting.ts';
import { scorecardType, trackerType, workspaceType } from './setting-type.ts';

type Load = (id: string, context: GraphContext, info: GraphQLResolveInfo) => Promise<unknown>;

const setting =
  <T>(type: SettingType<T>): Load =>
  (id, context) =>
    loadSetting(context, type, platformId(id));

/** By type name. */
export const settingNodeLoaders: readonly (readonly [string, Load])[] = [
  ['Workspace', setting(workspaceType)],
  ['Tracker', setting(trackerType)],
  ['Scorecard', setting(scorecardType)],
  ['LibraryFolder', async (pair, context) => loadFolder(context, ...idPair(pair))],
  ['AnsweredScorecard', async (pair, context) => loadReview(context, ...idPair(pair))],
];

/** The two platform ids of an object that needs both to be found. @throws UserInputError */
function idPair(pair: string): readonly [string, string] {
  const [outer, inner, ...rest] = pair.split('/');
  if (outer === undefined || inner === undefined || rest.length > 0) {
    throw new UserInputError('Expected a global id as this graph hands them out, got another id.');
  }
  return [platformId(outer), platformId(inner)];
}
