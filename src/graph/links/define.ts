/** The links between the two systems: everything that needs both is defined here, on the types of either. */

import type { ArgBuilder } from '@pothos/core';
import { crmNeed } from '../crm/plan.ts';
import { crmType } from '../crm/type.ts';
import type { Graph, Types } from '../graph.ts';
import { defineCallLinks } from './call.ts';
import { createMatchReason, createMatchTypes } from './match.ts';
import { definePartyLinks } from './party.ts';
import { type RelatedArgs, relatedCalls } from './related-calls.ts';
import { createRelatedTypes, type RelatedTypes } from './related-calls-type.ts';
import { subjectKinds } from './subject.ts';
import { defineUserLinks } from './user.ts';

export function defineLinks(graph: Graph): void {
  const reason = createMatchReason(graph.builder);
  const matches = createMatchTypes(graph.builder, graph.crm, reason);
  definePartyLinks(graph, matches);
  defineCallLinks(graph, matches);
  defineUserLinks(graph);
  defineRelatedCalls(graph, createRelatedTypes(graph, reason));
}

function defineRelatedCalls(graph: Graph, related: RelatedTypes): void {
  const { builder, calls, crm, model } = graph;
  for (const kind of subjectKinds) {
    const type = crmType(crm, kind.object);
    builder.objectField(type.row, 'relatedCalls', (t) =>
      t.field({
        type: related.connection,
        description: kind.description,
        args: {
          ...t.arg.connectionArgs(),
          ...windowArgs(t.arg, related),
          ...(kind.object === 'Opportunity'
            ? {
                viaContactRoles: t.arg.boolean({
                  defaultValue: false,
                  description: "Also calls in which people of the deal's contact roles took part.",
                }),
              }
            : {}),
        },
        ...crmNeed(kind.need(model)),
        resolve: async (row, args, context, info) => {
          const subject = await kind.subject(context, row, args);
          const list = `${kind.object}.relatedCalls/${row.id}`;
          return relatedCalls(context, info, list, subject, args as RelatedArgs);
        },
      }),
    );
  }
  builder.objectField(calls.user, 'relatedCalls', (t) =>
    t.field({
      type: related.connection,
      description: 'Calls this user hosted or took part in, by user id.',
      args: { ...t.arg.connectionArgs(), ...windowArgs(t.arg, related) },
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

function windowArgs(arg: ArgBuilder<Types>, related: RelatedTypes) {
  return {
    from: arg({ type: 'DateTime', description: 'Started at this instant or later.' }),
    to: arg({ type: 'DateTime', description: 'Started before this instant.' }),
    order: arg({
      type: related.order,
      defaultValue: 'newest',
      description: 'Which end comes first.',
    }),
    direction: arg.stringList({ description: 'One of these directions.' }),
    scope: arg.stringList({ description: 'One of these scopes.' }),
    role: arg({ type: [related.role], description: 'Took part in one of these ways.' }),
    minDurationSeconds: arg.int({ description: 'At least this long, in seconds.' }),
  };
}
