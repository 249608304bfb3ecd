/** Entities of the CRM at the execute endpoint: eleven of one object each, and `query` for any object. */

import { defineEntity, freshness, type OperationSpec } from '../entity-spec.ts';

const text = { type: 'string', required: true } as const;

/** `q` is SOQL; 200 records unless it has a LIMIT. */
const list = { answer: 'soql-page', params: { q: text } } as const satisfies OperationSpec;

/** `fields` is a list of names separated by commas; every readable field without it. */
const get = {
  answer: 'row',
  params: { id: text, fields: { type: 'string' } },
} as const satisfies OperationSpec;

/** `q` is SOSL. */
const search = { answer: 'hits', params: { q: text } } as const satisfies OperationSpec;

/** `range_header` is an HTTP range of the form `bytes=<first>-<last>`. */
const download = {
  answer: 'bytes',
  params: { id: text, range_header: { type: 'string' } },
} as const satisfies OperationSpec;

const records = <const E extends string>(entity: E) =>
  defineEntity({
    system: 'crm',
    entity,
    key: 'Id',
    operations: { list, get, search },
    freshness: freshness.live,
    changesTogether: true,
  });

const files = <const E extends string>(entity: E) =>
  defineEntity({
    system: 'crm',
    entity,
    key: 'Id',
    operations: { list, get, download },
    freshness: freshness.live,
    changesTogether: true,
  });

export const accounts = records('accounts');
export const contacts = records('contacts');
const leads = records('leads');
export const opportunities = records('opportunities');
const tasks = records('tasks');
const events = records('events');
const campaigns = records('campaigns');
export const cases = records('cases');
const notes = records('notes');
const contentVersions = files('content_versions');
const attachments = files('attachments');

/** SOQL on any object. Rows of aggregates have no Id. */
export const query = defineEntity({
  system: 'crm',
  entity: 'query',
  key: null,
  operations: { list },
  freshness: freshness.none,
  changesTogether: true,
});

/**
 * What the embedded service answers over own accounts beside the interface's operations: an object as the CRM
 * describes it, by its API name, the picklist values that a record type allows, and what the organisation has.
 */
export const objectDescriptions = defineEntity({
  system: 'crm',
  entity: 'object_descriptions',
  key: null,
  operations: { get: { answer: 'row', params: { id: text } } },
  freshness: freshness.settings,
});
export const recordTypePicklists = defineEntity({
  system: 'crm',
  entity: 'record_type_picklists',
  key: null,
  operations: { get: { answer: 'row', params: { id: text, object: text } } },
  freshness: freshness.settings,
});
export const organisationSettings = defineEntity({
  system: 'crm',
  entity: 'organization_settings',
  key: null,
  operations: { get: { answer: 'row', params: {} } },
  freshness: freshness.settings,
});

export const crmEntities = [
  accounts,
  contacts,
  leads,
  opportunities,
  tasks,
  events,
  campaigns,
  cases,
  notes,
  contentVersions,
  attachments,
  query,
] as const;
