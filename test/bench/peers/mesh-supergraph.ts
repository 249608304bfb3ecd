/** The execute endpoint as two subgraphs made from JSON schemas: each entity that is asked for is a root field. */

import { getComposedSchemaFromConfig } from '@graphql-mesh/compose-cli';
import { DefaultLogger } from '@graphql-mesh/utils';
import { loadJSONSchemaSubgraph } from '@omnigraph/json-schema';
import { columns, type ObjectName } from './data.ts';

const { UPSTREAM_URL, CALLS_INSTANCE, CRM_INSTANCE } = process.env;

const text = { type: 'string' };
const number = { type: 'number' };
const many = (items: object) => ({ type: 'array', items });
const object = (title: string, properties: object) => ({ type: 'object', title, properties });

/** A JSON schema with the columns that are asked for; all are text but for those named. */
const record = (title: ObjectName, others: object = {}) => {
  const names = columns[title].split(', ');
  return object(`Crm${title}`, {
    ...Object.fromEntries(names.map((name) => [name, text])),
    ...others,
  });
};
const page = (of: { readonly title: string }) =>
  object(`${of.title}Page`, { totalSize: { type: 'integer' }, records: many(of) });

const contact = record('Contact');
const role = record('OpportunityContactRole', { IsPrimary: { type: 'boolean' } });
const opportunity = record('Opportunity', { Amount: number, OpportunityContactRoles: page(role) });
const account = record('Account', {
  AnnualRevenue: number,
  Contacts: page(contact),
  Opportunities: page(opportunity),
  Tasks: page(record('Task')),
});

const call = object('CallData', {
  metaData: object('CallMetaData', {
    id: text,
    scheduled: text,
    title: text,
    started: text,
    duration: { type: 'integer' },
    primaryUserId: text,
  }),
  parties: many(
    object('CallParty', {
      name: text,
      affiliation: text,
      emailAddress: text,
      context: many(
        object('CallPartyContext', {
          objects: many(object('CallPartyLink', { objectType: text, objectId: text })),
        }),
      ),
    }),
  ),
});
const user = object('CallUser', { id: text, firstName: text, lastName: text, title: text });

/** One question to the endpoint as a root field; what varies of its body is the argument `input`. */
const operation = (field: string, entity: string, params: object, result: object) => ({
  type: 'Query' as const,
  field,
  path: '/execute',
  method: 'POST' as const,
  requestBaseBody: { entity, action: 'list' },
  requestSchema: object(`${field}Request`, { params: object(`${field}Params`, params) }),
  responseSchema: object(`${field}Response`, {
    result,
    connector_metadata: object(`${field}Metadata`, {
      pagination: object(`${field}Pagination`, { cursor: text }),
    }),
  }),
});

const subgraph = (name: string, instance: string, operations: ReturnType<typeof operation>[]) => ({
  sourceHandler: loadJSONSchemaSubgraph(name, {
    endpoint: `${UPSTREAM_URL}/api/v1/connectors/instances/${instance}`,
    operationHeaders: {
      authorization: 'Bearer {env.UPSTREAM_TOKEN}',
      'content-type': 'application/json',
    },
    operations,
  }),
});

const crmParams = { q: text };
export const supergraph = await getComposedSchemaFromConfig(
  {
    subgraphs: [
      subgraph('crm', CRM_INSTANCE!, [
        operation('crmAccount', 'accounts', crmParams, page(account)),
        operation('crmContact', 'contacts', crmParams, page(contact)),
        operation('crmOpportunity', 'opportunities', crmParams, page(opportunity)),
        operation('crmUser', 'query', crmParams, page(record('User'))),
      ]),
      subgraph('callData', CALLS_INSTANCE!, [
        operation(
          'callList',
          'calls_extensive',
          {
            filter: object('CallListFilter', { fromDateTime: text }),
            contentSelector: object('CallListSelector', {
              context: text,
              exposedFields: object('CallListExposed', { parties: { type: 'boolean' } }),
            }),
          },
          many(call),
        ),
        operation('userList', 'users', { cursor: text }, many(user)),
      ]),
    ],
  },
  new DefaultLogger('compose'),
);
