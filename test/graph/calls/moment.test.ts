/** Moments of calls: sentences of transcripts by words, with what upstream calls they take. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

const from = '2026-08-01T00:00:00Z';
let world: World;
/** By id. */
let calls: ReadonlyMap<string, TruthRow>;
let transcripts: ReadonlyMap<string, TruthRow>;

const moment =
  'startMs endMs sentence before after speaker { name } monologue { topic } matches { start end }';
const question = `query ($said: [CallSaidFilter!]!, $first: Int! = 20) {
  calls(first: 60, filter: { from: "${from}" }) { nodes { upstreamId moments(said: $said, first: $first) { ${moment} } } }
}`;

interface Expected {
  readonly pattern: RegExp;
  readonly is?: (party: TruthRow | undefined, startSeconds: number, call: TruthRow) => boolean;
}

/** Moments of a word that stands alone, by a regular expression over the raw sentences. */
function expectedMoments(id: string, { pattern, is = () => true }: Expected): TruthRow[] {
  const call = calls.get(id);
  const turns: TruthRow[] = transcripts.get(id)?.transcript ?? [];
  const all = turns.flatMap(({ sentences }) => sentences);
  return turns.flatMap(({ speakerId, topic, sentences }) => {
    const party = call.parties.find((one: TruthRow) => one.speakerId === speakerId);
    if (sentences.length === 0 || !is(party, sentences[0].start / 1_000, call)) return [];
    return sentences
      .filter(({ text }: TruthRow) => text.search(pattern) >= 0)
      .map((sentence: TruthRow) => ({
        startMs: sentence.start,
        endMs: sentence.end,
        sentence: sentence.text,
        before: all[all.indexOf(sentence) - 1]?.text ?? null,
        after: all[all.indexOf(sentence) + 1]?.text ?? null,
        speaker: party === undefined ? null : { name: party.name ?? null },
        monologue: { topic },
        matches: [...sentence.text.matchAll(pattern)].map(({ 0: text, index }) => ({
          start: index,
          end: index + text.length,
        })),
      }));
  });
}

beforeAll(async () => {
  world = await openWorld({ index: false });
  const rows = await truth(world, 'calls_extensive', {
    filter: { fromDateTime: from },
    contentSelector: { exposedFields: { parties: true } },
  });
  calls = new Map(rows.map((row) => [row.metaData.id, row]));
  const callIds = [...calls.keys()].slice(0, 100);
  const words = await truth(world, 'call_transcripts', { filter: { callIds } });
  transcripts = new Map(words.map((row) => [row.callId, row]));
});
afterAll(() => world.close());

