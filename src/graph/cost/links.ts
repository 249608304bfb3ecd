/** What the links between the systems ask: people in the CRM by address and id, calls by the participant index. */

import type { CrmObject } from '../../records/crm/model.ts';
import { type CrmNeed, planPlaces, planRecord } from '../crm/plan.ts';
import { windowKey } from '../crm/record-loader.ts';
import { connectionSelection, neededOfAll, neededParts } from '../needs.ts';
import type { Args, PlanNode } from '../plan/operation.ts';
import { pageRows as callsPerPage, listSize, loadCalls, userPages } from './calls.ts';
import { broughtBy, list, loadRecords, lookedAt, reference, sizeOf } from './crm.ts';
import { type Flow, single, times } from './reckoning.ts';
import type { Place, Rule, Walk } from './walk.ts';

/** People of one statement: an address of 100 bytes in a URL and a linked id for each. */
const peoplePerCall = 125;
/** Records of one object that share an address. */
const sharers = 5;
/** Addresses of one user of the platform. */
const aliases = 5;
/** Stretches of a list read for a condition the CRM does not have, and the statements that name its candidates. */
const stretches = 10;
const candidateCalls = 3;

/** People by address and by linked id; what a place wants beyond what another asked for comes by id. */
function findPeople(walk: Walk, object: CrmObject, flow: Flow, paths: ReadonlySet<string>): Flow {
  const loader = `people ${object.name}`;
  const found = walk.reckoning.batch(loader, flow, peoplePerCall);
  const isShared = walk.reckoning.uses(loader) > 1 || flow.waves > 1;
  return isShared && paths.size > 0 ? loadRecords(walk, object, found, paths) : found;
}

const pathsBelow = (
  walk: Walk,
  object: CrmObject,
  nodes: readonly PlanNode[],
): ReadonlySet<string> => planPlaces(nodes, walk.context.model, object).paths;

/** One record, or all that share the address, of what may be so many people. */
const person =
  (name: string, people: number, rows: number): Rule =>
  (walk, { node, flow }) => {
    const object = walk.context.model.object(name)!;
    const paths = pathsBelow(walk, object, [node]);
    return times(plain(findPeople(walk, object, times(flow, people), paths)), rows / people);
  };

const plain = ({ rows, waves }: Flow): Flow => ({ rows, waves });

/** The same below the type that says why a record matches. */
const matches =
  (name: string, people: number, rows: number): Rule =>
  (walk, { node, flow }) => {
    const object = walk.context.model.object(name)!;
    const nodes = walk.below(`${object.typeName}Match`, 'record', [node]);
    const paths = pathsBelow(walk, object, nodes);
    return times(plain(findPeople(walk, object, times(flow, people), paths)), rows / people);
  };

/** Records the platform linked, by their ids. */
function linked(walk: Walk, object: CrmObject, nodes: readonly PlanNode[], flow: Flow): Flow {
  const paths = pathsBelow(walk, object, nodes);
  return paths.size === 0 ? flow : loadRecords(walk, object, flow, paths);
}

const callOpportunities: Rule = (walk, { node, flow }) => {
  const object = walk.context.model.object('Opportunity')!;
  const nodes = walk.below('OpportunityMatch', 'record', [node]);
  return linked(walk, object, nodes, times(flow, listSize));
};

/** Linked accounts by id, and beside them those of the contacts, which come along as their parents. */
const callAccounts: Rule = (walk, { node, flow }) => {
  const { model } = walk.context;
  const object = model.object('Account')!;
  const nodes = walk.below('AccountMatch', 'record', [node]);
  const all = times(flow, listSize);
  const found = linked(walk, object, nodes, all);
  const paths = new Set([...pathsBelow(walk, object, nodes)].map((path) => `Account.${path}`));
  findPeople(walk, model.object('Contact')!, all, paths.add('Account.Id'));
  return plain(found);
};

/** Calls of records or users as the index names them. */
const relatedCalls: Rule = (walk, place) => {
  const asked = subjects(walk, place);
  const { rows, fields, edges } = connectionSelection(place.node);
  const looked = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  const shown = neededOfAll(edges, 'RelatedCallEdge').size > 0;
  return loadCalls(walk, rows, times(asked, looked ? sizeOf(walk, place.args) : 0), shown);
};

/** Why the last call is one: its parties are asked for with the call, at the moment it is known. */
const lastCallMatches: Rule = (walk, { node, flow }) => {
  const parts = neededParts(node, 'CallMatch');
  return times(
    parts.size === 0 ? flow : walk.reckoning.batch('calls', flow, callsPerPage),
    listSize,
  );
};

