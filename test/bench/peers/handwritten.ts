/**
 * What a team without GraphQL writes: one function an operation over the same data layer, which builds
 * exactly the answer's JSON. No schema, no parsing, no checks: an operation is known by its name.
 */

import * as calls from './calls.ts';
import * as crm from './crm.ts';
import { listen } from './listen.ts';
import { type Soon, then } from './store.ts';
import type { Row } from './upstream.ts';

type Shape = crm.Shape;
type Answer = (variables: Row) => Promise<object | null>;

const named = (row: Shape | null) => row && { name: row.name };
const ownerOf = ({ owner }: Shape) => owner && { name: owner.name, email: owner.email };
/** Waits only where there is something to wait for. */
const present = async (row: Soon<Shape | null>, show: (row: Shape) => Soon<object>) => {
  const found = row instanceof Promise ? await row : row;
  return found && show(found);
};
const shown = (rows: Soon<Shape[]>, show: (row: Shape) => object) =>
  then(rows, (found) => ({ nodes: found.map(show) }));
const each = async (rows: Soon<Shape[]>, show: (row: Shape) => Soon<object>) => ({
  nodes: await Promise.all((await rows).map(show)),
});

const deal = (row: Shape) => ({
  id: row.id,
  name: row.name,
  stageName: row.stageName,
  amount: row.amount,
  closeDate: row.closeDate,
  owner: named(row.owner),
});
const task = ({ subject, status, priority, activityDate }: Shape) => ({
  subject,
  status,
  priority,
  activityDate,
});
const accountRow = (row: Shape) => ({
  id: row.id,
  name: row.name,
  industry: row.industry,
  annualRevenue: row.annualRevenue,
  owner: named(row.owner),
});
const callRow = (row: Shape) =>
  then(calls.user(row.primaryUserId), (host) => ({
    id: row.id,
    title: row.title,
    startedAt: row.startedAt,
    durationSeconds: row.durationSeconds,
    primaryUser: named(host),
  }));

const answers: Record<string, Answer> = {
  AccountPage: async ({ id, contacts, deals, tasks }) => ({
    account: await present(crm.record('Account', crm.upstreamId({ id })), async (row) => {
      const [people, open, todo] = await Promise.all([
        crm.childrenOf('contacts', row.upstreamId, contacts),
        crm.childrenOf('opportunities', row.upstreamId, deals),
        crm.childrenOf('tasks', row.upstreamId, tasks),
      ]);
      return {
        id: row.id,
        name: row.name,
        industry: row.industry,
        annualRevenue: row.annualRevenue,
        owner: ownerOf(row),
        contacts: {
          nodes: people.map(({ id, name, title, email }) => ({ id, name, title, email })),
        },
        opportunities: { nodes: open.map(deal) },
        tasks: { nodes: todo.map(task) },
      };
    }),
  }),

  DealBoard: async ({ first, from, to }) => ({
    opportunities: await each(
      crm.opportunities({
        first,
        filter: { isClosed: { eq: false }, closeDate: { gte: from, lt: to } },
        orderBy: [{ field: 'CLOSE_DATE' }],
      }),
      (row) =>
        then(crm.record('Account', row.accountId), (account) => ({
          ...deal(row),
          account: account && { id: account.id, name: account.name, industry: account.industry },
        })),
    ),
  }),

  ContactCalls: async ({ id, first }) => ({
    contact: await present(crm.record('Contact', crm.upstreamId({ id })), async (row) => {
      const [account, nodes] = await Promise.all([
        crm.record('Account', row.accountId),
        each(calls.relatedCalls(row, first), callRow),
      ]);
      return {
        id: row.id,
        name: row.name,
        account: named(account),
        relatedCalls: { totalCount: calls.countRelatedCalls(row), ...nodes },
      };
    }),
  }),

  CallPage: async ({ id }) => ({
    call: await present(calls.call(crm.upstreamId({ id })), async (row) => {
      const [host, transcript] = await Promise.all([
        calls.user(row.primaryUserId),
        calls.transcriptOf(row),
      ]);
      const speakers = new Map<string, Shape>();
      for (const party of row.parties)
        if (!speakers.has(party.speakerId)) speakers.set(party.speakerId, party);
      return {
        id: row.id,
        title: row.title,
        startedAt: row.startedAt,
        durationSeconds: row.durationSeconds,
        primaryUser: host && { name: host.name, title: host.title },
        parties: row.parties.map(({ name, affiliation }: Shape) => ({ name, affiliation })),
        transcript: transcript && {
          monologues: transcript.monologues.map(({ topic, speakerId, sentences }: Shape) => ({
            topic,
            speaker: named(speakers.get(speakerId) ?? null),
            sentences,
          })),
        },
      };
    }),
  }),

  AccountList: async ({ first, industry, revenue }) => ({
    accounts: await shown(
      crm.accounts({
        first,
        filter: { industry: { eq: industry }, annualRevenue: { gte: revenue } },
        orderBy: [{ field: 'NAME' }],
      }),
      accountRow,
    ),
  }),

  CallList: async ({ first, from, to }) => ({
    calls: await each(calls.calls({ first, filter: { from, to } }), callRow),
  }),

  KnownRows: async ({ ids }) => ({
    nodes: (await crm.nodes(ids)).map(
      (row) =>
        row &&
        (row.__typename === 'Account'
          ? accountRow(row)
          : { id: row.id, name: row.name, title: row.title, email: row.email }),
    ),
  }),

  ListOfOne: async ({ industry, contacts }) => ({
    accounts: await each(
      crm.accounts({
        first: 1,
        filter: { industry: { eq: industry } },
        orderBy: [{ field: 'NAME' }],
      }),
      async (row) => ({
        id: row.id,
        name: row.name,
        industry: row.industry,
        contacts: await shown(
          crm.childrenOf('contacts', row.upstreamId, contacts),
          ({ id, name, title, email }) => ({ id, name, title, email }),
        ),
      }),
    ),
  }),

  WideAccounts: async ({ first, industry }) => ({
    accounts: await each(
      crm.accounts({ first, filter: { industry: { eq: industry } } }),
      async (row) => {
        const [people, deals, tasks] = await Promise.all([
          crm.childrenOf('contacts', row.upstreamId, 50),
          crm.childrenOf('opportunities', row.upstreamId, 50),
          crm.childrenOf('tasks', row.upstreamId, 50),
        ]);
        return {
          name: row.name,
          industry: row.industry,
          annualRevenue: row.annualRevenue,
          owner: ownerOf(row),
          contacts: {
            nodes: people.map(({ name, title, email, phone, createdDate, owner }) => ({
              name,
              title,
              email,
              phone,
              createdDate,
              owner: named(owner),
            })),
          },
          opportunities: { nodes: deals.map(deal) },
          tasks: { nodes: tasks.map(task) },
        };
      },
    ),
  }),

  HalfEmptyPages: async ({ revenue }) => ({
    accounts: await each(
      crm.accounts({ first: 100, filter: { annualRevenue: { gte: revenue } } }),
      (row) =>
        then(
          shown(crm.childrenOf('contacts', row.upstreamId, 50), (one) => ({
            name: one.name,
            title: one.title,
            email: one.email,
            owner: named(one.owner),
          })),
          (contacts) => ({ id: row.id, name: row.name, contacts }),
        ),
    ),
  }),
};

listen(async ({ query, variables }) => {
  const name = /^query (\w+)/.exec(query)?.[1] ?? '';
  return { data: await answers[name]!(variables) };
});