describe('moments', () => {
  it.each<[string, object, Expected, boolean?]>([
    ['a word', { text: 'BUDGET' }, { pattern: /\bbudget\b/gi }],
    [
      'a word of theirs',
      { text: 'Budget', by: 'THEIRS' },
      { pattern: /\bbudget\b/gi, is: (party) => party?.affiliation === 'External' },
    ],
    ['the beginning of a word', { text: 'contra*' }, { pattern: /\bcontra[a-zé]*/gi }],
    [
      'the first minutes',
      { text: 'the', within: { firstMinutes: 2 } },
      { pattern: /\bthe\b/gi, is: (_party, start) => start < 120 },
    ],
    [
      'the last minutes',
      { text: 'you', within: { lastMinutes: 3 } },
      { pattern: /\byou\b/gi, is: (_party, start, call) => start >= call.metaData.duration - 180 },
    ],
    ['Japanese', { text: '数字' }, { pattern: /数字/g }],
    ['a word that nobody says', { text: 'xylophone' }, { pattern: /xylophone/g }, false],
  ])('of %s are the sentences that hold it', async (_name, said, expected, isSaid = true) => {
    const { data, errors, calls: sent } = await world.ask(question, { said: [said] });
    expect(errors).toBeUndefined();
    expect(data.calls.nodes.length).toBe(60);
    let count = 0;
    for (const { upstreamId, moments } of data.calls.nodes) {
      const of = expectedMoments(upstreamId, expected).slice(0, 20);
      // A call without a transcript is another thing than one in which nobody says it.
      expect(moments, upstreamId).toEqual(transcripts.has(upstreamId) ? of : null);
      count += of.length;
    }
    expect(count > 0).toBe(isSaid);
    expect(tally(sent)).toEqual({ 'calls_extensive list': 1, 'call_transcripts list': 1 });
  });

  it('of many calls name who spoke by one call for all', async () => {
    const { errors, calls: sent } = await world.ask(
      question.replace('speaker { name }', 'speaker { name contact { title } }'),
      { said: [{ text: 'the', by: 'THEIRS' }] },
    );
    expect(errors).toBeUndefined();
    expect(tally(sent)).toEqual({
      ...{ 'calls_extensive list': 1, 'call_transcripts list': 1, 'contacts list': 1 },
    });
  });

  it('of a phrase begin where it does, of several words are the sentences with the most of them', async () => {
    const [id, { transcript }] = [...transcripts].find(([, row]) =>
      row.transcript.some(({ sentences }: TruthRow) => sentences.length > 2),
    )!;
    const turn: TruthRow = transcript.find(({ sentences }: TruthRow) => sentences.length > 2);
    const [first, second] = turn.sentences as TruthRow[];
    const words = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    const across = `${words(first.text).at(-1)} ${words(second.text)[0]}`;
    const last = words(first.text).at(-1)!;
    const ask = (said: object[]) =>
      world.ask(
        'query ($id: ID!, $said: [CallSaidFilter!]!) { call(by: { upstreamId: $id }) { moments(said: $said, first: 20) { startMs sentence matches { start end } } } }',
        { id, said },
      );
    const shown = async (...said: object[]) => (await ask(said)).data.call.moments;
    const start = first.text.lastIndexOf(last);
    expect(await shown({ phrase: across })).toContainEqual({
      startMs: first.start,
      sentence: first.text,
      matches: [{ start, end: start + last.length }],
    });
    const all = { text: `${first.text} ${last}`, within: { firstMinutes: 600 } };
    const whole = await shown(all);
    expect(whole.map(({ startMs }: TruthRow) => startMs)).toContain(first.start);
    expect(whole[0].matches.length).toBeGreaterThanOrEqual(new Set(words(first.text)).size);
    // Conditions are alternatives, and a sentence that meets several stands there once.
    expect(await shown(all, { phrase: across }, all)).toEqual(
      [
        ...new Map(
          [...(await shown({ phrase: across })), ...whole].map((one) => [one.startMs, one]),
        ),
      ]
        .map(([, one]) => one)
        .sort((a, b) => a.startMs - b.startMs),
    );
    expect(await shown()).toEqual([]);
  });

  it('cost one call for all transcripts, as many as there are aliases, and none where these are cached', async () => {
    const cached = await openWorld({ index: false, cache: true });
    onTestFinished(() => cached.close());
    const asked = `query { calls(first: 20, filter: { from: "${from}" }) { nodes {
      a: moments(said: { text: "budget" }) { sentence } b: moments(said: { text: "price" }, first: 20) { speaker { name } } transcript { monologues { topic } }
    } } }`;
    const { calls: sent, extensions } = await cached.ask(asked);
    expect(tally(sent)).toEqual({ 'calls_extensive list': 1, 'call_transcripts list': 1 });
    expect(extensions).toMatchObject({ cost: { actual: 2 } });
    const again = await cached.ask(asked.replace('budget', 'contract'));
    expect(again.errors).toBeUndefined();
    expect(again.calls).toEqual([]);
  });

  it.each([
    ['{}', 'Expected a word in "text" or "phrase" of said, got neither.'],
    ['{ text: " … " }', 'Expected a word in "text" or "phrase" of said, got " … ".'],
    ['{ text: "p*" }', 'Expected two characters or more before an asterisk in said, got "p*".'],
    [
      '{ phrase: "pric* is" }',
      'Expected an asterisk in "phrase" of said behind its last word only, got "pric* is".',
    ],
    [
      '{ text: "a", within: { firstMinutes: 0 } }',
      'Expected "firstMinutes" of said to be 1 or more, got 0.',
    ],
    [
      '{ text: "a", not: true }',
      'Expected conditions without "not" for moments, got one: what was not said is nowhere in a call.',
    ],
    [`{ text: "${'a '.repeat(51)}" }`, 'Expected at most 50 words in said, got 51.'],
    [`[${'{ text: "a" } '.repeat(11)}]`, 'Expected at most 10 conditions of said, got 11.'],
    ['{ text: "a" }, first: 21', 'Expected "first" of moments from 1 to 20, got 21.'],
  ])('are refused: %#', async (said, message) => {
    const { errors, calls: sent } = await world.ask(
      `{ calls(first: 1, filter: { from: "${from}" }) { nodes { upstreamId moments(said: ${said}) { sentence } } } }`,
    );
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(tally(sent)).toEqual({ 'calls_extensive list': 1 });
  });

  it('are withheld as the transcript is', async () => {
    const asked = `{ calls(first: 50, filter: { from: "${from}" }) { nodes { isPrivate moments(said: { text: "the" }) { sentence } } } }`;
    const { data, errors, calls: sent } = await world.ask(asked, {}, []);
    expect(data.calls.nodes.every(({ moments }: TruthRow) => moments === null)).toBe(true);
    expect(errors?.[0]).toMatchObject({
      message: 'Expected the right "transcripts" for what was said.',
      extensions: { code: 'FORBIDDEN' },
    });
    expect(tally(sent)).toEqual({ 'calls list': 1 });
    const reader = await world.ask(asked, {}, ['transcripts']);
    for (const { isPrivate, moments } of reader.data.calls.nodes)
      if (isPrivate) expect(moments).toBeNull();
    expect(reader.errors?.length).toBe(
      reader.data.calls.nodes.filter((node: TruthRow) => node.isPrivate).length,
    );
  });
});
