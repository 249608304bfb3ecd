/** Moments of a call: the sentences of its transcript that meet conditions on what was said, with the words that do. */

import { metaPart, partiesPart } from '../../contract/calls/call.ts';
import { monologue } from '../../contract/calls/transcript.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  floatOf,
  intOf,
  objectOf,
  objectsOf,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { isTurnSpent, nextTurn } from '../../engine/execute/loop-turn.ts';
import { guarded } from '../../engine/field-permission.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { times } from '../../engine/plan/cost-sum.ts';
import { needsWithin } from '../../engine/plan/row-requirement.ts';
import { UserInputError } from '../../errors.ts';
import { BatchBarrier } from '../../fetch/batch-loader.ts';
import type { SaidFilter } from '../../participants/call-query.ts';
import { normaliseUserId } from '../../participants/match-key.ts';
import { isTurnOf, matchedSentences, type SpokenTurn } from '../../participants/said-match.ts';
import { rangedWords } from '../../participants/spoken-word.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';
import { partySpeaking } from './party.ts';
import { type CallRow, Part } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';
import { type CallSaid, type SaidInput, saidFilters } from './said-filter.ts';
import { loadTranscript, transcriptCost } from './transcript.ts';

/** Range of a text in UTF-16 units, its end exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A sentence with those beside it, whoever spoke. */
interface NeighbouringSentence {
  readonly monologue: Part;
  readonly sentence: Row;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface Moment extends NeighbouringSentence {
  readonly matches: readonly TextRange[];
}

const mostMoments = 20;

/** Calls whose transcripts are cut in several turns of the event loop end together, so that those who spoke are one batch. */
const barrier = memoizeByRequest((_context: GraphContext) => new BatchBarrier());

export function defineMoments(graph: TypeRegistry, said: SaidInput): void {
  const { builder, calls } = graph;
  const moment = implementMoment(graph);
  builder.objectField(calls.call, 'moments', (t) =>
    t.field({
      type: [moment],
      cost: (fieldPlace) =>
        times(
          transcriptCost(fieldPlace),
          fieldPlace.given('moments', ({ first }) => Number(first)),
        ),
      description:
        'Where something was said: in their order the sentences that hold it, of each turn that meets one of the conditions. Read from the transcript, with or without an index. Null where the platform has no transcript. Needs the right "transcripts".',
      args: {
        said: t.arg({
          type: [said],
          required: true,
          description: 'One of these; without "not", since nothing can be shown of that.',
        }),
        first: t.arg.int({
          required: true,
          defaultValue: 3,
          description: `At most this many, up to ${mostMoments}.`,
        }),
      },
      extensions: {
        ...needsWithin(metaPart, partiesPart).extensions,
        ...guarded('transcripts', 'what was said').extensions,
      },
      resolve: unlessPrivate(async (call: CallRow, { said, first }, context) => {
        const conditions = momentConditions(said);
        checkFirst(first);
        return barrier(context).run(async () => {
          const record = await loadTranscript(context, call);
          if (record === null) return null;
          // Cutting a transcript into words takes milliseconds.
          if (isTurnSpent()) await nextTurn();
          return momentsOf(call, record, conditions).take(first).toArray();
        });
      }),
    }),
  );
}

function implementMoment(graph: TypeRegistry) {
  const { builder, calls } = graph;
  const range = builder.objectRef<TextRange>('TextRange').implement({
    description: 'A part of a text, in UTF-16 units, as strings of most languages count.',
    fields: (t) => ({
      start: t.exposeInt('start', { nullable: false, description: 'Where it begins.' }),
      end: t.exposeInt('end', { nullable: false, description: 'Where it ends, exclusive.' }),
    }),
  });
  return builder.objectRef<Moment>('CallMoment').implement({
    description: 'A sentence of a call that meets a condition on what was said.',
    fields: (t) => ({
      startMs: t.int({
        description: 'Where the sentence begins, in milliseconds.',
        resolve: ({ sentence }) => intOf(sentence.start),
      }),
      endMs: t.int({
        description: 'Where it ends, in milliseconds.',
        resolve: ({ sentence }) => intOf(sentence.end),
      }),
      speaker: t.field({
        type: calls.party,
        description: 'The party who spoke; null where no party of the call carries the speaker id.',
        extensions: { within: true },
        resolve: ({ monologue }) => speakerOf(monologue),
      }),
      sentence: t.string({
        nullable: false,
        description: 'What was said.',
        resolve: ({ sentence }) => textOf(sentence.text) ?? '',
      }),
      before: t.string({
        description: 'The sentence before it in the call, whoever spoke; null for the first.',
        resolve: ({ before }) => before && textOf(before.text),
      }),
      after: t.string({
        description: 'The sentence after it; null for the last.',
        resolve: ({ after }) => after && textOf(after.text),
      }),
      matches: t.expose('matches', {
        type: [range],
        nullable: { list: false, items: false },
        description: 'The parts of the sentence that were asked for, in their order.',
      }),
      monologue: t.field({
        type: partType(graph, monologue),
        nullable: false,
        description: 'The turn that it is of.',
        extensions: { within: true },
        resolve: (row) => row.monologue,
      }),
    }),
  });
}

/** @throws UserInputError */
function momentConditions(said: readonly CallSaid[]): readonly SaidFilter[] {
  if (said.some(({ not }) => not))
    throw new UserInputError(
      'Expected conditions without "not" for moments, got one: what was not said is nowhere in a call.',
    );
  return saidFilters(said);
}

function checkFirst(first: number): void {
  if (first < 1 || first > mostMoments)
    throw new UserInputError(`Expected "first" of moments from 1 to ${mostMoments}, got ${first}.`);
}

const speakerOf = ({ record, owner }: Part): Part | null =>
  partySpeaking(owner, record.speakerId, 'speakerId');

const sides: Readonly<Record<string, SpokenTurn['side']>> = {
  Internal: 'ours',
  External: 'theirs',
};

function voiceOf(monologue: Part): Pick<SpokenTurn, 'side' | 'userId'> {
  const party = speakerOf(monologue)?.record;
  return {
    side: sides[String(party?.affiliation)] ?? null,
    userId: normaliseUserId(party?.userId),
  };
}

/** The rows of a list within a transcript. @throws SwitchboardError for a list or a row of another form */
const rowsIn = (list: unknown): readonly Row[] =>
  (objectsOf(list, (row) => row) ?? []).flatMap((row) => {
    if (row instanceof Error) throw row;
    return row === null ? [] : [row as Row];
  });

/** The turns of a transcript that hold a word, as their sentences. */
function* turnsOf(call: CallRow, transcriptRow: Row): Generator<readonly NeighbouringSentence[]> {
  const turns = rowsIn(transcriptRow.transcript).map((row) => ({
    monologue: new Part(row, call),
    sentences: rowsIn(row.sentences),
  }));
  const all = turns.flatMap(({ sentences }) => sentences);
  let first = 0;
  for (const { monologue, sentences } of turns) {
    const from = first;
    yield sentences.map((sentence, at) => ({
      monologue,
      sentence,
      before: all[from + at - 1] ?? null,
      after: all[from + at + 1] ?? null,
    }));
    first += sentences.length;
  }
}

/** The moments of a call in their order. @throws SwitchboardError for a transcript that can't be read */
function* momentsOf(
  call: CallRow,
  { record }: Part,
  conditions: readonly SaidFilter[],
): Generator<Moment> {
  const callSeconds = floatOf(objectOf<Row>(call.record.metaData)?.duration);
  for (const turn of turnsOf(call, record)) {
    const [opening] = turn;
    if (opening === undefined) continue;
    const spoken = {
      second: Math.floor((intOf(opening.sentence.start) ?? 0) / 1_000),
      ...voiceOf(opening.monologue),
    };
    const asked = conditions.filter((condition) => isTurnOf(spoken, condition, callSeconds));
    if (asked.length > 0) yield* momentsOfTurn(turn, asked);
  }
}

function* momentsOfTurn(
  turn: readonly NeighbouringSentence[],
  conditions: readonly SaidFilter[],
): Generator<Moment> {
  const sentences = turn.map(({ sentence }) => rangedWords(textOf(sentence.text) ?? ''));
  const matches = matchedSentences(sentences, conditions);
  for (const [at, sentence] of turn.entries()) {
    const numbers = matches.get(at);
    if (numbers !== undefined)
      yield { ...sentence, matches: rangesOf(sentences[at] ?? [], numbers) };
  }
}

/** Words of a sentence as ranges; those that touch are one. */
function rangesOf(words: readonly TextRange[], numbers: ReadonlySet<number>): TextRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const [at, { start, end }] of words.entries()) {
    if (!numbers.has(at)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last.end >= start) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
