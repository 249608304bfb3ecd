/** Coverage of CRM lists that the participant index helped to filter or order, and the field that shows it. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import type { Coverage } from '../../participants/call-query.ts';
import { commonCoverage } from '../../participants/coverage.ts';
import type { Ref } from '../builder.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { subjectKinds } from './participant-key.ts';

/** Coverages of a request's lists, by connection. */
const coverages = memoizeByRequest(() => new Map<object, readonly (() => Promise<Coverage>)[]>());

/** Objects with calls of their own, or of a parent, which the filter can test. */
function filteredObjects({ model }: TypeRegistry): readonly CrmObject[] {
  const subjects = new Set(subjectKinds.map(({ object }) => object));
  return model.objects.filter(
    ({ name, relationships }) =>
      subjects.has(name) ||
      relationships.some(({ targets, polymorphic }) => !polymorphic && subjects.has(targets[0])),
  );
}

/** The field `coverage` on the connections of lists that can be filtered so. */
export function showFilterCoverage(graph: TypeRegistry, coverage: Ref<Coverage>): void {
  const { builder, crm } = graph;
  for (const { name: object } of filteredObjects(graph)) {
    builder.objectField(crmType(crm, object).connection, 'coverage', (t) =>
      t.field({
        type: coverage,
        description:
          'How complete the participant index is for the conditions lastCall, callCount and callFact of the filter; null without them.',
        resolve: (connection, _args, context) => {
          const requested = coverages(context).get(connection);
          if (requested === undefined) return null;
          // A filter may hold the condition more than once.
          return Promise.all(requested.map((read) => read())).then(commonCoverage);
        },
      }),
    );
  }
}

export function reportCoverage(
  context: GraphContext,
  connection: object,
  coverage: () => Promise<Coverage>,
): void {
  const byConnection = coverages(context);
  byConnection.set(connection, [...(byConnection.get(connection) ?? []), coverage]);
}
