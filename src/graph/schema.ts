/** The schema: every part defines its types on one builder; nothing here resolves a field. */

import type { GraphQLSchema } from 'graphql';
import type { CrmModel } from '../contract/crm/model.ts';
import { enforceGuards } from '../engine/field-permission.ts';
import { checkOutputs } from '../engine/resolver-value-check.ts';
import { createBuilder } from './builder.ts';
import { defineActivity } from './calls/activity.ts';
import { createCallFilter } from './calls/call-filter.ts';
import { createCallOrder } from './calls/call-order.ts';
import { defineCoaching } from './calls/coaching.ts';
import { defineComment } from './calls/comment-field.ts';
import { defineCrmContext } from './calls/crm-context.ts';
import { implementNodes } from './calls/declared-field.ts';
import { defineLibraryFolder } from './calls/library.ts';
import { defineMedia } from './calls/media-field.ts';
import { defineMoments } from './calls/moment.ts';
import { defineParty } from './calls/party.ts';
import { defineSettingQueries, defineWorkspace } from './calls/platform-setting-field.ts';
import { callNodeSources, defineCallQueries } from './calls/query-field.ts';
import { defineReviewFields } from './calls/review-field.ts';
import { createSaidInput } from './calls/said-filter.ts';
import { defineAnswer } from './calls/scorecard-answer-field.ts';
import { defineStatistics } from './calls/statistic.ts';
import { defineTrackerHit } from './calls/tracker-hit-field.ts';
import { defineTranscript } from './calls/transcript.ts';
import { createCallTypes } from './calls/type-reference.ts';
import { defineUser } from './calls/user-field.ts';
import { defineAggregates } from './crm/aggregate-type.ts';
import { createComparatorInputs } from './crm/comparator.ts';
import { defineCurrencies } from './crm/currency-field.ts';
import { defineDescriptions } from './crm/description-field.ts';
import { createFilterInputs } from './crm/filter.ts';
import { defineFreeQuery } from './crm/free-query-field.ts';
import { defineHistoryBefore } from './crm/history-before.ts';
import {
  createAddress,
  createRecordInterface,
  defineFiles,
  defineObjectType,
} from './crm/object-type.ts';
import { createOrderDirection, createOrderInputs } from './crm/order.ts';
import { defineCrmQueries, pluralName } from './crm/query-field.ts';
import { defineSearch } from './crm/search.ts';
import { createCrmTypes } from './crm/type-reference.ts';
import { defineUserDeals } from './crm/user-deal.ts';
import { defineEntities, type NodeRef } from './federation.ts';
import { createAboutInput } from './links/call-content-filter-input.ts';
import { callCountCondition } from './links/call-count-filter.ts';
import { callCountOrder } from './links/call-count-order.ts';
import { callFactCondition } from './links/call-fact-filter.ts';
import { createFactInputs } from './links/call-fact-input.ts';
import { filteredCallsCost, listFilteredCalls } from './links/filtered-calls.ts';
import { lastCallCondition } from './links/last-call-input.ts';
import { seesLinked } from './links/linked-record.ts';
import { defineLinks } from './links/links.ts';
import { createParticipantsInput } from './links/participant-filter.ts';
import { defineNodes } from './node-query.ts';
import { completeForReaders, directives } from './published-schema.ts';
import { createRelativePeriod } from './relative-date.ts';
import { createKeyInput } from './root-lookup.ts';
import type { TypeRegistry } from './type-registry.ts';

/** Builds the schema over the CRM's model: standard objects and whatever configuration adds. */
export function buildSchema(model: CrmModel): GraphQLSchema {
  const builder = createBuilder();
  builder.queryType({ description: 'Where every question begins.' });
  const graph: TypeRegistry = {
    builder,
    model,
    key: createKeyInput(builder),
    calls: createCallTypes(builder),
    crm: createCrmTypes(builder, model),
  };

  const during = createRelativePeriod(builder);
  const callInputs = {
    during,
    about: createAboutInput(builder),
    participants: createParticipantsInput(builder),
  };
  const callFilter = createCallFilter(builder, callInputs);

  implementNodes(graph);
  defineUser(graph);
  defineParty(graph);
  defineTranscript(graph);
  const said = createSaidInput(builder);
  defineMoments(graph, said);
  const callOrder = createCallOrder(builder);
  const listInputs = { filter: callFilter, order: callOrder };
  const indexedCalls = { list: listFilteredCalls, cost: filteredCallsCost };
  defineCallQueries(graph, listInputs, indexedCalls);
  defineComment(graph);
  defineTrackerHit(graph);
  defineCrmContext(graph, seesLinked);
  defineMedia(graph);
  defineWorkspace(graph, indexedCalls);
  defineAnswer(graph);
  defineReviewFields(graph);
  defineLibraryFolder(graph);
  defineCoaching(graph);
  defineActivity(graph);
  defineStatistics(graph);
  defineSettingQueries(graph);

  const comparators = createComparatorInputs(builder, during);
  const facts = createFactInputs(builder, callInputs);
  const outer = [
    lastCallCondition(builder, during),
    callCountCondition(builder, callInputs),
    callFactCondition(builder, facts),
  ];
  const direction = createOrderDirection(builder);
  const ranking = callCountOrder(builder, callInputs);
  const shared = {
    outer,
    ranking,
    record: createRecordInterface(builder),
    address: createAddress(builder),
    filters: createFilterInputs(builder, model, comparators, outer),
    orders: createOrderInputs(builder, model, direction, ranking),
  };
  for (const object of model.objects) defineObjectType(graph, object, shared);
  defineFiles(graph);
  defineCrmQueries(graph, shared);
  defineAggregates(graph, shared, comparators, pluralName);
  defineCurrencies(graph);
  defineUserDeals(graph, shared);
  defineHistoryBefore(graph);
  defineSearch(graph, shared);
  defineFreeQuery(graph, shared);
  defineDescriptions(graph);

  const listed = { callFilter, callOrder, comparators, direction };
  const inputs = { ...shared, ...callInputs, ...listed, said, facts };
  defineLinks(graph, inputs);
  const load = defineNodes(graph, callNodeSources);
  defineEntities(graph, nodeRefs(graph), load, callNodeSources);
  return completeForReaders(checkOutputs(enforceGuards(builder.toSchema({ directives }))));
}

/** The node types by name: what `node`, `nodes` and a federation router can fetch by global id. */
function nodeRefs({ calls, crm }: TypeRegistry): ReadonlyMap<string, NodeRef> {
  const { user, call, workspace, tracker, scorecard, answeredScorecard, libraryFolder } = calls;
  const ofPlatform = {
    user,
    call,
    workspace,
    tracker,
    scorecard,
    answeredScorecard,
    libraryFolder,
  };
  return new Map(
    [...Object.values(ofPlatform), ...[...crm.values()].map((type) => type.row)].map((ref) => [
      ref.name,
      ref,
    ]),
  );
}
