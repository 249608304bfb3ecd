/** One call's conversation, each part worked out when it is first needed and then kept for the rest of the row. */

import { type PartyVoice, type StoredCall, talkable } from '../call-store.ts';
import { type Interaction, interactionOf } from './interaction.ts';
import { skeletonOf, type Turn } from './skeleton.ts';
import { type Monologue, transcriptOf } from './transcript.ts';

export class Conversation {
  readonly call: StoredCall;
  readonly voices: readonly PartyVoice[];
  #turns: readonly Turn[] | undefined;
  #monologues: readonly Monologue[] | undefined;
  #interaction: Interaction | undefined;

  constructor(call: StoredCall) {
    this.call = call;
    this.voices = talkable(call).voices;
  }

  get turns(): readonly Turn[] {
    this.#turns ??= skeletonOf(talkable(this.call));
    return this.#turns;
  }

  get monologues(): readonly Monologue[] {
    if (!this.#monologues) {
      const people = this.call.parties.flatMap((party) => party.name?.split(' ')[0] ?? []);
      this.#monologues = transcriptOf(talkable(this.call), this.turns, people);
    }
    return this.#monologues;
  }

  get interaction(): Interaction {
    this.#interaction ??= interactionOf(this.turns, this.voices, this.call.meta.duration);
    return this.#interaction;
  }
}
