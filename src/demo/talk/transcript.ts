/**
 * Transcript of a conversation: a cheap timeline of turns without words, which follows from the
 * call alone, and the words for it.
 */

import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import {
  competitors,
  foreign,
  months,
  products,
  type Side,
  subjects,
} from '../text/company-data.ts';

/** One voice on the recording. */
export interface Voice {
  readonly speakerId: string;
  /** Speaks for the company. */
  readonly internal: boolean;
}

/** Inputs of a conversation. */
export interface TranscriptSource {
  readonly seed: number;
  /** Seconds. */
  readonly duration: number;
  readonly language: string;
  readonly voices: readonly Voice[];
}

interface Utterance {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly question: boolean;
}

/** Uninterrupted speech of one voice about one subject. */
export interface Turn {
  /** Position among the voices. */
  readonly voice: number;
  /** Position among the subjects; null when the platform recognised none. */
  readonly subject: number | null;
  readonly utterances: readonly Utterance[];
}

const positions = (stage: string): number[] =>
  subjects.flatMap((subject, index) => (subject.place === stage ? [index] : []));
const opening = positions('opening');
const middle = positions('middle');
const closing = positions('closing');

/** The turns in time order, none overlapping, all within the call; empty where nothing was transcribed. */
export function turnTimeline(call: TranscriptSource): Turn[] {
  const { voices } = call;
  if (voices.length === 0 || call.duration < 20) return [];
  if (call.language === 'zxx' || call.language === 'und') return [];
  const random = new Random(call.seed, purpose.talk);
  if (random.chance(0.012)) return [];
  const plan = planOf(random, call.duration);
  const eager = 0.25 + random.float() * 0.5;
  const limit = call.duration * 1000 - 500;
  const turns: Turn[] = [];
  let at = random.between(0, 4000);
  let voice = random.int(voices.length);
  while (at < limit - 2000) {
    const utterances: Utterance[] = [];
    const size = random.chance(0.06) ? random.between(7, 14) : random.between(1, 5);
    for (let count = 0; count < size && at < limit - 2000; count += 1) {
      const end = Math.min(at + random.between(180, 1300) * 10, limit);
      utterances.push({ start: at, end, question: random.chance(0.16) });
      at = end + random.between(1, 90) * 10;
    }
    turns.push({ voice, subject: plan.at(memberAt(utterances, 0).start), utterances });
    at += random.between(5, 220) * 10;
    voice = nextVoice(random, voices, voice, eager);
  }
  return turns;
}

/** Mostly the other side answers; `eager` is how much the company's people keep the word. */
function nextVoice(
  random: Random,
  voices: readonly Voice[],
  current: number,
  eager: number,
): number {
  if (voices.length === 1) return 0;
  const wantsInternal = memberAt(voices, current).internal
    ? random.chance(eager * 0.4)
    : random.chance(0.8);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const candidate = random.int(voices.length);
    if (candidate !== current && memberAt(voices, candidate).internal === wantsInternal)
      return candidate;
  }
  return (current + 1 + random.int(voices.length - 1)) % voices.length;
}

/** Which subject is talked about when. */
function planOf(random: Random, duration: number): { at(ms: number): number | null } {
  if (random.chance(0.08)) return { at: () => null };
  const chosen =
    duration < 120
      ? [memberAt(opening, 0), random.pick(middle), memberAt(closing, 1)]
      : [
          ...opening,
          ...random.sample(middle, Math.min(middle.length, 2 + Math.floor(duration / 700))),
          ...closing,
        ];
  const shares = chosen.map((subject) =>
    memberAt(subjects, subject).place === 'middle' ? 2 + random.float() * 4 : 0.5 + random.float(),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  let reached = 0;
  const ends = shares.map((share) => {
    reached += share;
    return (reached / total) * duration * 1000;
  });
  return {
    at: (ms) =>
      chosen[
        Math.max(
          0,
          ends.findIndex((end) => ms < end),
        )
      ] ?? null,
  };
}

export interface Sentence {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly question: boolean;
}

export interface Monologue {
  readonly voice: number;
  readonly topic: string | null;
  readonly sentences: readonly Sentence[];
}

/**
 * Adds a text to every utterance of the turns; the same call always gets the same texts.
 * @param people first names that may be mentioned.
 */
export function transcriptOf(
  call: TranscriptSource,
  turns: readonly Turn[],
  people: readonly string[],
): Monologue[] {
  const random = new Random(call.seed, purpose.talk, 1);
  const slots: Readonly<Record<string, () => string>> = {
    product: () => random.pick(products),
    rival: () => random.pick(competitors),
    count: () => String(random.between(2, 60)),
    month: () => random.pick(months),
    person: () => (people.length === 0 ? 'my colleague' : random.pick(people)),
  };
  return turns.map((turn) => {
    const side = sideOf(call, turn, random);
    return {
      voice: turn.voice,
      topic: turn.subject === null ? null : memberAt(subjects, turn.subject).name,
      sentences: turn.utterances.map(({ start, end, question }) => ({
        start,
        end,
        question,
        text: random
          .pick(question ? side.asks : side.says)
          .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!()),
      })),
    };
  });
}

function sideOf(call: TranscriptSource, turn: Turn, random: Random): Side {
  const other = foreign[call.language];
  const subject = other ?? memberAt(subjects, turn.subject ?? random.int(subjects.length));
  return memberAt(call.voices, turn.voice).internal ? subject.company : subject.customer;
}
