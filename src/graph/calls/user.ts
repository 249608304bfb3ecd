/** Users of the call-analytics platform: what of them is more than a field of their row. */

import type { Row } from '../../contract/wire/answer.ts';
import { textOf } from '../../contract/wire/value.ts';
import type { Graph } from '../graph.ts';
import { needs } from '../needs.ts';
import { listReports, reportsCost } from './user-directory.ts';

export function defineUser({ builder, calls }: Graph): void {
  builder.objectFields(calls.user, (t) => ({
    name: t.string({
      description: 'Given and family name together.',
      ...needs('user'),
      resolve: ({ record }) => fullName(record),
    }),
    directReports: t.field({
      type: calls.userConnection,
      cost: reportsCost,
      description:
        'Who reports to the user. The platform cannot filter by manager, so all users are read: one call for each hundred, once per request.',
      args: t.arg.connectionArgs(),
      resolve: (row, args, context, info) => listReports(context, info, row.id, args),
    }),
  }));
}

function fullName({ firstName, lastName }: Row): string | null {
  const name = [textOf(firstName), textOf(lastName)].filter(Boolean).join(' ');
  return name === '' ? null : name;
}
