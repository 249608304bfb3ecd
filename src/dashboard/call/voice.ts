/** The voices of a call: their party, how long they talk and when. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import type { TranscriptLine } from './transcript-line.ts';

export const voicesFragment = graphql(`
  fragment CallVoices on Call {
    parties {
      speakerId
      name
      emailAddress
      phoneNumber
      affiliation
    }
    interaction {
      speakers {
        upstreamId
        talkTimeSeconds
      }
    }
  }
`);

export interface Voice {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string | null;
  /** Among eight, the same wherever the voice is shown. */
  readonly colour: number;
  readonly talkSeconds: number;
  /** Of all talk, 0 to 1. */
  readonly share: number;
}

/** In the order of the parties; voices without a party come last. */
export function voicesOf(call: FragmentType<typeof voicesFragment>): readonly Voice[] {
  const { parties, interaction } = readFragment(voicesFragment, call);
  const talk = new Map(
    (interaction?.speakers ?? []).flatMap((one): [string, number][] =>
      one?.upstreamId == null ? [] : [[one.upstreamId, one.talkTimeSeconds ?? 0]],
    ),
  );
  const named = new Map<string, Party>();
  for (const party of parties ?? [])
    if (party?.speakerId != null) named.set(party.speakerId, party);
  const all = [...talk.values()].reduce((sum, seconds) => sum + seconds, 0);
  return [...new Set([...named.keys(), ...talk.keys()])].map((id, place) => {
    const party = named.get(id);
    const talkSeconds = talk.get(id) ?? 0;
    return {
      id,
      name: nameOf(party),
      affiliation: party?.affiliation ?? null,
      colour: place % 8,
      talkSeconds,
      share: all === 0 ? 0 : talkSeconds / all,
    };
  });
}

type Party = NonNullable<NonNullable<ResultOf<typeof voicesFragment>['parties']>[number]>;

function nameOf(party: Party | undefined): string {
  return party?.name ?? party?.emailAddress ?? party?.phoneNumber ?? 'Unknown voice';
}

/** When a voice talks, in seconds; neighbouring sentences are one stretch. */
export function stretchesOf(
  lines: readonly TranscriptLine[],
  voice: string,
): readonly (readonly [from: number, to: number])[] {
  const stretches: [number, number][] = [];
  for (const { speakerId, sentences } of lines) {
    if (speakerId !== voice) continue;
    for (const { start, end } of sentences) {
      const last = stretches.at(-1);
      if (last !== undefined && start - last[1] < 1) last[1] = end;
      else stretches.push([start, end]);
    }
  }
  return stretches;
}
