/** The field `relatedCalls` of CRM records and of users. */

import type { IndexFilter } from '../../participants/call-query.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { crmRequirement } from '../crm/record-plan.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  callFilterArgs,
  ownCallsArg,
  relatedCallsCost,
  viaContactRolesArg,
} from './index-query.ts';
import { type SubjectArgs, subjectKinds } from './participant-key.ts';
import { type RelatedArgs, type RelatedTypes, relatedCalls } from './related-calls.ts';

const notOwn = ({ id }: CrmRow, { ownCalls }: SubjectArgs): Pick<IndexFilter, 'notLinkedTo'> =>
  ownCalls === false ? { notLinkedTo: [id] } : {};

export function defineRelatedCalls(graph: TypeRegistry, related: RelatedTypes): void {
  const { builder, calls, crm, model } = graph;
  const order = {
    type: related.order,
    defaultValue: 'newest',
    description: 'Which come first.',
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
          ...ownCallsArg(t.arg, kind.object),
          order: t.arg(order),
        },
        ...crmRequirement(kind.requirement(model)),
        resolve: async (row, rawArgs, context, info) => {
          const args: SubjectArgs = rawArgs;
          const subject = await kind.subject(context, row, args);
          const list = `${kind.object}.relatedCalls/${row.id}`;
          return relatedCalls(context, info, list, subject, args as RelatedArgs, notOwn(row, args));
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
