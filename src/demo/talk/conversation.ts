/** Conversation of one call: each part computed on first use and memoized for the life of the call. */

import { serializedOnce } from '../../connector-service/json-fragment-cache.ts';
import type { TrackerHitRecord } from '../../contract/calls/call-content.ts';
import type { Tracker } from '../company/platform-setting.ts';
import { firstName, type PartyVoice, type StoredCall, spokenCall } from '../database/call-store.ts';
import { type Interaction, interactionOf } from './interaction.ts';
import { type Turn, turnTimeline } from './timeline.ts';
import { trackerHits } from './tracker-hit.ts';
import { type Monologue, transcriptOf } from './transcript.ts';

const conversations = new WeakMap<StoredCall, Conversation>();

/** The conversation of a call: the same for the same object. */
export function conversationOf(call: StoredCall): Conversation {
  let conversation = conversations.get(call);
  if (conversation === undefined) {
    conversation = new Conversation(call);
    conversations.set(call, conversation);
  }
  return conversation;
}

export class Conversation {
  readonly call: StoredCall;
  readonly voices: readonly PartyVoice[];
  readonly stage: string;
  readonly #source: ReturnType<typeof spokenCall>;
  #turns: readonly Turn[] | undefined;
  #monologues: readonly Monologue[] | undefined;
  #interaction: Interaction | undefined;
  #heard: readonly TrackerHitRecord[] | undefined;

  constructor(call: StoredCall) {
    this.call = call;
    this.#source = spokenCall(call);
    this.voices = this.#source.voices;
    this.stage = this.#source.stage;
  }

  get turns(): readonly Turn[] {
    this.#turns ??= turnTimeline(this.#source);
    return this.#turns;
  }

  get monologues(): readonly Monologue[] {
    if (!this.#monologues) {
      const people = this.call.parties.flatMap((party) => {
        const name = firstName(party);
        return name === null ? [] : [{ name, internal: party.affiliation === 'Internal' }];
      });
      this.#monologues = transcriptOf(this.#source, this.turns, people);
    }
    return this.#monologues;
  }

  get interaction(): Interaction {
    this.#interaction ??= interactionOf(this.turns, this.voices, this.call.meta.duration);
    return this.#interaction;
  }

  /** Hits of the company's trackers, with occurrences. A company's trackers never change. */
  heardBy(trackers: readonly Tracker[]): readonly TrackerHitRecord[] {
    this.#heard ??= serializedOnce(
      trackerHits(trackers, this.call.meta, this.voices, this.monologues),
    );
    return this.#heard;
  }
}
