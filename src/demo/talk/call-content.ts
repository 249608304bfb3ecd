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
import { subjects } from '../text/company-data.ts';
import type { Conversation } from './conversation.ts';
import { interactionStats, spanOf } from './interaction.ts';
import { withoutOccurrences } from './tracker-hit.ts';
import type { Monologue, Sentence, Turn, Voice } from './transcript.ts';

/** A stretch of the call about one subject. */
interface Section {
  readonly name: string;
  readonly monologues: Monologue[];
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100;

/** Seconds of speech for every topic of the company, 0 included. */
function topicsOf(turns: readonly Turn[]): NamedDuration[] {
  const spans = subjects.map(() => 0);
  for (const turn of turns)
    if (turn.subject !== null) spans[turn.subject] = memberAt(spans, turn.subject) + spanOf(turn);
  return subjects.map(({ name }, index) => ({
    name,
    duration: Math.round(memberAt(spans, index) / 1000),
  }));
}

function sectionsOf(monologues: readonly Monologue[]): Section[] {
  const sections: Section[] = [];
  for (const monologue of monologues) {
    const name = monologue.topic ?? 'Conversation';
    const last = sections[sections.length - 1];
    if (last?.name === name) last.monologues.push(monologue);
    else sections.push({ name, monologues: [monologue] });
  }
  return sections;
}

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
    const spokenSentences = section.monologues
      .flatMap((monologue) => statements(monologue))
      .slice(0, 3);
    return {
      section: section.name,
      startTime: seconds(start),
      duration: seconds(end - start),
      items: spokenSentences.map((sentence) => ({
        text: sentence.text,
        startTime: seconds(sentence.start),
      })),
    };
  });
}

function highlightsOf(monologues: readonly Monologue[]): HighlightRecord[] {
  const of = (topics: readonly string[]): HighlightRecord['items'] =>
    monologues
      .filter(({ topic }) => topic !== null && topics.includes(topic))
      .flatMap(statements)
      .slice(0, 4)
      .map(({ text, start }) => ({ text, startTimes: [seconds(start)] }));
  return [
    { title: 'Next steps', items: of(['Next Steps']) },
    { title: 'Pricing and contract', items: of(['Pricing', 'Contract']) },
    { title: 'What matters to the customer', items: of(['Business Goals', 'Decision Process']) },
  ].filter(({ items }) => items.length > 0);
}

function keyPointsOf(monologues: readonly Monologue[]): { readonly text: string }[] {
  return sectionsOf(monologues)
    .filter(({ name }) =>
      subjects.some((subject) => subject.name === name && subject.place === 'middle'),
    )
    .map((section) => section.monologues.flatMap(statements)[0])
    .filter((sentence) => sentence !== undefined)
    .map(({ text }) => ({ text }));
}

/** Promises: sentences in which a speaker announces a next step. Seconds. */
function actionItemsOf(
  monologues: readonly Monologue[],
  voices: readonly Voice[],
): ActionItemRecord[] {
  return monologues.flatMap(({ voice, sentences }) =>
    sentences
      .filter(({ text }) => /\b(?:I|We) will (?:send|share|prepare|forward|come back)\b/.test(text))
      .map(({ start, end, text }) => ({
        snippetStartTime: seconds(start),
        snippetEndTime: seconds(end),
        speakerID: memberAt(voices, voice).speakerId,
        snippet: text,
      })),
  );
}

function briefOf(title: string, monologues: readonly Monologue[]): string {
  const topics = [...new Set(sectionsOf(monologues).map(({ name }) => name))].filter((name) =>
    subjects.some((subject) => subject.name === name && subject.place === 'middle'),
  );
  if (monologues.length === 0) return '';
  const about = topics.length === 0 ? 'general matters' : topics.join(', ').toLowerCase();
  return `The call "${title}" was about ${about}. Both sides agreed to continue.`;
}

/** Absent where the platform does not know. */
function outcomeOf(seed: number, scope: string): ContentRecord['callOutcome'] {
  const random = new Random(seed, purpose.content, 1);
  if (scope === 'Internal' || random.chance(0.3)) return undefined;
  const [category, name] = random.pick([
    ['Answered', 'Meeting scheduled'],
    ['Answered', 'Follow-up agreed'],
    ['Answered', 'Not interested'],
    ['Not answered', 'Left voicemail'],
    ['Answered', 'Unknown'],
  ] as const);
  return { id: String(700_000_000_000_000_000n + BigInt(name.length)), category, name };
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
    brief: isRequested('brief') ? briefOf(call.meta.title, spoken.monologues) : undefined,
    outline: isRequested('outline') ? outlineOf(spoken.monologues) : undefined,
    highlights: isRequested('highlights') ? highlightsOf(spoken.monologues) : undefined,
    callOutcome: isRequested('callOutcome') ? outcomeOf(call.seed, call.meta.scope) : undefined,
    keyPoints: isRequested('keyPoints') ? keyPointsOf(spoken.monologues) : undefined,
    pointsOfInterest: isRequested('pointsOfInterest')
      ? { actionItems: actionItemsOf(spoken.monologues, spoken.voices) }
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
