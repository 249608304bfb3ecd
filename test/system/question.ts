/** What the tests of the whole ask. */

import type { Client } from './gateway.ts';
import { now } from './wall-clock.ts';

/** Midnight UTC, when the company's last day begins: its people and ids are the same on every day. */
const today = Math.floor(now() / 86_400_000) * 86_400_000;

const dayMs = 86_400_000;

/** So many days before that. */
export const daysAgo = (days: number): string => new Date(today - days * dayMs).toISOString();

/** Calls of both systems: what the platform knows, and who the people are in the CRM. */
export const callsWithPeople = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!, $first: Int = 20) {
    calls(first: $first, filter: { from: $from, to: $to }) {
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
        parties { name emailAddress affiliation contact { name account { name } } }
      }
    }
  }
`;

/** The platform's half of that. */
export const callsAlone = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!, $first: Int = 20) {
    calls(first: $first, filter: { from: $from, to: $to }) {
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
        parties { name emailAddress affiliation }
      }
    }
  }
`;

export const lastMonth = { from: daysAgo(30), to: daysAgo(0) };

/** One call upstream, another one for every n. */
export const oneCall = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!) {
    calls(first: 1, filter: { from: $from, to: $to }) { nodes { upstreamId title } }
  }
`;

export const nth = (n: number) => ({
  from: new Date(today - 40 * dayMs - n * 1_000).toISOString(),
  to: daysAgo(1),
});

export const someAccounts = /* GraphQL */ `
  query ($first: Int = 5) {
    accounts(first: $first, orderBy: [{ field: NAME }]) { nodes { id name industry } }
  }
`;

/** People's calls, found through the participant index. */
const contactCalls = /* GraphQL */ `
  query ($after: String, $from: DateTime) {
    contacts(first: 2, after: $after, filter: { email: { isNull: false } }, orderBy: [{ field: LAST_NAME }]) {
      nodes {
        name
        email
        relatedCalls(first: 3, from: $from) {
          totalCount
          edges { matches { reason roles } node { title startedAt } }
        }
      }
    }
  }
`;

const contactCursors = /* GraphQL */ `
  { contacts(first: 60, filter: { email: { isNull: false } }, orderBy: [{ field: LAST_NAME }]) { edges { cursor } } }
`;

const deals = /* GraphQL */ `
  query ($first: Int!) {
    accounts(first: $first, orderBy: [{ field: ANNUAL_REVENUE, direction: DESC, nulls: LAST }]) {
      totalCount
      nodes {
        id
        name
        owner { name }
        opportunities(first: 3, orderBy: [{ field: CLOSE_DATE }]) { nodes { name amount stageName } }
        contacts(first: 2, orderBy: [{ field: LAST_NAME }]) { nodes { name email } }
      }
    }
    opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { count }
  }
`;

const transcripts = /* GraphQL */ `
  query ($from: DateTime!, $to: DateTime!) {
    calls(first: 3, filter: { from: $from, to: $to }) {
      nodes {
        id
        title
        primaryUser { name }
        transcript { monologues { topic speaker { name } sentences { text startMs } } }
      }
    }
  }
`;

export interface Question {
  readonly query: string;
  readonly variables: object;
  /** JSON of the data. */
  readonly answer: string;
}

/** A mixture of both systems and of the index, with the answers of one gateway. */
export async function questionsFor(client: Client): Promise<readonly Question[]> {
  const { data } = await client.ask(contactCursors);
  const cursors: string[] = data.contacts.edges.map(({ cursor }: { cursor: string }) => cursor);
  const asked = [
    ...[3, 5, 8, 10, 15, 20].map((first) => [deals, { first }] as const),
    ...[4, 7, 11].map((first) => [someAccounts, { first }] as const),
    ...[0, 15, 30, 45].map(
      (at) => [contactCalls, { after: cursors[at], from: daysAgo(25) }] as const,
    ),
    ...[3, 6].map((to) => [callsWithPeople, { from: daysAgo(to + 3), to: daysAgo(to) }] as const),
    [transcripts, { from: daysAgo(12), to: daysAgo(9) }] as const,
  ];
  return Promise.all(
    asked.map(async ([query, variables]) => {
      const { data: answer, errors } = await client.ask(query, variables);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return { query, variables, answer: JSON.stringify(answer) };
    }),
  );
}
