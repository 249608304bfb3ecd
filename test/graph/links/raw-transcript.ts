/** Transcripts of all calls, straight from the service, and what was said in them by plain loops. */

import {
  meets,
  questionWords,
  type SpokenWord,
  spokenWords,
} from '../../../src/participants/spoken-word.ts';
import { readOnce } from '../../support/read-once.ts';
import { type TruthRow, truth } from '../../support/truth.ts';
import type { World } from '../../support/world.ts';

/** Condition as a question gives it. */
export interface Said {
  readonly text?: string;
  readonly phrase?: string;
  readonly by?: 'OURS' | 'THEIRS';
  readonly user?: readonly string[];
  readonly within?: { readonly firstMinutes?: number; readonly lastMinutes?: number };
  readonly not?: boolean;
}

export interface Turn {
  readonly second: number;
  readonly words: readonly string[];
  readonly affiliation: string | null;
  readonly userId: string | null;
}

/** Turns by call; a call without a transcript has none. */
export async function rawTurns(
  world: Pick<World, 'service'>,
  calls: readonly TruthRow[],
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const rows: TruthRow[] = [];
  for (let at = 0; at < calls.length; at += 100) {
    const callIds = calls.slice(at, at + 100).map(({ metaData }) => metaData.id);
    rows.push(...(await truth(world, 'call_transcripts', { filter: { callIds } })));
  }
  const parties = new Map(calls.map((call) => [call.metaData.id, call.parties as TruthRow[]]));
  return new Map(
    rows.map(({ callId, transcript }) => [
      callId,
      transcript.map(({ speakerId, sentences }: TruthRow): Turn => {
        const party = parties.get(callId)?.find((one) => one.speakerId === speakerId);
        return {
          second: Math.floor((sentences[0]?.start ?? 0) / 1_000),
          words: sentences.flatMap(({ text }: TruthRow) => spokenWords(text)),
          affiliation: party?.affiliation ?? null,
          userId: party?.userId ?? null,
        };
      }),
    ]),
  );
}

/** The same for worlds whose calls are those of the tests' company: a run reads them once. */
export const companyTurns = async (
  world: Pick<World, 'service'>,
  calls: readonly TruthRow[],
): Promise<ReadonlyMap<string, readonly Turn[]>> =>
  new Map(await readOnce('raw-turns', async () => [...(await rawTurns(world, calls))]));

/** Tells whether a turn of a call of so many seconds meets a condition. */
export function heardBy({ text, phrase, by, user, within }: Said) {
  const anywhere = questionWords(text ?? '');
  const inOrder = questionWords(phrase ?? '');
  const { firstMinutes = Infinity, lastMinutes = Infinity } = within ?? {};
  return ({ words, affiliation, userId, second }: Turn, seconds: number): boolean => {
    const isAt = (at: number, word: SpokenWord): boolean =>
      at < words.length && meets(words[at] as string, word);
    return (
      (by === undefined || affiliation === (by === 'OURS' ? 'Internal' : 'External')) &&
      (user === undefined || (userId !== null && user.includes(userId))) &&
      second < firstMinutes * 60 &&
      second >= seconds - lastMinutes * 60 &&
      anywhere.every((word) => words.some((_, at) => isAt(at, word))) &&
      (inOrder.length === 0 ||
        words.some((_, at) => inOrder.every((word, n) => isAt(at + n, word))))
    );
  };
}
