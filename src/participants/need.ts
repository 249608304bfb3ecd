/**
 * Need: what an answer must know of calls, and of which time. One table says which walks bring each kind of knowledge, and
 * which conditions and questions need it; coverage, fills, the schedule, verification and estimates follow from it.
 */

import type { FacetKind } from './call-facet.ts';
import type { IndexFilter, Period } from './call-query.ts';

/** Walks by the number that their spans are stored with, which never changes. */
const walkNumbers = {
  /** Of the versions that kept who took part and when, and nothing else: no longer made, as the next. */
  bare: 0,
  /** The same, with the hits of trackers. */
  counted: 1,
  contents: 2,
  /** Below zero, so that a version that does not know it takes its spans for bare ones. */
  people: -1,
} as const;

export type Walk = keyof typeof walkNumbers;

/** Walks that are made, the one that asks the platform for the least first. */
const madeWalks = ['people', 'contents'] as const satisfies readonly Walk[];
export type MadeWalk = (typeof madeWalks)[number];

/** A condition of a filter: one of its members, or a facet by its kind. */
export type IndexCondition = Exclude<keyof IndexFilter, 'facets' | 'absent'> | FacetKind;

interface KnowledgeEntry {
  /** Walks that bring it. */
  readonly walks: readonly Walk[];
  /** Conditions that can't be evaluated without it; TypeScript points at one that no entry names. */
  readonly conditions: readonly IndexCondition[];
  /** Questions that can't be answered without it, whatever their filter. */
  readonly questions: readonly string[];
}

const knowledge = {
  /** Who took part, by address, user and linked record, and a call's time, length, direction, scope and host. */
  people: {
    walks: ['bare', 'counted', 'people', 'contents'],
    conditions: [
      ...(['from', 'to', 'directions', 'scopes', 'roles', 'hosts', 'calls'] as const),
      ...(['minDurationSeconds', 'maxDurationSeconds', 'includePrivate', 'visibleBy'] as const),
      ...(['participants', 'notLinkedTo'] as const),
    ],
    questions: [
      ...(['calls', 'countCalls', 'lastCalls', 'recentKeys', 'callsPerPeriod'] as const),
      ...(['peopleSpokenWith', 'filteredCalls', 'countFiltered'] as const),
    ],
  },
  /** What comes with every row: its other metadata, and the domains of its addresses. */
  titles: {
    walks: ['people', 'contents'],
    conditions: ['title', 'systems', 'languages', 'workspaceId', 'domain'],
    questions: [],
  },
  /** How often trackers were heard. */
  trackers: { walks: ['counted', 'contents'], conditions: [], questions: ['trackersPerPeriod'] },
  /** Which words were said: read of each call after a walk has brought it, and covered from another instant on. See `transcript-store.ts`. */
  words: {
    walks: ['bare', 'counted', 'people', 'contents'],
    conditions: ['said', 'unsaid'],
    questions: [],
  },
  /** What the platform heard in it, and which records were linked at the time of the call. */
  contents: {
    walks: ['contents'],
    conditions: ['tracker', 'topic', 'outcome', 'account', 'deal', 'field', 'recordField'],
    questions: ['aggregate', 'keepsField', 'ownCalls'],
  },
} as const satisfies Readonly<Record<string, KnowledgeEntry>>;

export type Knowledge = keyof typeof knowledge;

const kinds = Object.keys(knowledge) as readonly Knowledge[];

type Named<Part extends 'conditions' | 'questions'> = (typeof knowledge)[Knowledge][Part][number];

/** The methods of `Participants` that are answered from calls. */
export type IndexQuestion = Named<'questions'>;

const kindsBy = <Part extends 'conditions' | 'questions'>(part: Part) =>
  Object.fromEntries(
    kinds.flatMap((kind) => knowledge[kind][part].map((name) => [name, kind])),
  ) as Readonly<Record<Named<Part>, Knowledge>>;

const kindOfCondition: Readonly<Record<IndexCondition, Knowledge>> = kindsBy('conditions');
const kindOfQuestion: Readonly<Record<IndexQuestion, Knowledge>> = kindsBy('questions');

/** What an answer must know, and of calls of which time. */
export interface Need extends Period {
  /** Each once, in the order of the table. */
  readonly kinds: readonly Knowledge[];
}

/**
 * The need of a question with these conditions.
 * @example needOf('calls', ['title']).kinds // → ['people', 'titles']
 */
export function needOf(
  question: IndexQuestion,
  conditions: readonly IndexCondition[],
  { from = null, to = null }: Period = {},
): Need {
  const needed = new Set([
    kindOfQuestion[question],
    ...conditions.map((condition) => kindOfCondition[condition]),
  ]);
  return { kinds: kinds.filter((kind) => kind === 'people' || needed.has(kind)), from, to };
}

/** Conditions of a filter; a member that is null or absent is none. */
export function conditionsOf({ facets, absent, ...members }: IndexFilter): IndexCondition[] {
  const names = Object.keys(members) as (keyof typeof members)[];
  return [
    ...names.filter((name) => (members[name] ?? null) !== null),
    ...[...(facets ?? []), ...(absent ?? [])].map(({ kind }) => kind),
  ];
}

/** The kind of knowledge by which a call has its facets of a kind. */
export const knowledgeOfFacet = (facet: FacetKind): Knowledge => kindOfCondition[facet];

/** All kinds that several needs name. */
export const kindsOfAll = (needs: readonly Pick<Need, 'kinds'>[]): readonly Knowledge[] =>
  kinds.filter((kind) => needs.some((need) => need.kinds.includes(kind)));

const brings = (walk: Walk, kind: Knowledge): boolean =>
  (knowledge[kind].walks as readonly Walk[]).includes(walk);

/** The kinds of knowledge that a walk brings. */
export const kindsOfWalk = (walk: Walk): readonly Knowledge[] =>
  kinds.filter((kind) => brings(walk, kind));

/** The spans whose walks brought all of these kinds. */
export const knowing = <Walked extends { readonly walk: Walk }>(
  spans: readonly Walked[],
  wanted: readonly Knowledge[],
): Walked[] => spans.filter(({ walk }) => wanted.every((kind) => brings(walk, kind)));

/** The walk that brings all of these kinds and asks the platform for the least. */
export const walkFor = (wanted: readonly Knowledge[]): MadeWalk =>
  madeWalks.find((walk) => wanted.every((kind) => brings(walk, kind))) ?? 'contents';

/** The walk that brings what either of two brings. */
export const unionOfWalks = (a: Walk, b: Walk): MadeWalk =>
  walkFor([...kindsOfWalk(a), ...kindsOfWalk(b)]);

export const numberOfWalk = (walk: Walk): number => walkNumbers[walk];

/** Numbers of the walks that bring a kind of knowledge. */
export const numbersOfWalks = (kind: Knowledge): readonly number[] =>
  knowledge[kind].walks.map(numberOfWalk);

/** Null for a number that only a newer version knows. */
export const walkOfNumber = (number: number): Walk | null =>
  (Object.keys(walkNumbers) as Walk[]).find((walk) => walkNumbers[walk] === number) ?? null;
