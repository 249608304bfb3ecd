/** Call facets: values by which a call is found and counted beside its people (tracker, topic, outcome, outside domain, linked record or field), each with an amount. */

import { cleanText, normaliseEmail } from '../contract/email-address.ts';
import type { Row } from '../contract/wire/execute.ts';
import { idText } from '../contract/wire/upstream-value-reader.ts';
import {
  countOf,
  longestDomain,
  longestId,
  member,
  normaliseCrmId,
  rowList,
  shortText,
} from './match-key.ts';

/** Stored as one letter beside the kinds of keys; see `keyKinds`. */
export const facetKinds = {
  /** Id of a tracker; the amount is its number of hits. */
  tracker: 't',
  /** Name of a topic; the amount is in seconds. */
  topic: 'p',
  /** Name of the outcome. */
  outcome: 'o',
  /** Domain of a participant from outside. */
  domain: 'd',
  /** A field of a linked record at that time, see `fieldFacet`. */
  field: 'f',
  /** The same with its account or deal, where several are linked: not every viewer sees all of them. See `recordFacet`. */
  recordField: 'r',
  /** Id of an account linked to the call itself, its first 15 characters. */
  account: 'a',
  /** Id of a deal linked to the call itself, its first 15 characters. */
  deal: 'q',
} as const;

export type FacetKind = keyof typeof facetKinds;

/** Kinds that calls are filtered and grouped by. */
export type GroupFacet = Exclude<FacetKind, 'recordField'>;

export interface Facet {
  readonly kind: FacetKind;
  readonly value: string;
  /** A whole number; 1 for kinds that count nothing. */
  readonly amount: number;
}

/**
 * Facet value of a linked record's field at the time of the call.
 * @example
 * fieldFacet('Opportunity', 'StageName', 'Negotiation') // → 'Opportunity.StageName=Negotiation'
 */
export const fieldFacet = (object: string, field: string, value = ''): string =>
  `${object}.${field}=${cleanText(value) ?? ''}`;

/** Facet value of a field with its record, whose id (its first 15 characters) comes last: `Opportunity.StageName=Negotiation|006xx000003DGb2`. */
const recordFacet = (facet: string, id: string): string => `${facet}|${id}`;

/** The facets of a row, each value once. */
export function facetsOf(row: Row): Facet[] {
  const facets = new Map<string, Facet>();
  const add = (kind: FacetKind, value: string | null, amount = 1): void => {
    if (value === null || amount <= 0) return;
    const name = `${kind} ${value}`;
    const facet = facets.get(name);
    const counts = kind === 'tracker' || kind === 'topic';
    if (facet === undefined) facets.set(name, { kind, value, amount });
    else if (counts) facets.set(name, { ...facet, amount: facet.amount + amount });
  };
  const content = member(row, 'content');
  for (const tracker of rowList(content.trackers))
    add('tracker', shortText(idText(tracker.id)), countOf(tracker.count) ?? 0);
  for (const topic of rowList(content.topics))
    add('topic', shortText(topic.name), countOf(topic.duration) ?? 0);
  add('outcome', outcomeOf(row));
  for (const party of rowList(row.parties))
    if (party.affiliation === 'External') add('domain', domainOf(party.emailAddress));
  const linked = linkedThen(row).map((object) => ({
    type: shortText(object.objectType),
    id: normaliseCrmId(object.objectId),
    fields: rowList(object.fields),
  }));
  for (const { type, id, fields } of linked) {
    if (type === 'Account') add('account', id);
    if (type === 'Opportunity') add('deal', id);
    if (type === null) continue;
    const isOneOfSeveral =
      (type === 'Account' || type === 'Opportunity') &&
      linked.some((other) => other.type === type && other.id !== id);
    for (const { name, value } of fields) {
      const facet = fieldValue(type, shortText(name), value);
      add('field', facet);
      if (isOneOfSeveral && facet !== null && id?.length === 15)
        add('recordField', recordFacet(facet, id));
    }
  }
  return [...facets.values()];
}

/** The outcome's name; null for a call without one. */
export const outcomeOf = (row: Row): string | null =>
  shortText(member(member(row, 'content'), 'callOutcome').name);

/** The host's share of the talk, in millionths; null where the platform did not measure it. */
export function talkOf(row: Row): number | null {
  const statistics = rowList(member(row, 'interaction').interactionStats);
  const ratio = statistics.find(({ name }) => name === 'Talk Ratio')?.value;
  return typeof ratio === 'number' && Number.isFinite(ratio) ? Math.round(ratio * 1e6) : null;
}

function domainOf(address: unknown): string | null {
  const email = normaliseEmail(address);
  return email === null ? null : email.slice(email.indexOf('@') + 1);
}

/** Records linked to the call itself: as they were at the time of the call where the platform shows it, else as they are now. */
function linkedThen(row: Row): Row[] {
  const objects = rowList(row.context).flatMap((system) => rowList(system.objects));
  const then = objects.filter(({ timing }) => timing === 'TimeOfCall');
  return then.length > 0 ? then : objects;
}

/** Fields that are no classes: every record has a name and dates of its own, so they group nothing. */
const unclassed = /^(Id|Name)$|Date$/;
const longestClass = 60;

/** Length limit of a kind's values in the index. */
export const longestFacet = (kind: FacetKind): number =>
  kind === 'field' ? longestClass : kind === 'domain' ? longestDomain : longestId;

/** API name of an object or field: it can't contain the characters that separate it from the value. */
const apiName = /^\w+$/;

/** Whether the index has a facet for the values of a field. */
export const isClass = (field: string): boolean => !unclassed.test(field);

function fieldValue(object: string, field: string | null, value: unknown): string | null {
  const text = shortText(value);
  if (field === null || text === null || !isClass(field) || text.length > longestClass) return null;
  if (!apiName.test(object) || !apiName.test(field)) return null;
  return fieldFacet(object, field, text);
}
