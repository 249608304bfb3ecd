/** Tracker hits: occurrences of trackers' words in the sentences of the transcript. */

import type { OccurrenceRecord, TrackerHitRecord } from '../../contract/calls/call-content.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { Tracker } from '../company/platform-setting.ts';
import type { TrackerPlan } from '../text/company-data.ts';
import type { Voice } from './timeline.ts';
import type { Monologue, Sentence } from './transcript.ts';

interface Hit {
  readonly phrase: string;
  readonly occurrence: OccurrenceRecord;
}

/** A tracker made ready for one language. */
interface Listener {
  readonly tracker: Tracker;
  readonly pattern: RegExp | null;
  /** By lower-case form, the keyword as it was set up. */
  readonly phrases: ReadonlyMap<string, string>;
}

const listeners = new Map<string, Listener>();

/** Trackers listen by language; a tracker without words in it hears nothing. */
function listenerOf(tracker: Tracker, language: string): Listener {
  const key = `${tracker.row.trackerId} ${language}`;
  let listener = listeners.get(key);
  if (!listener) {
    const { plan } = tracker;
    const words = plan.senses
      ? language === 'eng'
        ? plan.senses
        : []
      : (plan.keywords[language] ?? []);
    const longestFirst = [...words].sort((left, right) => right.length - left.length);
    // Scripts without spaces have no word boundaries to respect.
    const edge = language === 'jpn' ? '' : '(?<![\\p{L}\\p{N}])';
    const end = language === 'jpn' ? '' : '(?![\\p{L}\\p{N}])';
    listener = {
      tracker,
      pattern:
        words.length === 0
          ? null
          : new RegExp(`${edge}(?:${longestFirst.map(RegExp.escape).join('|')})${end}`, 'giu'),
      phrases: new Map(words.map((word) => [word.toLowerCase(), word])),
    };
    listeners.set(key, listener);
  }
  return listener;
}

/**
 * One row for each tracker of the call's workspace, count 0 included, with occurrences of the
 * tracker and of its phrases.
 * @param call its duration in seconds.
 */
export function trackerHits(
  trackers: readonly Tracker[],
  call: { readonly language: string; readonly duration: number; readonly workspaceId: string },
  voices: readonly Voice[],
  monologues: readonly Monologue[],
): TrackerHitRecord[] {
  const spoken = spokenBy(voices, monologues);
  // Most trackers' words do not occur at all: a plain search excludes them fastest.
  const heard = spoken.text.toLowerCase();
  return trackers
    .filter(({ row }) => row.workspaceId === null || row.workspaceId === call.workspaceId)
    .map((tracker) => {
      const listener = listenerOf(tracker, call.language);
      const isHeard = [...listener.phrases.keys()].some((phrase) => heard.includes(phrase));
      const hits = isHeard ? hitsOf(listener, call.duration, spoken) : [];
      const { plan, row } = tracker;
      const words = [...new Set(hits.map((hit) => hit.phrase))].sort();
      return {
        id: row.trackerId,
        name: row.trackerName,
        count: hits.length,
        type: plan.type,
        occurrences: hits.map((hit) => hit.occurrence),
        phrases:
          plan.type === 'SMART'
            ? []
            : words.map((phrase) => {
                const same = hits.filter((hit) => hit.phrase === phrase);
                return {
                  phrase,
                  count: same.length,
                  occurrences: same.map((hit) => hit.occurrence),
                };
              }),
      };
    });
}

/** The platform's form without occurrences: counts, and no phrases either. */
export function withoutOccurrences({
  occurrences: _occurrences,
  phrases: _phrases,
  ...hit
}: TrackerHitRecord): TrackerHitRecord {
  return hit;
}

/** A conversation as one text, so that a pattern runs once over all of it. */
interface Spoken {
  /** A line for each sentence; no word goes over the end of one. */
  readonly text: string;
  readonly lines: readonly {
    /** Offset in the text. */
    readonly at: number;
    readonly sentence: Sentence;
    readonly voice: Voice;
    readonly topic: string | null;
  }[];
}

function spokenBy(voices: readonly Voice[], monologues: readonly Monologue[]): Spoken {
  let at = 0;
  const lines = monologues.flatMap(({ voice, topic, sentences }) =>
    sentences.map((sentence) => {
      const line = { at, sentence, voice: memberAt(voices, voice), topic };
      at += sentence.text.length + 1;
      return line;
    }),
  );
  return { text: lines.map(({ sentence }) => sentence.text).join('\n'), lines };
}

function hitsOf(
  { tracker: { plan }, pattern, phrases }: Listener,
  duration: number,
  { text, lines }: Spoken,
): Hit[] {
  if (!pattern) return [];
  const [from, to] = listeningSpan(plan, duration);
  const hits: Hit[] = [];
  let line = 0;
  for (const match of text.matchAll(pattern)) {
    while ((lines[line + 1]?.at ?? Infinity) <= match.index) line += 1;
    const { at, sentence, voice, topic } = memberAt(lines, line);
    if (plan.affiliation !== 'Anyone' && (plan.affiliation === 'Company') !== voice.internal)
      continue;
    if (plan.topics && (topic === null || !plan.topics.includes(topic))) continue;
    if (plan.partOfQuestion && !sentence.question) continue;
    const startTime = momentOf(sentence, match.index - at);
    if (startTime < from || startTime > to) continue;
    hits.push({
      phrase: phrases.get(match[0].toLowerCase()) ?? match[0],
      occurrence: { startTime, speakerId: voice.speakerId },
    });
  }
  return hits;
}

/** Time of a word: as far into the sentence as its offset in the text. Seconds. */
function momentOf({ start, end, text }: Sentence, index: number): number {
  return Math.round(start + ((end - start) * index) / text.length) / 1000;
}

/** Seconds between which the tracker listens. */
function listeningSpan({ said }: TrackerPlan, duration: number): readonly [number, number] {
  if (!said) return [0, duration];
  const span = said[2] === 'minutes' ? Number(said[1]) * 60 : (duration * Number(said[1])) / 100;
  return said[0] === 'First' ? [0, span] : [duration - span, duration];
}
