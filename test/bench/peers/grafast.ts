/** Grafast with plan resolvers over the peers' data layer, its plans and documents kept as it keeps them. */

import { each, get, grafast, lambda, loadOne, makeGrafastSchema, type Step } from 'grafast';
import * as calls from './calls.ts';
import * as crm from './crm.ts';
import { listen } from './listen.ts';
import { typeDefs } from './schema.ts';
import { all, type Soon } from './store.ts';

type Shape = crm.Shape;
type Args = Readonly<Record<string, Step>>;

/** A loader of one row for each key, over a store that batches. */
const rowsBy =
  (find: (key: Shape) => Soon<Shape | null>) =>
  (keys: readonly Shape[]): Soon<(Shape | null)[]> =>
    all(keys.map((key) => (key === null || key === undefined ? null : find(key))));

const account = rowsBy((id) => crm.record('Account', id));
const contact = rowsBy((id) => crm.record('Contact', id));
const call = rowsBy(calls.call);
const user = rowsBy(calls.user);
const node = rowsBy(crm.node);
const parties = rowsBy(calls.partiesOf);
const transcript = rowsBy(calls.transcriptOf);
const speaker = rowsBy(calls.speakerOf);
const person = rowsBy(crm.person);
const accounts = rowsBy(crm.accounts);
const opportunities = rowsBy(crm.opportunities);
const callList = rowsBy(calls.calls);

const byKey =
  (load: typeof account) =>
  (_root: Step, { $by }: Args): Step =>
    loadOne(
      lambda($by!, (by) => crm.upstreamId(by as crm.Key)),
      load,
    );

const listOf =
  (load: typeof account) =>
  (_root: Step, { $first, $filter, $orderBy }: Args): Step =>
    loadOne(
      lambda([$first!, $filter!, ...($orderBy ? [$orderBy] : [])], ([first, filter, orderBy]) => ({
        first,
        filter,
        orderBy,
      })),
      load,
    );

const children = (name: crm.ChildName) => {
  const load = rowsBy(([parentId, first]) => crm.childrenOf(name, parentId, first));
  return ($row: Step, { $first }: Args): Step =>
    loadOne(
      lambda([get($row, 'upstreamId'), $first!], (key) => key),
      load,
    );
};

/** A connection's step is that of its rows. */
const connection = { plans: { nodes: ($rows: Step) => $rows } };

const schema = makeGrafastSchema({
  typeDefs,
  objects: {
    Query: {
      plans: {
        account: byKey(account),
        contact: byKey(contact),
        call: byKey(call),
        nodes: (_root: Step, { $ids }: Args) => each($ids!, ($id) => loadOne($id, node)),
        accounts: listOf(accounts),
        opportunities: listOf(opportunities),
        calls: listOf(callList),
      },
    },
    AccountConnection: connection,
    ContactConnection: connection,
    OpportunityConnection: connection,
    OpportunityContactRoleConnection: connection,
    TaskConnection: connection,
    CallConnection: connection,
    RelatedCallConnection: {
      plans: {
        totalCount: ($calls: Step) =>
          lambda($calls, ({ contact }: Shape) => calls.countRelatedCalls(contact)),
        nodes: ($calls: Step) =>
          lambda($calls, ({ contact, first }: Shape) => calls.relatedCalls(contact, first)),
      },
    },
    Account: {
      plans: {
        contacts: children('contacts'),
        opportunities: children('opportunities'),
        tasks: children('tasks'),
      },
    },
    Contact: {
      plans: {
        account: ($row: Step) => loadOne(get($row, 'accountId'), account),
        relatedCalls: ($row: Step, { $first }: Args) =>
          lambda([$row, $first!], ([contact, first]) => ({ contact, first })),
      },
    },
    Opportunity: {
      plans: {
        account: ($row: Step) => loadOne(get($row, 'accountId'), account),
        opportunityContactRoles: children('opportunityContactRoles'),
      },
    },
    OpportunityContactRole: {
      plans: { contact: ($row: Step) => loadOne(get($row, 'contactId'), contact) },
    },
    Call: {
      plans: {
        primaryUser: ($row: Step) => loadOne(get($row, 'primaryUserId'), user),
        parties: ($row: Step) => loadOne($row, parties),
        transcript: ($row: Step) => loadOne($row, transcript),
      },
    },
    Monologue: { plans: { speaker: ($row: Step) => loadOne($row, speaker) } },
    Party: { plans: { contact: ($row: Step) => loadOne($row, person) } },
  },
  interfaces: {
    Node: {
      planType: ($row: Step) => ({
        $__typename: get($row, '__typename') as Step<string | null>,
        planForType: () => $row,
      }),
    },
  },
});

listen(async ({ query, variables }) => {
  return (await grafast({ schema, source: query, variableValues: variables })) as object;
});
