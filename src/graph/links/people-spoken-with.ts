/** Type of `peopleSpokenWith`: the people who took part in a record's calls, with their records in the CRM. */

import { prefetched } from '../../engine/plan/field-cost.ts';
import type { Answered, PersonSpokenWith } from '../../participants/call-query.ts';
import type { Ref } from '../builder.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { personSelection } from './party-link.ts';
import { peopleByEmail, peopleCost, sharers } from './people-lookup.ts';
import type { RelatedTypes } from './related-calls.ts';

type SpokenWith = Answered<readonly PersonSpokenWith[]>;

/** People of the CRM an address can belong to. */
const kinds = [
  { object: 'Contact', field: 'contacts' },
  { object: 'Lead', field: 'leads' },
  { object: 'User', field: 'crmUsers' },
] as const;

export function createSpokenWith(graph: TypeRegistry, related: RelatedTypes): Ref<SpokenWith> {
  const { builder } = graph;
  const person = builder.objectRef<PersonSpokenWith>('PersonSpokenWith').implement({
    description: 'Somebody who took part in calls, by e-mail address; aliases of a user are one.',
    fields: (t) => ({
      email: t.expose('email', {
        type: 'EmailAddress',
        description: 'The address, in lower case and without outer blanks.',
      }),
      calls: t.exposeInt('calls', {
        nullable: false,
        description: 'In how many of the calls asked for.',
      }),
      lastCallAt: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the last of them began.',
        resolve: (row) => new Date(row.lastCallAt),
      }),
    }),
  });
  for (const { object: name, field } of kinds) {
    const { row, object } = crmType(graph.crm, name);
    builder.objectField(person, field, (t) =>
      t.field({
        type: [row],
        cost: peopleCost(name, { people: 1, rows: sharers }),
        nullable: { list: true, items: false },
        description: `Every ${object.typeName} with this address, by ascending id.`,
        resolve: ({ email }, _args, context, info) =>
          peopleByEmail(context, object, [email], personSelection(context, info, object, null)),
      }),
    );
  }
  return builder.objectRef<SpokenWith>('PeopleSpokenWith').implement({
    description: 'Who took part in calls, from the participant index.',
    fields: (t) => ({
      people: t.field({
        type: [person],
        cost: prefetched,
        nullable: { list: false, items: false },
        description:
          'Those with the most calls first, then the one spoken with last. People without an address are not among them.',
        resolve: ({ value }) => [...value],
      }),
      coverage: t.expose('coverage', {
        type: related.coverage,
        nullable: false,
        description: 'How complete the counts are.',
      }),
    }),
  });
}
