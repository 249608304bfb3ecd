/**
 * Content of a call: topics, outline, highlights, summary, and the blocks of calls_extensive. All
 * of it refers to sentences of the transcript.
 */

import type { ContentRecord, InteractionRecord } from '../../contract/calls/call.ts';
import type {
  ActionItemRecord,
  HighlightRecord,
  NamedDuration,
  OutlineSectionRecord,
} from '../../contract/calls/call-content.ts';
import { content, interaction } from '../../contract/calls/call-content.ts';
import { memberAt } from '../../contract/member-at.ts';
import { flagOf } from '../call-platform/page.ts';
import { withPlausibleParts } from '../company/made-up-value.ts';
import type { Tracker } from '../company/platform-setting.ts';
import { purpose, Random } from '../company/random.ts';
import type { StoredCall } from '../database/call-store.ts';
import {
  briefTexts,
  type StatementKind,
  stageTalk,
  subjects,
  topicNames,
} from '../text/company-data.ts';
import type { Conversation } from './conversation.ts';
import { interactionStats, spanOf } from './interaction.ts';
import type { Turn } from './timeline.ts';
import { withoutOccurrences } from './tracker-hit.ts';
import type { Monologue, Sentence } from './transcript.ts';

/** A stretch of the call about one subject, whether the platform recognised a topic or not. */
interface Section {
  readonly subject: number;
  readonly name: string;
  readonly monologues: Monologue[];
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100;

/** Seconds of speech for every topic of the company, 0 included. */
function topicsOf(turns: readonly Turn[]): NamedDuration[] {
  const spans = new Map(topicNames.map((name) => [name, 0]));
  for (const turn of turns)
    if (turn.topic !== null) spans.set(turn.topic, spans.get(turn.topic)! + spanOf(turn));
  return [...spans].map(([name, span]) => ({ name, duration: Math.round(span / 1000) }));
}

function sectionsOf(monologues: readonly Monologue[]): Section[] {
  const sections: Section[] = [];
  for (const monologue of monologues) {
    const { subject } = monologue;
    const last = sections.at(-1);
    if (last?.subject === subject) last.monologues.push(monologue);
    else
      sections.push({ subject, name: memberAt(subjects, subject).name, monologues: [monologue] });
  }
  return sections;
}

const isSubstantial = ({ subject }: Section): boolean =>
  memberAt(subjects, subject).place === 'middle';

function boundsOf({ monologues }: Section): readonly [number, number] {
  const sentences = monologues.flatMap((monologue) => monologue.sentences);
  return [memberAt(sentences, 0).start, memberAt(sentences, -1).end];
}

/** The agenda, in the order it was gone through. */
function structureOf(monologues: readonly Monologue[]): NamedDuration[] {
  return sectionsOf(monologues).map((section) => {
    const [start, end] = boundsOf(section);
    return { name: section.name, duration: Math.round((end - start) / 1000) };
  });
}

function outlineOf(monologues: readonly Monologue[]): OutlineSectionRecord[] {
  return sectionsOf(monologues).map((section) => {
    const [start, end] = boundsOf(section);
    const said = section.monologues.flatMap(statements);
    const weighty = said.filter(({ kind }) => kind !== null);
    return {
      section: section.name,
      startTime: seconds(start),
      duration: seconds(end - start),
      items: (weighty.length > 0 ? weighty : said).slice(0, 3).map((sentence) => ({
        text: sentence.text,
        startTime: seconds(sentence.start),
      })),
    };
  });
}

function highlightsOf({ monologues, voices }: Conversation): HighlightRecord[] {
  const items = (
    kind: StatementKind,
    isWanted: (monologue: Monologue) => boolean,
  ): HighlightRecord['items'] =>
    monologues
      .filter(isWanted)
      .flatMap(({ sentences }) => sentences.filter((sentence) => sentence.kind === kind))
      .slice(0, 4)
      .map(({ text, start }) => ({ text, startTimes: [seconds(start)] }));
  const isAbout = ({ subject }: Monologue, names: readonly string[]): boolean =>
    names.includes(memberAt(subjects, subject).name);
  const cares = ['Business Goals', 'Current System', 'Decision Process', 'Objections'];
  return [
    { title: 'Next steps', items: items('promise', () => true) },
    {
      title: 'Pricing and contract',
      items: items('point', (monologue) => isAbout(monologue, ['Pricing', 'Contract'])),
    },
    {
      title: 'What matters to the customer',
      items: items(
        'point',
        (monologue) => !memberAt(voices, monologue.voice).internal && isAbout(monologue, cares),
      ),
    },
  ].filter((highlight) => highlight.items.length > 0);
}

/** Of each section the first point, a customer's rather than the company's. */
function keyPointsOf({ monologues, voices }: Conversation): { readonly text: string }[] {
  return sectionsOf(monologues)
    .filter(isSubstantial)
    .flatMap((section) => {
      const points = section.monologues.flatMap(({ voice, sentences }) =>
        sentences
          .filter(({ kind }) => kind === 'point')
          .map(({ text }) => ({ text, internal: memberAt(voices, voice).internal })),
      );
      const point = points.find(({ internal }) => !internal) ?? points[0];
      return point ? [{ text: point.text }] : [];
    });
}

/** Promises: sentences in which a speaker announces a next step. Seconds. */
function actionItemsOf({ monologues, voices }: Conversation): ActionItemRecord[] {
  return monologues.flatMap(({ voice, sentences }) =>
    sentences
      .filter(({ kind }) => kind === 'promise')
      .map(({ start, end, text }) => ({
        snippetStartTime: seconds(start),
        snippetEndTime: seconds(end),
        speakerID: memberAt(voices, voice).speakerId,
        snippet: text,
      })),
  );
}

/** What it was about, the point that weighed most, and the next step, where there are such. */
function briefOf(spoken: Conversation): string {
  const { call, stage, monologues } = spoken;
  if (monologues.length === 0) return '';
  const random = new Random(call.seed, purpose.content, 3);
  const names = sectionsOf(monologues)
    .filter(isSubstantial)
    .map(({ name }) => name.toLowerCase());
  const about = names.length === 0 ? 'general matters' : listed.format(new Set(names));
  const points = keyPointsOf(spoken);
  const promise = actionItemsOf(spoken)[0]?.snippet;
  return [
    random
      .pick(stageTalk[stage]!.briefs)
      .replace('{subjects}', about)
      .replace('{product}', call.product ?? 'The product'),
    points.length === 0
      ? ''
      : random.pick(briefTexts.point).replace('{point}', () => random.pick(points).text),
    promise === undefined
      ? random.pick(briefTexts.open)
      : random.pick(briefTexts.promise).replace('{promise}', () => promise),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const listed = new Intl.ListFormat('en-GB');

const outcomes = [
  ['Answered', 'Meeting scheduled'],
  ['Answered', 'Follow-up agreed'],
  ['Answered', 'Not interested'],
  ['Not answered', 'Left voicemail'],
  ['Answered', 'Unknown'],
] as const;

/** Absent where the platform does not know. */
function outcomeOf(spoken: Conversation): ContentRecord['callOutcome'] {
  const { seed, meta } = spoken.call;
  if (meta.scope === 'Internal' || new Random(seed, purpose.content, 1).chance(0.3))
    return undefined;
  const name = outcomeName(spoken);
  const at = outcomes.findIndex((outcome) => outcome[1] === name);
  return { id: String(700_000_000_000_000_000n + BigInt(at)), category: outcomes[at]![0], name };
}

function outcomeName({ stage, monologues }: Conversation): (typeof outcomes)[number][1] {
  if (monologues.length === 0) return 'Left voicemail';
  if (stage === 'Closed Lost') return 'Not interested';
  const said = monologues.flatMap(({ sentences }) => sentences);
  if (said.some(({ text }) => /\bfollow-up\b/i.test(text))) return 'Meeting scheduled';
  return said.some(({ kind }) => kind === 'promise') ? 'Follow-up agreed' : 'Unknown';
}

function statements({ sentences }: Monologue): readonly Sentence[] {
  return sentences.filter((sentence) => !sentence.question);
}

type Flags = Readonly<Record<string, unknown>>;

/** Undefined where no flag is set: the block is absent then. */
export function interactionBlock(
  spoken: Conversation,
  flags: Flags,
): InteractionRecord | undefined {
  const { call } = spoken;
  const isRequested = (name: string): boolean => flagOf(flags, name);
  const speakers = () =>
    spoken.voices.map((voice, index) => ({
      // Unlike transcripts and trackers, speakers are named by the party.
      id: voice.party?.id ?? voice.speakerId,
      userId: voice.party?.userId ?? null,
      talkTime: memberAt(spoken.interaction.talkTimes, index),
    }));
  const questions = () => ({
    companyCount: spoken.interaction.companyQuestions,
    nonCompanyCount: spoken.interaction.customerQuestions,
  });
  return withPlausibleParts<InteractionRecord>(interaction.fields, call.meta.id, flags, () => ({
    speakers: isRequested('speakers') ? speakers() : undefined,
    // The selector's name is personInteractionStats, the answer's another.
    interactionStats: isRequested('personInteractionStats')
      ? interactionStats(spoken.interaction)
      : undefined,
    video: isRequested('video') ? videoOf(call) : undefined,
    questions: isRequested('questions') ? questions() : undefined,
  }));
}

/** Undefined where no flag is set: the block is absent then. */
export function contentBlock(
  spoken: Conversation,
  flags: Flags,
  trackers: readonly Tracker[],
): ContentRecord | undefined {
  const isRequested = (name: string): boolean => flagOf(flags, name);
  const { call } = spoken;
  const isDetailed = isRequested('trackerOccurrences');
  const hits = () =>
    isDetailed ? spoken.heardBy(trackers) : spoken.heardBy(trackers).map(withoutOccurrences);
  return withPlausibleParts<ContentRecord>(content.fields, call.meta.id, flags, () => ({
    structure: isRequested('structure') ? structureOf(spoken.monologues) : undefined,
    topics: isRequested('topics') ? topicsOf(spoken.turns) : undefined,
    trackers: isRequested('trackers') || isDetailed ? hits() : undefined,
    brief: isRequested('brief') ? briefOf(spoken) : undefined,
    outline: isRequested('outline') ? outlineOf(spoken.monologues) : undefined,
    highlights: isRequested('highlights') ? highlightsOf(spoken) : undefined,
    callOutcome: isRequested('callOutcome') ? outcomeOf(spoken) : undefined,
    keyPoints: isRequested('keyPoints') ? keyPointsOf(spoken) : undefined,
    pointsOfInterest: isRequested('pointsOfInterest')
      ? { actionItems: actionItemsOf(spoken) }
      : undefined,
  }));
}

/** Durations of screen sharing and camera; none for calls without video. */
function videoOf(call: StoredCall): { name: string; duration: number }[] {
  if (call.meta.media !== 'Video') return [];
  const random = new Random(call.seed, purpose.content, 2);
  const presented = random.chance(0.6) ? Math.floor(random.float() * call.meta.duration * 0.8) : 0;
  return [
    { name: 'Browser', duration: Math.floor(presented * 0.3) },
    { name: 'Presentation', duration: presented },
    { name: 'WebcamPrimaryUser', duration: call.meta.duration },
    { name: 'WebcamNonCompany', duration: Math.floor(random.float() * call.meta.duration) },
  ];
}
