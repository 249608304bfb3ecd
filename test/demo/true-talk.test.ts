/** The conversations read true: they don't repeat themselves, follow their deals, and what is made of them was said. */

import { afterAll, describe, expect, it } from 'vitest';
import type { ExtensiveCallRecord } from '../../src/contract/calls/call.ts';
import type { TranscriptRecord } from '../../src/contract/calls/transcript.ts';
import { namedDay } from '../../src/dashboard/deal/named-day.ts';
import { otherTitles, stageTalk, subjects } from '../../src/demo/text/company-data.ts';
import { asker, everything, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const since = { fromDateTime: '2026-05-01T00:00:00Z' };
const calls = (await ask.walk('calls_extensive list', {
  filter: since,
  contentSelector: everything,
})) as unknown as ExtensiveCallRecord[];
const transcripts = new Map(
  (
    (await ask.walk('call_transcripts list', { filter: since })) as unknown as TranscriptRecord[]
  ).map(({ callId, transcript }) => [callId, transcript]),
);
const turnsOf = (call: ExtensiveCallRecord) => transcripts.get(call.metaData.id)!;
const textsOf = (call: ExtensiveCallRecord) =>
  turnsOf(call).flatMap(({ sentences }) => sentences.map(({ text }) => text));
const isEnglish = ({ metaData }: ExtensiveCallRecord) => metaData.language === 'eng';
/** Speakers who are the company's. */
const insidersOf = ({ parties = [] }: ExtensiveCallRecord) =>
  new Set(parties.flatMap((p) => (p.affiliation === 'Internal' ? [p.speakerId] : [])));
/** Only the company is heard. */
const isInside = (call: ExtensiveCallRecord) => {
  const insiders = insidersOf(call);
  return turnsOf(call).every(({ speakerId }) => insiders.has(speakerId));
};
const framing = new Set(subjects.filter(({ place }) => place !== 'middle').map(({ name }) => name));
/** What a call is about, without what frames every call. */
const topicsOf = (call: ExtensiveCallRecord) => [
  ...new Set(
    turnsOf(call).flatMap(({ topic }) => (topic === null || framing.has(topic) ? [] : [topic])),
  ),
];
const stageOf = (call: ExtensiveCallRecord) =>
  call.context
    ?.flatMap(({ objects = [] }) => objects)
    .find(({ objectType, timing }) => objectType === 'Opportunity' && timing === 'TimeOfCall')
    ?.fields?.find(({ name }) => name === 'StageName')?.value as string | undefined;
const shareOf = <T>(list: readonly T[], is: (item: T) => boolean) =>
  list.filter(is).length / list.length;

describe('a conversation', () => {
  it('has no sentence twice in a turn', () => {
    const repeated = calls.flatMap((call) =>
      turnsOf(call).flatMap(({ sentences }) => {
        const texts = sentences.map(({ text }) => text);
        return texts.filter((text, at) => texts.indexOf(text) !== at);
      }),
    );
    expect(calls.length).toBeGreaterThan(1000);
    expect(repeated).toEqual([]);
  });

  it('hardly says a sentence again, in any language, whether one voice is heard or several', () => {
    const voicesOf = (call: ExtensiveCallRecord) =>
      new Set(turnsOf(call).map(({ speakerId }) => speakerId)).size;
    const againIn = (group: readonly ExtensiveCallRecord[]) => {
      const texts = group.map(textsOf);
      const again = texts.reduce((sum, said) => sum + said.length - new Set(said).size, 0);
      return again / texts.flat().length;
    };
    const talks = calls.filter((call) => textsOf(call).length > 0);
    const byLanguage = Map.groupBy(talks, ({ metaData }) => metaData.language);
    expect([...byLanguage.keys()].sort()).toEqual(['eng', 'fre', 'ger', 'jpn', 'spa']);
    for (const [language, group] of byLanguage) expect(againIn(group), language).toBeLessThan(0.15);
    expect(againIn(talks.filter((call) => voicesOf(call) === 1))).toBeLessThan(0.15);
    // Up to three quarters of an hour: longer ones of one voice in one language are single calls.
    const shorter = talks.filter(({ metaData }) => metaData.duration < 2700);
    const groups = Map.groupBy(
      shorter,
      (call) => `${call.metaData.language}, ${voicesOf(call) === 1 ? 'one voice' : 'several'}`,
    );
    expect(groups.size).toBe(10);
    for (const [name, group] of groups) expect(againIn(group), name).toBeLessThan(0.15);
    const both = shorter.filter((call) => isEnglish(call) && !isInside(call));
    expect(againIn(both)).toBeLessThan(0.02);
  });

  it('spends little time on what says nothing', () => {
    const time = (isCounted: (topic: string) => boolean) =>
      calls
        .flatMap(({ content }) => content!.topics!)
        .reduce((sum, { name, duration }) => sum + (isCounted(name) ? duration : 0), 0);
    expect(time((name) => framing.has(name)) / time(() => true)).toBeLessThan(0.15);
    const heard = (name: string) =>
      shareOf(calls, (call) => turnsOf(call).some(({ topic }) => topic === name));
    for (const name of framing) expect(heard(name)).toBeLessThan(heard('Business Goals') + 0.1);
    const outlined = calls.flatMap(({ content }) =>
      content!.outline!.map(({ section }) => section),
    );
    expect(outlined).not.toContain('Conversation');
  });

  it('is about what the stage of its deal at the time is about, or about losing it', () => {
    const staged = calls.filter((call) => stageOf(call) !== undefined && !isInside(call));
    expect(staged.length).toBeGreaterThan(200);
    const allowed = (stage: string) => Object.keys(stageTalk[stage]!.subjects);
    const isOf = (stage: string) => (call: ExtensiveCallRecord) =>
      topicsOf(call).every((topic) => allowed(stage).includes(topic));
    for (const call of staged)
      expect(isOf(stageOf(call)!)(call) || isOf('Closed Lost')(call), call.metaData.title).toBe(
        true,
      );
    for (const call of calls.filter(isInside)) expect(isOf('Internal')(call)).toBe(true);
    const heard = (topic: string, stage: string) =>
      shareOf(
        staged.filter((call) => stageOf(call) === stage),
        (call) => topicsOf(call).includes(topic),
      );
    expect(heard('Contract', 'Negotiation/Review')).toBeGreaterThan(0.5);
    expect(heard('Contract', 'Prospecting')).toBe(0);
    expect(heard('Business Goals', 'Prospecting')).toBeGreaterThan(0.4);
  });

  it('answers questions, where the other side speaks next and does not ask back', () => {
    const answers = Map.groupBy(
      subjects
        .flatMap(({ company, customer }) => [...company.questions, ...customer.questions])
        .flatMap(({ text, answers }) => answers.map((answer) => ({ text, answer: answer.text }))),
      ({ text }) => text,
    );
    const isAnswer = (text: string, question: string) =>
      answers.get(question)!.some(({ answer }) => answer === text || answer.includes('{'));
    const answered = calls.filter(isEnglish).flatMap((call) => {
      const insiders = insidersOf(call);
      return turnsOf(call).flatMap(({ speakerId, sentences }, at, turns) => {
        const next = turns[at + 1];
        const question = sentences.at(-1)!.text;
        if (!next || insiders.has(speakerId) === insiders.has(next.speakerId)) return [];
        const { text } = next.sentences[0]!;
        return answers.has(question) && !text.endsWith('?') ? [isAnswer(text, question)] : [];
      });
    });
    expect(answered.length).toBeGreaterThan(1000);
    expect(answered).not.toContain(false);
  });
});

describe('what is made of a conversation', () => {
  it('was said to the letter: key points, action items, the quotations of the brief', () => {
    let checked = 0;
    for (const call of calls) {
      const { keyPoints, pointsOfInterest, brief } = call.content!;
      const said = new Set(textsOf(call));
      const quoted = [...brief!.matchAll(/“(.+?)”/g)].map(([, text]) => text!);
      const cited = [
        ...keyPoints!.map(({ text }) => text),
        ...pointsOfInterest!.actionItems!.map(({ snippet }) => snippet),
        ...quoted,
      ];
      for (const text of cited) expect(said, text).toContain(text);
      checked += cited.length;
    }
    expect(checked).toBeGreaterThan(3000);
  });

  it('names a day for many promises in every language, and promises nothing twice', () => {
    const at = new Date('2026-11-20T10:00:00');
    const promises = calls.flatMap(({ metaData, content }) => {
      const list = content!.pointsOfInterest!.actionItems!.map(({ snippet }) => snippet);
      expect(new Set(list).size).toBe(list.length);
      return list.map((text) => ({ text, language: metaData.language! }));
    });
    const byLanguage = Map.groupBy(promises, ({ language }) => language);
    expect(byLanguage.size).toBe(5);
    for (const [language, list] of byLanguage)
      expect(
        shareOf(list, ({ text }) => namedDay(text, at, language) !== null),
        language,
      ).toBeGreaterThan(0.5);
  });

  it('agrees with the outcome', () => {
    const named = (name: string) =>
      calls.filter(({ content }) => content!.callOutcome?.name === name);
    expect(named('Follow-up agreed').length).toBeGreaterThan(50);
    for (const call of named('Follow-up agreed'))
      expect(call.content!.pointsOfInterest!.actionItems).not.toEqual([]);
    for (const call of named('Meeting scheduled'))
      expect(textsOf(call).join(' ')).toMatch(/follow-up/i);
    for (const call of named('Left voicemail')) expect(textsOf(call)).toEqual([]);
  });
});

describe('titles', () => {
  it('are of internal talk where colleagues alone are heard', () => {
    const patterns = [
      ...otherTitles.unattended,
      otherTitles.unknown,
      ...stageTalk.Internal!.titles,
    ];
    const forms = patterns.map(
      (pattern) =>
        new RegExp(
          `^${pattern
            .split(/\{\w+\}/)
            .map((part) => RegExp.escape(part))
            .join('.*')}$`,
        ),
    );
    const isOfTalk = ({ metaData }: ExtensiveCallRecord) =>
      forms.some((form) => form.test(metaData.title ?? ''));
    const talks = calls.filter((call) => turnsOf(call).length > 0);
    const inside = talks.filter(
      (call) =>
        isInside(call) &&
        (call.parties ?? []).every(
          ({ affiliation, speakerId }) => affiliation === 'Internal' || speakerId == null,
        ),
    );
    const others = talks.filter((call) => !isInside(call));
    expect(inside.length).toBeGreaterThan(200);
    expect(inside.filter((call) => !isOfTalk(call))).toEqual([]);
    expect(others.filter(isOfTalk).length / others.length).toBeLessThan(0.05);
  });

  it('hardly repeat, and never among the calls of a deal', () => {
    const titles = calls.map(({ metaData }) => metaData.title);
    expect(new Set(titles).size / titles.length).toBeGreaterThan(0.9);
    const ofDeal = Map.groupBy(
      calls.filter((call) => stageOf(call) !== undefined),
      (call) => call.context!.flatMap(({ objects = [] }) => objects)[0]!.objectId,
    );
    for (const list of ofDeal.values()) {
      const own = list.map(({ metaData }) => metaData.title);
      expect(new Set(own).size).toBe(own.length);
    }
  });
});
