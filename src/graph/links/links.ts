/** The links between the two systems: everything that needs both is defined here, on the types of either. */

import { crmRequirement } from '../crm/record-plan.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../type-registry.ts';
import { implementAbout } from './about-input.ts';
import { defineInsights } from './call-insight.ts';
import { defineCallLinks, defineContextLink } from './call-link.ts';
import { defineCallsAggregate } from './calls-aggregate-type.ts';
import { showCallCoverage } from './filtered-calls.ts';
import { callFilterArgs, relatedCallsCost, viaContactRolesArg } from './index-query.ts';
import { defineIndexStatus } from './index-status.ts';
import { showFilterCoverage } from './last-call-input.ts';
import type { LinkInputs } from './link-input.ts';
import { createMatchReason, createMatchTypes } from './match-reason.ts';
import { type SubjectArgs, subjectKinds } from './participant-keys.ts';
import { definePartyLinks } from './party-link.ts';
import {
  createRelatedTypes,
  type RelatedArgs,
  type RelatedTypes,
  relatedCalls,
} from './related-calls.ts';
import { defineSilence } from './silence.ts';
import { defineUserLinks } from './user-link.ts';

export function defineLinks(graph: Graph, inputs: LinkInputs): void {
  const { record, during, about, filters, callOrder: order } = inputs;
  implementAbout(graph, about, filters);
  const reason = createMatchReason(graph.builder);
  const matches = createMatchTypes(graph.builder, graph.crm, reason);
  definePartyLinks(graph, matches);
  defineCallLinks(graph, matches);
  defineContextLink(graph, record);
  defineUserLinks(graph);
  const related = createRelatedTypes(graph, reason, { during, about, order });
  defineRelatedCalls(graph, related);
  defineInsights(graph, related);
  showFilterCoverage(graph, related.coverage);
  showCallCoverage(graph, related.coverage);
  defineCallsAggregate(graph, inputs, related.coverage);
  defineIndexStatus(graph, related);
  defineSilence(graph, inputs);
}

function defineRelatedCalls(graph: Graph, related: RelatedTypes): void {
  const { builder, calls, crm, model } = graph;
  const order = {
    type: related.order,
    defaultValue: 'newest',
    description: 'Which end comes first.',
  } as const;
  for (const kind of subjectKinds) {
    const type = crmType(crm, kind.object);
    builder.objectField(type.row, 'relatedCalls', (t) =>
      t.field({
        type: related.connection,
        cost: relatedCallsCost,
        description: kind.description,
        args: {
          ...t.arg.connectionArgs(),
          ...callFilterArgs(t.arg, related),
          ...viaContactRolesArg(t.arg, kind.object),
          order: t.arg(order),
        },
        ...crmRequirement(kind.need(model)),
        resolve: async (row, given, context, info) => {
          const args: SubjectArgs = given;
          const subject = await kind.subject(context, row, args);
          const whose = args.viaContactRoles === true ? 'people' : 'own';
          const list = `${kind.object}.relatedCalls/${row.id}/${whose}`;
          return relatedCalls(context, info, list, subject, args as RelatedArgs);
        },
      }),
    );
  }
  builder.objectField(calls.user, 'relatedCalls', (t) =>
    t.field({
      type: related.connection,
      cost: relatedCallsCost,
      description: 'Calls this user hosted or took part in, by user id.',
      args: {
        ...t.arg.connectionArgs(),
        ...callFilterArgs(t.arg, related),
        order: t.arg(order),
      },
      resolve: (row, args, context, info) =>
        relatedCalls(
          context,
          info,
          `User.relatedCalls/${row.id}`,
          { userIds: [row.id] },
          args as RelatedArgs,
        ),
    }),
  );
}
