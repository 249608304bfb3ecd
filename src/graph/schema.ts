/** The whole schema: every part defines its types on one builder; nothing here resolves anything. */

import type { GraphQLSchema } from 'graphql';
import type { CrmModel } from '../records/crm/model.ts';
import { createBuilder } from './builder.ts';
import { defineActivity } from './calls/activity.ts';
import { defineAnsweredScorecard } from './calls/answered-scorecard.ts';
import { defineCall } from './calls/call.ts';
import { defineCoaching } from './calls/coaching.ts';
import { defineComment } from './calls/comment.ts';
import { defineContent } from './calls/content.ts';
import { defineCrmContext } from './calls/crm-context.ts';
import { defineInteraction, namedDuration } from './calls/interaction.ts';
import { defineLibraryFolder } from './calls/library-folder.ts';
import { defineMedia } from './calls/media.ts';
import { callNodeSources } from './calls/node-loader.ts';
import { defineParty } from './calls/party.ts';
import { defineCallQueries } from './calls/query.ts';
import { defineReviewFields } from './calls/review-field.ts';
import { defineScorecard } from './calls/scorecard.ts';
import { defineSettingQueries, defineStatisticQueries } from './calls/setting-query.ts';
import { defineTracker } from './calls/tracker.ts';
import { defineTranscript } from './calls/transcript.ts';
import { createCallTypes } from './calls/type.ts';
import { defineUser } from './calls/user.ts';
import { defineUserInteraction } from './calls/user-interaction.ts';
import { defineWorkspace } from './calls/workspace.ts';
import { defineAggregates } from './crm/aggregate-type.ts';
import { createComparatorInputs } from './crm/comparator.ts';
import { defineFiles } from './crm/file.ts';
import { createFilterInputs } from './crm/filter.ts';
import { defineObject } from './crm/object.ts';
import { createOrderInputs } from './crm/order.ts';
import { defineCrmQueries, pluralName } from './crm/query.ts';
import { createAddress, createRecordInterface } from './crm/record.ts';
import { defineSearch } from './crm/search.ts';
import { defineFreeQuery } from './crm/soql.ts';
import { createCrmTypes } from './crm/type.ts';
import { defineEntities, type NodeRef } from './federation.ts';
import type { Graph } from './graph.ts';
import { enforceGuards } from './guard.ts';
import { createKeyInput } from './key.ts';
import { defineLinks } from './links/define.ts';
import { lastCallCondition } from './links/last-call-filter.ts';
import { defineNodes } from './node.ts';
import { checkOutputs } from './output-check.ts';

/** Builds the schema over the CRM's model: standard objects and whatever configuration adds. */
export function buildSchema(model: CrmModel): GraphQLSchema {
  const builder = createBuilder();
  builder.queryType({ description: 'Where every question begins.' });
  const graph: Graph = {
    builder,
    model,
    key: createKeyInput(builder),
    calls: createCallTypes(builder),
    crm: createCrmTypes(builder, model),
  };

  const duration = namedDuration(graph);
  defineUser(graph);
  defineCall(graph);
  defineParty(graph);
  const { statistic } = defineInteraction(graph, duration);
  defineContent(graph, duration);
  defineTranscript(graph);
  defineCallQueries(graph);
  defineComment(graph);
  defineCrmContext(graph);
  defineMedia(graph);
  defineWorkspace(graph);
  defineTracker(graph);
  defineScorecard(graph);
  defineAnsweredScorecard(graph);
  defineReviewFields(graph);
  defineLibraryFolder(graph);
  defineCoaching(graph);
  const activity = defineActivity(graph);
  const interaction = defineUserInteraction(graph, statistic);
  defineSettingQueries(graph);
  defineStatisticQueries(graph, { ...activity, interaction });

  const comparators = createComparatorInputs(builder);
  const outer = [lastCallCondition(builder)];
  const shared = {
    outer,
    record: createRecordInterface(builder),
    address: createAddress(builder),
    filters: createFilterInputs(builder, model, comparators, outer),
    orders: createOrderInputs(builder, model),
  };
  for (const object of model.objects) defineObject(graph, object, shared);
  defineFiles(graph);
  defineCrmQueries(graph, shared);
  defineAggregates(graph, shared, comparators, pluralName);
  defineSearch(graph, shared);
  defineFreeQuery(graph, shared);

  defineLinks(graph, shared);
  const load = defineNodes(graph, callNodeSources);
  defineEntities(graph, nodeRefs(graph), load, callNodeSources);
  return enforceGuards(checkOutputs(builder.toSchema()));
}

/** The node types by name: what `node`, `nodes` and a federation router can fetch by global id. */
function nodeRefs({ calls, crm }: Graph): ReadonlyMap<string, NodeRef> {
  const { user, call, workspace, tracker, scorecard, answeredScorecard, libraryFolder } = calls;
  const own = { user, call, workspace, tracker, scorecard, answeredScorecard, libraryFolder };
  return new Map(
    [...Object.values(own), ...[...crm.values()].map((type) => type.row)].map((ref) => [
      (ref as unknown as NodeRef).name,
      ref as unknown as NodeRef,
    ]),
  );
}
