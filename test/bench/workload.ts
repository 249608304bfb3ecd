/** What is asked in each row of the main table: bodies made from a seed, the same for every contestant. */

import type { CompanyFacts } from './company-fact.ts';
import { type DocumentName, documents } from './document.ts';
import type { Operation } from './operation.ts';
import { choiceFrom, zipf } from './random.ts';

export interface Workload {
  readonly name: string;
  readonly about: string;
  /** Asked before anything is counted; empty: from cold. */
  readonly before: readonly Operation[];
  readonly asked: readonly Operation[];
  /** No program is written for its documents: they are not known beforehand, or join what a program would have to index. */
  readonly unwritten?: boolean;
}

const day = 86_400_000;
/** Midnight: the same for everybody all day long. */
const today = Math.floor(Date.now() / day) * day;
const instant = (days: number): string => new Date(today + days * day).toISOString();
const date = (days: number): string => instant(days).slice(0, 10);

const ask = (name: DocumentName, variables: Readonly<Record<string, unknown>>): Operation => ({
  name,
  about: '',
  query: documents[name],
  variables,
});
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** How many of a hundred questions are asked by which document. */
const mix: readonly (readonly [DocumentName, number])[] = [
  ['AccountPage', 35],
  ['DealBoard', 15],
  ['ContactCalls', 15],
  ['CallPage', 10],
  ['AccountList', 10],
  ['CallList', 15],
];

const hundred = mix.flatMap(([name, share]) => times(share, () => name));

/** Questions of a dashboard's users without end. */
export function mixedQuestions(facts: CompanyFacts, seed: number): () => Operation {
  const choice = choiceFrom(seed);
  const account = zipf(facts.accounts, choice);
  const contact = zipf(facts.contacts, choice);
  const call = zipf(facts.calls, choice);
  const industry = zipf(facts.industries, choice);
  const month = zipf(
    times(24, (at) => at),
    choice,
  );
  const page = () => choice.of([5, 10, 20]);
  const make: Partial<Record<DocumentName, () => Operation>> = {
    AccountPage: () =>
      ask('AccountPage', { id: account(), contacts: page(), deals: page(), tasks: page() }),
    DealBoard: () => {
      const from = (month() - 6) * 30;
      const to = from + choice.of([7, 30, 90]);
      return ask('DealBoard', { first: choice.of([20, 50]), from: date(from), to: date(to) });
    },
    ContactCalls: () => ask('ContactCalls', { id: contact(), first: page() }),
    CallPage: () => ask('CallPage', { id: call() }),
    AccountList: () =>
      ask('AccountList', {
        first: choice.of([10, 20, 50]),
        industry: industry(),
        revenue: choice.of([0, 1_000_000, 10_000_000]),
      }),
    CallList: () => {
      const from = -choice.below(60) - 1;
      const to = from + choice.of([1, 3, 7]);
      return ask('CallList', {
        first: choice.of([10, 20, 50]),
        from: instant(from),
        to: instant(to),
      });
    },
  };
  return () => {
    return make[choice.of(hundred)]!();
  };
}

export function mixed(facts: CompanyFacts, count: number, seed: number): Workload {
  return {
    name: 'mixed',
    about: `${count} questions from cold: account pages, deal boards, a contact’s calls, calls with transcripts, lists with filters; ids by Zipf’s law over all accounts, contacts and calls, changing page sizes and date ranges`,
    before: [],
    asked: times(count, mixedQuestions(facts, seed)),
  };
}

export function knownRows(facts: CompanyFacts, count: number, seed: number): Workload {
  const choice = choiceFrom(seed);
  const known = [...choice.some(facts.accounts, 200), ...choice.some(facts.contacts, 200)];
  const some = () => ask('KnownRows', { ids: choice.some(known, 20) });
  return {
    name: 'known rows, new ids',
    about:
      '`nodes` of 20 out of 400 rows that are known, others each time: nothing is asked upstream',
    before: [
      ...times(20, (at) => ask('KnownRows', { ids: known.slice(at * 20, at * 20 + 20) })),
      ...times(Math.ceil(count / 10), some),
    ],
    asked: times(count, some),
  };
}

