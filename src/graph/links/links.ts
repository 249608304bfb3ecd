/** The links between the two systems: each adds fields to the types of both. Inputs of other folders come in once, here. */

import type { TypeRegistry } from '../type-registry.ts';
import { implementAbout } from './call-content-filter-input.ts';
import { defineCallFacts } from './call-fact-type.ts';
import { defineInsights } from './call-insight.ts';
import { defineCallLinks, defineContextLink } from './call-link.ts';
import { defineCallsAggregate } from './calls-aggregate-type.ts';
import { defineSilence } from './deal-silence.ts';
import { showCallCoverage } from './filtered-calls.ts';
import { defineIndexStatus } from './index-status.ts';
import { showFilterCoverage } from './list-coverage.ts';
import { createMatchReason, createMatchTypes } from './match-reason.ts';
import { implementParticipants } from './participant-filter.ts';
import { definePartyLinks } from './party-link.ts';
import { createRelatedTypes } from './related-calls.ts';
import { defineRelatedCalls } from './related-calls-field.ts';
import type { LinkInputs } from './shared-type.ts';
import { defineUserLinks } from './user-link.ts';
import { defineViewer } from './viewer.ts';

export function defineLinks(graph: TypeRegistry, inputs: LinkInputs): void {
  const { record, filters, callOrder: order } = inputs;
  implementAbout(graph, inputs, filters);
  const reason = createMatchReason(graph.builder);
  const matches = createMatchTypes(graph.builder, graph.crm, reason);
  definePartyLinks(graph, matches);
  defineCallLinks(graph, matches);
  defineContextLink(graph, record);
  defineUserLinks(graph);
  const related = createRelatedTypes(graph, reason, { ...inputs, order });
  implementParticipants(inputs.participants, filters, related.role);
  defineRelatedCalls(graph, related);
  defineInsights(graph, related);
  showFilterCoverage(graph, related.coverage);
  showCallCoverage(graph, related.coverage);
  defineCallsAggregate(graph, inputs, related.coverage);
  defineIndexStatus(graph, related);
  defineViewer(graph);
  defineSilence(graph, inputs);
  defineCallFacts(graph, inputs, related.coverage);
}
