/** What the platform makes of a conversation: topics, outline, highlights, summary. All of it points at sentences really said. */

import type { ContentRecord } from '../../../../contract/calls/call.ts';
import type {
  ActionItemRecord,
  HighlightRecord,
  NamedDuration,
  OutlineSectionRecord,
} from '../../../../contract/calls/call-content.ts';
import { purpose, Random } from '../random.ts';
import { subjects } from '../text/talk.ts';
import { spanOf } from './interaction.ts';
import type { Turn, Voice } from './skeleton.ts';
import type { Monologue, Sentence } from './transcript.ts';

/** A stretch of the call about one subject. */
interface Section {
  readonly name: string;
  readonly monologues: Monologue[];
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100;

/** Every topic of the company, in seconds of speech; those nobody talked about with 0. */
export function topicsOf(turns: readonly Turn[]): NamedDuration[] {
  const spans = subjects.map(() => 0);
  for (const turn of turns)
    if (turn.subject !== null) spans[turn.subject] = spans[turn.subject]! + spanOf(turn);
  return subjects.map(({ name }, index) => ({ name, duration: Math.round(spans[index]! / 1000) }));
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
  return [sentences[0]!.start, sentences[sentences.length - 1]!.end];
}

/** The agenda, in the order it was gone through. */
export function structureOf(monologues: readonly Monologue[]): NamedDuration[] {
  return sectionsOf(monologues).map((section) => {
    const [start, end] = boundsOf(section);
    return { name: section.name, duration: Math.round((end - start) / 1000) };
  });
}

export function outlineOf(monologues: readonly Monologue[]): OutlineSectionRecord[] {
  return sectionsOf(monologues).map((section) => {
    const [start, end] = boundsOf(section);
    const said = section.monologues.flatMap((monologue) => statements(monologue)).slice(0, 3);
    return {
      section: section.name,
      startTime: seconds(start),
      duration: seconds(end - start),
      items: said.map((sentence) => ({ text: sentence.text, startTime: seconds(sentence.start) })),
    };
  });
}

export function highlightsOf(monologues: readonly Monologue[]): HighlightRecord[] {
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

export function keyPointsOf(monologues: readonly Monologue[]): { readonly text: string }[] {
  return sectionsOf(monologues)
    .filter(({ name }) =>
      subjects.some((subject) => subject.name === name && subject.place === 'middle'),
    )
    .map((section) => section.monologues.flatMap(statements)[0])
    .filter((sentence) => sentence !== undefined)
    .map(({ text }) => ({ text }));
}

/** Promises: sentences in which somebody says what they will do. Seconds. */
export function actionItemsOf(
  monologues: readonly Monologue[],
  voices: readonly Voice[],
): ActionItemRecord[] {
  return monologues.flatMap(({ voice, sentences }) =>
    sentences
      .filter(({ text }) => /\b(?:I|We) will (?:send|share|prepare|forward|come back)\b/.test(text))
      .map(({ start, end, text }) => ({
        snippetStartTime: seconds(start),
        snippetEndTime: seconds(end),
        speakerID: voices[voice]!.speakerId,
        snippet: text,
      })),
  );
}

export function briefOf(title: string, monologues: readonly Monologue[]): string {
  const topics = [...new Set(sectionsOf(monologues).map(({ name }) => name))].filter((name) =>
    subjects.some((subject) => subject.name === name && subject.place === 'middle'),
  );
  if (monologues.length === 0) return '';
  const about = topics.length === 0 ? 'general matters' : topics.join(', ').toLowerCase();
  return `The call "${title}" was about ${about}. Both sides agreed to continue.`;
}

/** Absent where the platform could not tell. */
export function outcomeOf(seed: number, scope: string): ContentRecord['callOutcome'] {
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
