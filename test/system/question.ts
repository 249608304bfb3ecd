/** What the tests of the whole ask. */

/** Midnight UTC, when the company's last day begins: its people and ids are the same on every day. */
const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;

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