const people: Rule = (walk, place) => times(subjects(walk, place), sizeOf(walk, place.args));
const insight: Rule = (walk, place) => subjects(walk, place);
const trackers: Rule = (walk, place) => times(subjects(walk, place, true), listSize);

/** What a question to the index needs of its records, and what it may read for the time it asks about. */
function subjects(walk: Walk, { type, node, args, flow }: Place, withTrackers = false): Flow {
  askIndex(walk, args, withTrackers);
  const object = walk.context.model.objectOfType(type.name);
  const need = node.field.extensions.crm as CrmNeed | undefined;
  if (object === undefined || need?.kind !== 'windows') return plain(flow);
  return plain(lookedAt(walk, object, flow, need.windows(args)));
}

/** Time that the index does not know is read when a question names its beginning, once for each range. */
function askIndex(walk: Walk, { from, to }: Args, withTrackers = false): void {
  const { mostCalls } = walk.context.participants;
  const isDated = from !== null && from !== undefined;
  const calls = isDated ? mostCalls.dated : mostCalls.undated;
  const range = isDated ? JSON.stringify([from, to]) : '';
  if (calls > 0) walk.reckoning.once(`index ${range} ${withTrackers}`, calls);
  if (mostCalls.undated > 0) walk.reckoning.once('aliases', 2 * userPages(walk));
}

/** A root list; with a condition on the last call, the stretches that are read for it. */
export const crmList =
  (object: CrmObject): Rule =>
  (walk, place) => {
    const { args } = place;
    const conditions = lastCalls(args.filter);
    if (conditions.length === 0) return list(walk, object, place, null);
    for (const { after, before } of conditions) askIndex(walk, { from: after ?? before });
    const { reckoning } = walk;
    reckoning.add(stretches + (object.name === 'Account' ? candidateCalls : 0));
    return list(walk, object, place, single);
  };

interface LastCall {
  readonly after?: unknown;
  readonly before?: unknown;
}

function lastCalls(filter: unknown): readonly LastCall[] {
  const { lastCall, and } = (filter ?? {}) as { lastCall?: LastCall | null; and?: unknown };
  const below = Array.isArray(and) ? and.flatMap(lastCalls) : [];
  return lastCall ? [lastCall, ...below] : below;
}

/** One record at the root, with the children that come along. */
export const crmRecord =
  (object: CrmObject): Rule =>
  (walk, { node }) => {
    const plan = planRecord(node, walk.context.model, object);
    const { windows, keys } = broughtBy(walk, plan);
    // What does not fit one statement is asked by others at the same time.
    const found = loadRecords(walk, object, single, plan.paths, windows);
    walk.reckoning.add(windows.length > keys.size ? windows.length - keys.size : 0);
    return { ...plain(found), level: 0, brought: new Set(windows.map(windowKey)) };
  };

const party = {
  'Party.contact': person('Contact', 1, 1),
  'Party.lead': person('Lead', 1, 1),
  'Party.crmUser': person('User', 1, 1),
  'Party.contactMatches': matches('Contact', 1, sharers),
  'Party.leadMatches': matches('Lead', 1, sharers),
  'Party.crmUserMatches': matches('User', 1, sharers),
};

/** By field; those of the CRM's objects stand under the object they are asked of. */
export const linkRules: Readonly<Record<string, Rule>> = {
  ...party,
  'CrmContextObject.record': (walk, place) => reference(walk, place, walk.context.model.objects),
  'Call.accounts': callAccounts,
  'Call.opportunities': callOpportunities,
  'Call.contacts': matches('Contact', listSize, listSize),
  'Call.leads': matches('Lead', listSize, listSize),
  'PersonSpokenWith.contacts': person('Contact', 1, sharers),
  'PersonSpokenWith.leads': person('Lead', 1, sharers),
  'PersonSpokenWith.crmUsers': person('User', 1, sharers),
  'User.crmUsers': person('User', aliases, aliases),
  'User.relatedCalls': relatedCalls,
  'RelatedCallEdge.matches': (_walk, { flow }) => times(flow, listSize),
  'LastCall.matches': lastCallMatches,
  'CallMatch.party': (_walk, { flow }) => flow,
  'CrmUser.users': (walk, { flow }) => {
    walk.reckoning.once('users by address', userPages(walk));
    return times(plain(flow), sharers);
  },
};

/** Fields that the index answers, whatever object they are asked of. */
export const indexRules: Readonly<Record<string, Rule>> = {
  relatedCalls,
  lastCall: insight,
  callsPerPeriod: insight,
  peopleSpokenWith: people,
  trackersOverTime: trackers,
};
