/** The links between the two systems: everything that needs both is defined here, on the types of either. */

import type { CrmShared } from '../crm/object.ts';
import { crmNeed } from '../crm/plan.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import type { RelativePeriodInput } from '../relative-date.ts';
import { defineCallLinks, defineContextLink } from './call.ts';
import { defineIndexStatus } from './index-status.ts';
import { defineInsights } from './insight.ts';
import { showFilterCoverage } from './last-call-filter.ts';
import { createMatchReason, createMatchTypes } from './match.ts';
import { definePartyLinks } from './party.ts';
import { callFilterArgs, relatedCallsCost, viaContactRolesArg } from './question.ts';
import {
  createRelatedTypes,
  type RelatedArgs,
  type RelatedTypes,
  relatedCalls,
} from './related-calls.ts';
import { type SubjectArgs, subjectKinds } from './subject.ts';
import { defineUserLinks } from './user.ts';

/** Inputs and types of other folders that links are made of. */
interface LinkInputs extends Pick<CrmShared, 'record'> {
  readonly during: RelativePeriodInput;
}

export function defineLinks(graph: Graph, { record, during }: LinkInputs): void {
  const reason = createMatchReason(graph.builder);
  const matches = createMatchTypes(graph.builder, graph.crm, reason);
  definePartyLinks(graph, matches);
  defineCallLinks(graph, matches);
  defineContextLink(graph, record);
  defineUserLinks(graph);
  const related = createRelatedTypes(graph, reason, during);
  defineRelatedCalls(graph, related);
  defineInsights(graph, related);
  showFilterCoverage(graph, related.coverage);
  defineIndexStatus(graph, related);
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
        ...crmNeed(kind.need(model)),
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
