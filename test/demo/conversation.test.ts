import { afterAll, describe, expect, it } from 'vitest';
import type { ExtensiveCallRecord } from '../../src/contract/calls/call.ts';
import type { TrackerRecord } from '../../src/contract/calls/tracker.ts';
import type { SentenceRecord, TranscriptRecord } from '../../src/contract/calls/transcript.ts';
import { isWide } from '../support/cases.ts';
import { asker, everything, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const since = { fromDateTime: isWide ? '2026-08-01T00:00:00Z' : '2026-10-05T00:00:00Z' };
const calls = (await ask.walk('calls_extensive list', {
  filter: since,
  contentSelector: everything,
})) as unknown as ExtensiveCallRecord[];
const transcripts = new Map(
  (
    (await ask.walk('call_transcripts list', { filter: since })) as unknown as TranscriptRecord[]
  ).map(({ callId, transcript }) => [callId, transcript]),
);
const trackers = (await ask.rows('settings_trackers list')) as unknown as TrackerRecord[];
const transcriptOf = (call: ExtensiveCallRecord) => transcripts.get(call.metaData.id)!;
const spokenIn = (call: ExtensiveCallRecord) =>
  transcriptOf(call).flatMap(({ speakerId, topic, sentences }) =>
    sentences.map((sentence) => ({ ...sentence, speakerId, topic })),
  );
const sentences = new Map(calls.map((call) => [call, spokenIn(call)]));
const sentencesOf = (call: ExtensiveCallRecord) => sentences.get(call)!;
/** The sentence being said at a moment, in seconds. */
const saidAt = (call: ExtensiveCallRecord, seconds: number) =>
  sentencesOf(call).find(
    ({ start, end }) => start <= Math.round(seconds * 1000) && Math.round(seconds * 1000) < end,
  );

describe('a transcript', () => {
  it('lies within the call, in order, one sentence at a time', () => {
    for (const call of calls) {
      let reached = 0;
      for (const { start, end } of sentencesOf(call)) {
        // Expecting each by itself takes ten times as long.
        if (start < reached || end <= start)
          throw new Error(`${call.metaData.id}: ${reached}, then ${start} to ${end}`);
        reached = end;
      }
      expect(reached).toBeLessThanOrEqual(call.metaData.duration * 1000);
    }
  });

  it('is in the language of the call, and empty where no language was understood', () => {
    const said = (language: string) =>
      calls
        .filter(({ metaData }) => metaData.language === language)
        .flatMap(sentencesOf)
        .map(({ text }) => text)
        .join(' ');
    expect(said('und') + said('zxx')).toBe('');
    expect(said('jpn')).toMatch(/予算/);
    expect(said('fre')).toMatch(/Merci/);
    expect(said('eng')).toMatch(/agenda/);
    expect(said('eng')).not.toMatch(/[{}]/);
  });
});

/** Talk time by the id that transcripts name the voice by. */
const talkTimes = (call: (typeof calls)[number]): ReadonlyMap<string, number> =>
  new Map(
    call.interaction!.speakers!.map(({ id, talkTime }) => [
      call.parties!.find((party) => party.id === id)?.speakerId ?? id,
      talkTime,
    ]),
  );

describe('speakers', () => {
  it('are named by their party, and by their voice where no party is theirs', () => {
    for (const call of calls) {
      const ids = new Set(call.parties!.map(({ id }) => id));
      const heard = call.parties!.filter(({ speakerId }) => speakerId !== null);
      const speakers = call.interaction!.speakers!.map(({ id }) => id);
      expect(speakers.filter((id) => ids.has(id))).toEqual(heard.map(({ id }) => id));
    }
  });

  it('talk as long as the transcript has them talking', () => {
    for (const call of calls) {
      const spoken = new Map<string, number>();
      for (const { speakerId, sentences } of transcriptOf(call))
        spoken.set(
          speakerId,
          (spoken.get(speakerId) ?? 0) + sentences.at(-1)!.end - sentences[0]!.start,
        );
      for (const [id, talkTime] of talkTimes(call))
        expect(talkTime).toBeCloseTo((spoken.get(id) ?? 0) / 1000, 3);
    }
  });

  it('ask as many questions as are counted, and share the talk as measured', () => {
    for (const call of calls) {
      const { interactionStats } = call.interaction!;
      const internal = new Set(
        call.parties!.filter((p) => p.affiliation === 'Internal').map((p) => p.speakerId),
      );
      const time = (inside: boolean) =>
        [...talkTimes(call)]
          .filter(([id]) => internal.has(id) === inside)
          .reduce((sum, [, talkTime]) => sum + talkTime, 0);
      const all = time(true) + time(false);
      const ratio = interactionStats!.find(({ name }) => name === 'Talk Ratio')!.value;
      expect(ratio).toBeCloseTo(all === 0 ? 0 : time(true) / all, 1);
      const longest = Math.max(
        0,
        ...transcriptOf(call)
          .filter(({ speakerId }) => internal.has(speakerId))
          .map(({ sentences }) => sentences.at(-1)!.end - sentences[0]!.start),
      );
      expect(interactionStats!.find(({ name }) => name === 'Longest Monologue')!.value).toBe(
        Math.round(longest / 1000),
      );
    }
  });
});

describe('trackers', () => {
  it('list every tracker of the call’s workspace, those nobody said with count 0', () => {
    for (const call of calls) {
      const own = trackers.filter(
        ({ workspaceId }) => workspaceId === null || workspaceId === call.metaData.workspaceId,
      );
      expect(call.content!.trackers!.map(({ id }) => id)).toEqual(
        own.map(({ trackerId }) => trackerId),
      );
      expect(call.content!.trackers!.some(({ count }) => count === 0)).toBe(true);
    }
  });

  it('count what they list, in whole and by phrase', () => {
    const counted = calls
      .flatMap((call) => call.content!.trackers!)
      .filter(({ count }) => count > 0);
    expect(counted.length).toBeGreaterThan(300);
    for (const { count, occurrences, phrases, type } of counted) {
      expect(occurrences).toHaveLength(count);
      if (type === 'SMART') continue;
      expect(phrases!.reduce((sum, phrase) => sum + phrase.count, 0)).toBe(count);
      for (const phrase of phrases!) expect(phrase.occurrences).toHaveLength(phrase.count);
    }
  });

  it('point at sentences in which the very phrase is said, by the one who said it', () => {
    let checked = 0;
    for (const call of calls)
      for (const { phrases = [] } of call.content!.trackers!)
        for (const { phrase, occurrences = [] } of phrases)
          for (const { startTime, speakerId } of occurrences) {
            const sentence = saidAt(call, startTime);
            expect(sentence?.text.toLowerCase()).toContain(phrase.toLowerCase());
            expect(sentence?.speakerId).toBe(speakerId);
            checked += 1;
          }
    expect(checked).toBeGreaterThan(1000);
  });

  it('miss nothing: every "budget" in an English call is counted', () => {
    const id = trackers.find(({ trackerName }) => trackerName === 'Budget (tracker)')!.trackerId;
    for (const call of calls.filter(({ metaData }) => metaData.language === 'eng')) {
      const said = sentencesOf(call).reduce(
        (sum, { text }) =>
          sum + (text.match(/\bhave budget left\b|\bbudget\b|\bfunds\b/gi) ?? []).length,
        0,
      );
      expect(call.content!.trackers!.find((tracker) => tracker.id === id)!.count).toBe(said);
    }
  });

  it('heed whose words count, when, in what topic and whether in a question', () => {
    const hits = (name: string) => {
      const id = trackers.find(({ trackerName }) => trackerName === name)!.trackerId;
      return calls.flatMap((call) =>
        call
          .content!.trackers!.filter((tracker) => tracker.id === id)
          .flatMap(({ occurrences = [] }) =>
            occurrences.map((hit) => ({ call, hit, sentence: saidAt(call, hit.startTime)! })),
          ),
      );
    };
    const internal = ({ call, hit }: ReturnType<typeof hits>[number]) =>
      call.parties!.find(({ speakerId }) => speakerId === hit.speakerId)?.affiliation ===
      'Internal';
    const objections = hits('Price objection');
    expect(objections.length).toBeGreaterThan(5);
    expect(objections.some(internal)).toBe(false);
    expect(new Set(objections.map(({ sentence }) => sentence.topic))).toEqual(new Set(['Pricing']));
    const consent = hits('Recording consent');
    expect(consent.every(internal)).toBe(true);
    expect(consent.every(({ hit }) => hit.startTime <= 300)).toBe(true);
    expect(
      hits('Next steps agreed').every(
        ({ call, hit }) => hit.startTime >= call.metaData.duration * 0.7,
      ),
    ).toBe(true);
    expect(
      hits('Asked about "security"').every(({ sentence }) => sentence.text.endsWith('?')),
    ).toBe(true);
    expect(hits('Never said')).toEqual([]);
    expect(hits('Customer pain').length).toBeGreaterThan(5);
  });
});

describe('what the platform makes of a call', () => {
  it('gives every topic a duration, the sum of its monologues', () => {
    for (const call of calls) {
      const spoken = new Map<string, number>();
      for (const { topic, sentences } of transcriptOf(call))
        if (topic !== null)
          spoken.set(topic, (spoken.get(topic) ?? 0) + sentences.at(-1)!.end - sentences[0]!.start);
      const topics = call.content!.topics!;
      expect(topics).toHaveLength(19);
      for (const { name, duration } of topics)
        expect(duration).toBe(Math.round((spoken.get(name) ?? 0) / 1000));
    }
  });

  it('cites sentences really said, at the moment they were said', () => {
    const cited = calls.flatMap((call) => {
      const { outline, highlights, pointsOfInterest } = call.content!;
      return [
        ...outline!.flatMap(({ items }) =>
          items.map(({ text, startTime }) => ({ call, text, at: startTime })),
        ),
        ...highlights!.flatMap(({ items }) =>
          items.flatMap(({ text, startTimes }) => startTimes.map((at) => ({ call, text, at }))),
        ),
        ...pointsOfInterest!.actionItems!.map(({ snippet, snippetStartTime }) => ({
          call,
          text: snippet,
          at: snippetStartTime,
        })),
      ];
    });
    expect(cited.length).toBeGreaterThan(3000);
    for (const { call, text, at } of cited) {
      const near = sentencesOf(call).filter(
        (sentence: SentenceRecord) => Math.abs(sentence.start - at * 1000) <= 10,
      );
      expect(near.map((sentence) => sentence.text)).toContain(text);
    }
  });

  it('quotes in key points and brief what was said', () => {
    const call = calls.find(({ content }) => content!.keyPoints!.length > 1)!;
    const texts = sentencesOf(call).map(({ text }) => text);
    for (const { text } of call.content!.keyPoints!) expect(texts).toContain(text);
    const [, quoted] = /“(.+?)”/.exec(call.content!.brief!)!;
    expect(texts).toContain(quoted);
  });
});