export function newFilters(facts: CompanyFacts, count: number, seed: number): Workload {
  const choice = choiceFrom(seed);
  const filtered = (at: number): Operation =>
    ask('AccountList', {
      first: choice.of([5, 10, 20]),
      industry: choice.of(facts.industries),
      revenue: 100_000 + at * 37,
    });
  const warmUp = Math.ceil(count / 10);
  return {
    name: 'filter never seen',
    about: 'a list of accounts by a condition that nobody asked for before',
    before: times(warmUp, (at) => filtered(-1 - at)),
    asked: times(count, filtered),
  };
}

/** Whatever of this a document shows, all of it has come before. */
const shownOfAccount = ['name', 'industry', 'annualRevenue', 'owner { name }', 'owner { email }'];
const shownOfContact = ['name', 'title', 'email'];

export function newDocuments(facts: CompanyFacts, count: number, seed: number): Workload {
  const choice = choiceFrom(seed);
  const accounts = choice.some(facts.accounts, 50);
  const document = (account: string, n: string, own: string[], contact: string[]): Operation => ({
    name: `New${n}`,
    about: '',
    query: `query New${n} { a${n}: account(by: { id: "${account}" }) { id ${own.join(' ')} contacts(first: 5) { nodes { id ${contact.join(' ')} } } } }`,
  });
  const some = (values: readonly string[]) => choice.some(values, 1 + choice.below(values.length));
  const one = (n: string) =>
    document(choice.of(accounts), n, some(shownOfAccount), some(shownOfContact));
  const warmUp = Math.ceil(count / 10);
  return {
    name: 'document never seen',
    about: 'documents of which no two are alike, about 50 known accounts and their contacts',
    unwritten: true,
    before: [
      ...accounts.map((account, at) => document(account, `K${at}`, shownOfAccount, shownOfContact)),
      ...times(warmUp, (at) => one(`W${at}`)),
    ],
    asked: times(count, (at) => one(String(at))),
  };
}

/** Each body once before, then in turn. */
function inTurn(
  name: string,
  about: string,
  bodies: readonly Operation[],
  count: number,
): Workload {
  return { name, about, before: bodies, asked: times(count, (at) => bodies[at % bodies.length]!) };
}

export function wide(facts: CompanyFacts, count: number): Workload {
  const { industries } = facts;
  const bodies = times(44, (at) =>
    ask('WideAccounts', {
      first: 17 - Math.floor(at / industries.length),
      industry: industries[at % industries.length],
    }),
  );
  return inTurn(
    'wide, 44 bodies',
    'about 1,000 nodes an answer: 17 accounts with all their contacts, deals and tasks',
    bodies,
    count,
  );
}

export function listOfOne(facts: CompanyFacts, count: number): Workload {
  const bodies = facts.industries.map((industry) => ask('ListOfOne', { industry, contacts: 9 }));
  return inTurn(
    'list of one, with children',
    'the first account of an industry with nine contacts, the same statements each time',
    bodies,
    count,
  );
}

export function joinedCalls(facts: CompanyFacts, count: number, seed: number): Workload {
  const accounts = choiceFrom(seed).some(facts.accounts, 50);
  const bodies = accounts.map((id) => ask('JoinedCalls', { id, contacts: 5, calls: 5 }));
  const asked = inTurn(
    'calls joined by e-mail',
    'the calls of an account’s five contacts with everybody who took part, found by their addresses',
    bodies,
    count,
  );
  return { ...asked, unwritten: true };
}

export function halfEmpty(count: number): Workload {
  const bodies = times(12, (at) => ask('HalfEmptyPages', { revenue: 200_000 + at * 10_000 }));
  return inTurn(
    'wide, half-empty pages',
    'about 1,400 nodes of 5,000 asked for: 100 accounts with up to 50 contacts each',
    bodies,
    count,
  );
}

/** The bodies that the one row of repeated bodies repeats word for word. */
export function repeatedBodies(facts: CompanyFacts, seed: number): readonly Operation[] {
  const next = mixedQuestions(facts, seed);
  const found = new Map<string, Operation>();
  while (found.size < mix.length) {
    const operation = next();
    if (!found.has(operation.name)) found.set(operation.name, operation);
  }
  return [...found.values()];
}
