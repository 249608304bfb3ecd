/** The voices of a call: their party, how long they talk and when. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import type { TranscriptLine } from './transcript-line.ts';

export const voicesFragment = graphql(`
  fragment CallVoices on Call {
    parties {
      upstreamId
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
        party {
          upstreamId
        }
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

/** Id of a party's voice: the one that transcripts name it by; of a party that is not heard apart, the party's. */
export const voiceIdOf = (party: Pick<Party, 'speakerId' | 'upstreamId'>): string | null =>
  party.speakerId ?? party.upstreamId;

/** In the order of the parties; voices without a party come last. */
export function voicesOf(call: FragmentType<typeof voicesFragment>): readonly Voice[] {
  const { parties, interaction } = readFragment(voicesFragment, call);
  const named = new Map<string, Party>();
  for (const party of parties ?? [])
    if (party?.speakerId != null) named.set(party.speakerId, party);
  const talk = new Map<string, number>();
  for (const speaker of interaction?.speakers ?? []) {
    const party = parties?.find(
      (candidate) =>
        candidate?.upstreamId != null && candidate.upstreamId === speaker?.party?.upstreamId,
    );
    const id = party ? voiceIdOf(party) : speaker?.upstreamId;
    if (id == null) continue;
    talk.set(id, (talk.get(id) ?? 0) + (speaker?.talkTimeSeconds ?? 0));
    if (party) named.set(id, party);
  }
  const all = [...talk.values()].reduce((sum, seconds) => sum + seconds, 0);
  return [...new Set([...named.keys(), ...talk.keys()])].map((id, index) => {
    const party = named.get(id);
    const talkSeconds = talk.get(id) ?? 0;
    return {
      id,
      name: nameOf(party),
      affiliation: party?.affiliation ?? null,
      colour: index % 8,
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
