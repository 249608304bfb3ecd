/** viewer: who asks, whose rows they see, and why not more. */

import { oneOfEach, prefetched } from '../../engine/plan/field-cost.ts';
import { thenMaybe } from '../../fetch/maybe-promise.ts';
import { absenceSentences } from '../../row-access/absence.ts';
import type { RowLevel, ViewerPeople } from '../../row-access/row-access.ts';
import { linkUser } from '../calls/user-loader.ts';
import { linkedRecordCost } from '../crm/record-cost.ts';
import { linkReference } from '../crm/reference.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';

interface ShownViewer {
  readonly level: RowLevel;
  readonly person: string | null;
  /** Null where all rows are shown. */
  readonly people: ViewerPeople | null;
}

/** Whoever sees all rows shares answers with others who do, so nothing in them tells who it is. */
const everybody: ShownViewer = { level: 'all', person: null, people: null };

export function defineViewer({ builder, calls, crm }: TypeRegistry): void {
  const level = builder.enumType('RowLevel', {
    description: 'Whose rows a viewer sees.',
    values: {
      OWN: { value: 'own' as const, description: "The person's own." },
      TEAM: { value: 'team' as const, description: 'Those of everybody below the person, too.' },
      ALL: { value: 'all' as const, description: 'All that the connected user sees.' },
    },
  });
  const viewer = builder.objectRef<ShownViewer>('Viewer').implement({
    description: 'Who asks. Of viewers who see all rows the graph knows no person.',
    fields: (t) => ({
      rows: t.expose('level', {
        type: level,
        nullable: false,
        description: 'Whose rows are shown.',
      }),
      person: t.exposeString('person', {
        description: 'Address of the person whose key or token it is.',
      }),
      name: t.string({
        description: 'Name of the person, in the CRM or on the call platform.',
        resolve: ({ people }) => people?.crmUser.name ?? people?.platformUser.name ?? null,
      }),
      crmUser: t.field({
        type: crmType(crm, 'User').row,
        cost: linkedRecordCost,
        description: 'The person in the CRM.',
        resolve: ({ people }, _args, context, info) =>
          linkReference(context, info, people?.crmUser.id ?? null),
      }),
      user: t.field({
        type: calls.user,
        cost: oneOfEach,
        description: 'The person on the call platform.',
        resolve: ({ people }, _args, context, info) =>
          linkUser(context, info, people?.platformUser.id ?? null),
      }),
      crmUsersBelow: t.int({
        description: 'How many users of the CRM are below the person, whose rows are shown, too.',
        resolve: ({ people }) => belowOf(people?.crmUserIds),
      }),
      usersBelow: t.int({
        description: 'How many users of the call platform are.',
        resolve: ({ people }) => belowOf(people?.platformUserIds),
      }),
      notFound: t.stringList({
        nullable: { list: false, items: false },
        description:
          'For each system in which the person is not found a sentence that says why nothing of it is shown, as in `extensions.notFound` of each answer.',
        resolve: ({ people }) => (people === null ? [] : absenceSentences(people)),
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      cost: prefetched,
      description: 'Who asks, and whose rows are shown.',
      resolve: (_root, _args, { rowAccess }) =>
        rowAccess === null
          ? everybody
          : thenMaybe(rowAccess.people(), (people) => {
              const { level, person } = rowAccess;
              return { level, person, people };
            }),
    }),
  );
}

const belowOf = (ids: ReadonlySet<string> | undefined): number | null =>
  ids === undefined ? null : Math.max(0, ids.size - 1);
