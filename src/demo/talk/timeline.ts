/**
 * Timeline of a conversation: turns without words. Cheap, and it follows from the call alone.
 */

import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import { subjects } from '../text/company-data.ts';
import { planOf } from './subject-plan.ts';

/** One voice on the recording. */
export interface Voice {
  readonly speakerId: string;
  /** Speaks for the company. */
  readonly internal: boolean;
  /** First name, where it is known. */
  readonly name: string | null;
}

/** Inputs of a conversation. */
export interface TranscriptSource {
  /** Microseconds. */
  readonly at: number;
  readonly seed: number;
  /** Of the deal, or `Internal`. */
  readonly stage: string;
  /** Of the deal. */
  readonly product: string | null;
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
  /** Position among the subjects. */
  readonly subject: number;
  /** Name of the subject; null when the platform recognised none. */
  readonly topic: string | null;
  readonly utterances: readonly Utterance[];
}

/** The turns in time order, none overlapping, all within the call; empty where nothing was transcribed. */
export function turnTimeline(call: TranscriptSource): Turn[] {
  const { voices } = call;
  if (voices.length === 0 || call.duration < 20) return [];
  if (call.language === 'zxx' || call.language === 'und') return [];
  const random = new Random(call.seed, purpose.talk);
  if (random.chance(0.012)) return [];
  const isRecognised = !random.chance(0.08);
  const attention = new Random(call.seed, purpose.talk, 3).float();
  const planned = isRecognised ? random : new Random(call.seed, purpose.talk, 2);
  const plan = planOf(planned, call.duration, call.stage);
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
    const subject = plan.at(memberAt(utterances, 0).start);
    const { name, recognised } = memberAt(subjects, subject);
    const topic = isRecognised && attention < recognised ? name : null;
    turns.push({ voice, subject, topic, utterances: questionsLast(utterances) });
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

/** As many questions, at the end, where the other side can answer. */
function questionsLast(utterances: readonly Utterance[]): Utterance[] {
  const statements = utterances.filter(({ question }) => !question).length;
  return utterances.map(({ start, end }, index) => ({ start, end, question: index >= statements }));
}
