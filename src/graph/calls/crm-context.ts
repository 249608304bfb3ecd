/** CRM records as the platform linked them to calls and parties. What they are in the CRM is linked elsewhere. */

import type { CrmContext, CrmContextObject } from '../../records/calls/call.ts';
import { isObject } from '../../wire/json.ts';
import { objectsOf } from '../../wire/value.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { contextPart, contextThenPart } from './call-loader.ts';
import { unlessPrivate } from './permission.ts';

type FieldRecord = NonNullable<CrmContextObject['fields']>[number];

export function defineCrmContext({ builder, calls }: Graph): void {
  const field = builder.objectRef<FieldRecord>('CrmContextField').implement({
    description: 'A field the platform copied from the CRM.',
    fields: (t) => ({
      name: t.exposeString('name', { description: "The field's API name." }),
      value: t.field({
        type: 'JSON',
        description: 'Its value: text, a number, true or false.',
        resolve: (row) => row.value,
      }),
    }),
  });
  calls.crmContextObject.implement({
    description: 'A CRM record as the platform linked it to a call or a party.',
    fields: (t) => ({
      objectType: t.exposeString('objectType', {
        description:
          'Opportunity or Account on calls; Contact, User or Lead on parties; others may come.',
      }),
      objectId: t.exposeID('objectId', { description: 'Id of the record in the CRM.' }),
      timing: t.exposeString('timing', {
        description: 'Of when the fields are: Now or TimeOfCall.',
      }),
      fields: t.field({
        type: [field],
        nullable: wireList,
        description: 'The fields the platform copied.',
        resolve: (row) => row.fields ?? [],
      }),
    }),
  });
  const context = builder.objectRef<CrmContext>('CrmContext').implement({
    description: 'What one CRM knows of a call or a party.',
    fields: (t) => ({
      system: t.exposeString('system', { description: 'The CRM.' }),
      objects: t.field({
        type: [calls.crmContextObject],
        nullable: wireList,
        description: 'The records linked.',
        resolve: (row) => row.objects,
      }),
    }),
  });

  builder.objectFields(calls.call, (t) => ({
    crmContext: t.field({
      type: [context],
      nullable: wireList,
      description: 'CRM records the platform linked to the call, as they are now.',
      ...needs(contextPart),
      resolve: unlessPrivate((call) => timed(call.record.context, 'Now')),
    }),
    crmContextAtCall: t.field({
      type: [context],
      nullable: wireList,
      description: 'The same records as they were when the call took place.',
      ...needs(contextPart, contextThenPart),
      resolve: unlessPrivate((call) => timed(call.record.context, 'TimeOfCall')),
    }),
  }));
  builder.objectFields(calls.party, (t) => ({
    crmContext: t.field({
      type: [context],
      nullable: wireList,
      description: 'CRM records the platform linked to the party, as they are now.',
      ...needs(contextPart),
      resolve: ({ party }) => timed(party.context, 'Now'),
    }),
  }));
}

/** An answer may hold a record twice, as it is and as it was; one that does not say is of now. */
function timed(contexts: readonly CrmContext[] | undefined, timing: 'Now' | 'TimeOfCall') {
  return objectsOf(contexts ?? [], ({ system, objects = [] }): CrmContext => {
    // Whatever does not say that it is of then is of now, so that nothing is left out of both.
    const isOf = (object: CrmContextObject) =>
      (isObject(object) && object.timing === 'TimeOfCall') === (timing === 'TimeOfCall');
    return { system, objects: Array.isArray(objects) ? objects.filter(isOf) : objects };
  });
}
