/** Plain resolvers for Apollo Server and Mercurius: the data layer batches and remembers, so they only ask. */

import * as calls from './calls.ts';
import * as crm from './crm.ts';
import { type Soon, then } from './store.ts';

type Shape = crm.Shape;
interface First {
  readonly first: number;
}
interface Related extends First {
  readonly contact: Shape;
}
interface By {
  readonly by: crm.Key;
}

const nodes = (rows: Soon<Shape[]>) => then(rows, (found) => ({ nodes: found }));
const children =
  (name: crm.ChildName) =>
  (row: Shape, { first }: First) =>
    nodes(crm.childrenOf(name, row.upstreamId, first));

export const resolvers = {
  Query: {
    account: (_root: unknown, { by }: By) => crm.record('Account', crm.upstreamId(by)),
    contact: (_root: unknown, { by }: By) => crm.record('Contact', crm.upstreamId(by)),
    call: (_root: unknown, { by }: By) => calls.call(crm.upstreamId(by)),
    nodes: (_root: unknown, { ids }: { readonly ids: readonly string[] }) => crm.nodes(ids),
    accounts: (_root: unknown, args: crm.AccountsArgs) => nodes(crm.accounts(args)),
    opportunities: (_root: unknown, args: crm.OpportunitiesArgs) => nodes(crm.opportunities(args)),
    calls: (_root: unknown, args: calls.CallsArgs) => nodes(calls.calls(args)),
  },
  Account: {
    contacts: children('contacts'),
    opportunities: children('opportunities'),
    tasks: children('tasks'),
  },
  Contact: {
    account: (row: Shape) => crm.record('Account', row.accountId),
    relatedCalls: (contact: Shape, { first }: First) => ({ contact, first }),
  },
  RelatedCallConnection: {
    totalCount: ({ contact }: Related) => calls.countRelatedCalls(contact),
    nodes: ({ contact, first }: Related) => calls.relatedCalls(contact, first),
  },
  Opportunity: {
    account: (row: Shape) => crm.record('Account', row.accountId),
    opportunityContactRoles: children('opportunityContactRoles'),
  },
  OpportunityContactRole: { contact: (row: Shape) => crm.record('Contact', row.contactId) },
  Call: {
    primaryUser: (row: Shape) => calls.user(row.primaryUserId),
    parties: (row: Shape) => calls.partiesOf(row),
    transcript: (row: Shape) => calls.transcriptOf(row),
  },
  Monologue: { speaker: (row: Shape) => calls.speakerOf(row) },
  Party: { contact: (row: Shape) => crm.person(row) },
};
