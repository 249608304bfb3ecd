/** Requests of many clients, drawn from a seed: the same questions, ids and cursors in different hands. */

import { seeded } from '../../src/demo/fault/random-source.ts';
import { type ClientName, clientNames } from './gateway-pair.ts';

interface Question {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface MixedRequest extends Required<Question> {
  readonly client: ClientName;
}

const callFields = [
  'upstreamId title isPrivate',
  'upstreamId startedAt parties { name emailAddress affiliation }',
  'title content { brief topics { name } }',
  'title transcript { monologues { speakerId } }',
  'upstreamId parties { name contact { id name } }',
  'title primaryUser { name } workspace { name }',
];
/** What the participant index answers. */
const accountFields = [
  'relatedCalls(first: 3) { totalCount nodes { id title isPrivate } }',
  'lastCall { startedAt call { id title isPrivate } }',
  'peopleSpokenWith(first: 3) { people { email calls } }',
];
const groups = ['OWNER', 'MONTH', 'ACCOUNT', 'TOPIC', 'EXTERNAL_DOMAIN', 'SCOPE'];
const contactFields = [
  'id name',
  'name email account { name }',
  'name tasks(first: 2) { nodes { subject } }',
];
const connection = (fields: string): string =>
  `{ edges { cursor node { ${fields} } } pageInfo { hasNextPage endCursor } }`;

/** What one client sees another may ask for: ids and cursors, by the list they belong to. */
export class MixedRequests {
  readonly #random: () => number;
  readonly #ids: string[] = [];
  readonly #callIds: string[] = [];
  readonly #cursors = new Map<string, string[]>();
  readonly #indexed: boolean;

  /** @param indexed whether some questions are of the participant index. */
  constructor(seed: number, indexed = false) {
    this.#random = seeded(seed);
    this.#indexed = indexed;
  }

  next(): MixedRequest {
    const { query, variables = {} } = this.#question();
    return { client: this.#one(clientNames), query, variables };
  }

  /** Takes over what an answer shows. */
  learn(query: string, answer: unknown): void {
    const list = /^query \S* ?\S* ?\{ (\w+\([^,)]*)/.exec(query)?.[1] ?? query.slice(0, 30);
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) visit(one);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'id' && typeof inner === 'string') keep(this.#ids, inner);
        else if (name === 'upstreamId' && /^\d+$/.test(String(inner)))
          keep(this.#callIds, String(inner));
        else if (name === 'cursor' && typeof inner === 'string') {
          const own = this.#cursors.get(list) ?? [];
          keep(own, inner);
          this.#cursors.set(list, own);
        } else visit(inner);
      }
    };
    visit(answer);
  }

  #one<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  #after(): string | null {
    const lists = [...this.#cursors.values()];
    return lists.length === 0 || this.#random() < 0.5 ? null : this.#one(this.#one(lists));
  }

  #question(): Question {
    if (this.#indexed && this.#random() < 0.4) return this.#indexQuestion();
    const first = this.#one([1, 3, 7]);
    const call = this.#one(callFields);
    const contact = this.#one(contactFields);
    const id = this.#ids.length === 0 ? 'none' : this.#one(this.#ids);
    const callId = this.#callIds.length === 0 ? '1' : this.#one(this.#callIds);
    const after = this.#after();
    const letter = this.#one(['A', 'B', 'M', 'R']);
    const kinds = [
      () => ({
        query: `query Q($after: String) { calls(first: ${first}, after: $after, filter: {from: "2026-10-20T00:00:00Z", to: "2026-10-24T00:00:00Z"}) ${connection(call)} }`,
        variables: { after },
      }),
      () => ({
        query: `query Q($after: String) { contacts(first: ${first}, after: $after, filter: {lastName: {startsWith: "${letter}"}}) ${connection(contact)} }`,
        variables: { after },
      }),
      () => ({
        query: `{ accounts(first: ${first}) { nodes { id name contacts(first: 2) ${connection('id name')} } } }`,
      }),
      () => ({
        query: `query Q($id: ID!) { call(by: {upstreamId: $id}) { ${call} } }`,
        variables: { id: callId },
      }),
      () => ({
        query:
          'query Q($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Contact { name email } ... on Account { name } ... on Call { title isPrivate } } }',
        variables: { ids: [id, this.#ids.length === 0 ? 'none' : this.#one(this.#ids)] },
      }),
      () => ({
        query: `{ soql(query: "SELECT Id, Name FROM Account WHERE Name LIKE '${letter}%' ORDER BY Name", first: ${first}) { columns nodes { values } } }`,
      }),
      () => ({
        query: `{ opportunitiesAggregate(groupBy: [{field: IS_WON}]) { count sum { amount } keys { value } } }`,
      }),
      () => ({
        query: `{ search(term: "${this.#one(['renewal', 'north', 'data'])}", first: ${first}) { id recordName } }`,
      }),
      () => ({ query: `{ users(first: ${first}) ${connection('id name emailAddress')} }` }),
      () => ({ query: `{ scorecards(first: ${first}) { nodes { id name questions { text } } } }` }),
    ];
    return this.#one(kinds)();
  }

  #indexQuestion(): Question {
    const first = this.#one([1, 3, 7]);
    const of = this.#one(accountFields);
    const id = this.#ids.length === 0 ? 'none' : this.#one(this.#ids);
    const after = this.#after();
    const during = 'during: { period: LAST_N_DAYS, n: 400 }';
    return this.#one([
      () => ({
        query: `query Q($after: String) { accounts(first: ${first}, after: $after) ${connection(`id ${of}`)} }`,
        variables: { after },
      }),
      () => ({
        query: `query Q($id: ID!) { node(id: $id) { ... on Account { name ${of} } ... on Contact { name ${accountFields[0]} } } }`,
        variables: { id },
      }),
      () => ({
        query: `query Q($after: String) { calls(first: ${first}, after: $after, filter: { ${during}, about: { title: "e" } }) { totalCount edges { cursor node { id title isPrivate } } } }`,
        variables: { after },
      }),
      () => ({
        query: `{ callsAggregate(groupBy: [${this.#one(groups)}], first: ${first}) { totalCount groups { keys { value } count minutes people } } }`,
      }),
      () => ({
        query: `{ accounts(first: ${first}, filter: { callCount: { atLeast: 3, ${during} } }) { nodes { id name } } }`,
      }),
      () => ({
        query: `{ opportunities(first: ${first}, filter: { lastCall: { before: "2026-09-01T00:00:00Z" } }) { nodes { id name } } }`,
      }),
      () => ({ query: '{ indexStatus { calls skippedRows } }' }),
    ])();
  }
}

/** The newest hundred are enough. */
function keep(all: string[], one: string): void {
  all.push(one);
  if (all.length > 100) all.shift();
}
