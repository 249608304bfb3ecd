/** Words of a call: sentences drawn without repeats, answers that fit their questions, slots filled in. */

import { memberAt } from '../../contract/member-at.ts';
import { internalStage } from '../company/call.ts';
import type { Random } from '../company/random.ts';
import {
  companyKinds,
  companyStems,
  competitors,
  products,
  type Side,
  type Sides,
  type StatementKind,
  slots,
  type TalkQuestion,
  type TalkStatement,
} from '../text/company-data.ts';
import { type Language, languageOf } from '../text/language.ts';
import type { TranscriptSource, Turn, Voice } from './timeline.ts';

/** A person of the call who may be mentioned. */
export interface Mentioned {
  /** First name. */
  readonly name: string;
  readonly internal: boolean;
}

/** A question has no kind. */
interface Drawable {
  readonly text: string;
  readonly kind?: StatementKind;
}

type Slot = (speaker: Voice) => string;

export class Wording {
  readonly #call: TranscriptSource;
  readonly #people: readonly Mentioned[];
  readonly #random: Random;
  readonly #language: Language;
  /** Of each list of sentences those that the call has not used yet. */
  readonly #unused = new Map<readonly unknown[], unknown[]>();
  readonly #slots: Readonly<Record<string, Slot>>;
  /** The question that the turn before ended with. */
  #pending: { readonly question: TalkQuestion; readonly asker: Voice } | null = null;

  constructor(call: TranscriptSource, random: Random, people: readonly Mentioned[]) {
    this.#call = call;
    this.#random = random;
    this.#people = people;
    this.#language = languageOf(call.language);
    this.#slots = this.#filledSlots();
  }

  /** @returns for every utterance of the turn its text, and what it is worth */
  sentencesOf(turn: Turn): TalkStatement[] {
    const { stage, voices } = this.#call;
    const speaker = memberAt(voices, turn.voice);
    const side = this.#sideOf(this.#language.sidesOf(turn.subject, stage), speaker);
    const spare = this.#sideOf(this.#language.general, speaker);
    const inTurn = new Set<unknown>();
    const before = this.#pending;
    this.#pending = null;
    return turn.utterances.map((utterance, index) => {
      if (utterance.question) {
        const question = this.#draw(side.questions, spare.questions, inTurn);
        this.#pending = { question, asker: speaker };
        return { text: this.#filled(question.text, speaker), kind: null };
      }
      const answer = index === 0 && before ? this.#answerTo(before, speaker) : null;
      const { text, kind } = answer ?? this.#draw(side.statements, spare.statements, inTurn);
      return { text: this.#filled(text, speaker), kind };
    });
  }

  #sideOf({ company, customer }: Sides, speaker: Voice): Side {
    return speaker.internal ? company : customer;
  }

  /** The other side answers; within the company, any other voice. */
  #answerTo(
    { question, asker }: { readonly question: TalkQuestion; readonly asker: Voice },
    speaker: Voice,
  ): TalkStatement | null {
    const isOther = speaker !== asker && (this.#isInternal || speaker.internal !== asker.internal);
    return isOther && question.answers.length > 0 ? this.#random.pick(question.answers) : null;
  }

  get #isInternal(): boolean {
    return this.#call.stage === internalStage;
  }

  /** A sentence that the call has not used, else one of `spare`; then all but promises may come again, save those of the turn. */
  #draw<T extends Drawable>(list: readonly T[], spare: readonly T[], inTurn: Set<unknown>): T {
    const drawn =
      this.#unusedOf(list) ??
      this.#unusedOf(spare) ??
      this.#again(list, inTurn) ??
      this.#again(spare, inTurn) ??
      list.find((item) => !inTurn.has(item)) ??
      this.#random.pick(list);
    inTurn.add(drawn);
    return drawn;
  }

  #unusedOf<T>(list: readonly T[]): T | undefined {
    let left = this.#unused.get(list) as T[] | undefined;
    if (!left) {
      left = [...list];
      this.#unused.set(list, left);
    }
    if (left.length === 0) return undefined;
    const at = this.#random.int(left.length);
    const drawn = memberAt(left, at);
    left[at] = memberAt(left, -1);
    left.pop();
    return drawn;
  }

  #again<T extends Drawable>(list: readonly T[], inTurn: ReadonlySet<unknown>): T | undefined {
    const others = list.filter((item) => item.kind !== 'promise' && !inTurn.has(item));
    this.#unused.set(list, others);
    return this.#unusedOf(list);
  }

  #filled(text: string, speaker: Voice): string {
    if (!text.includes('{')) return text;
    const filled = text.replace(/\{(\w+)\}/g, (_, slot: string) => this.#slots[slot]!(speaker));
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  }

  #filledSlots(): Record<string, Slot> {
    const random = this.#random;
    const { months, varied } = this.#language;
    const steady = (list: readonly string[]): Slot => {
      let value: string | undefined;
      return () => {
        value ??= random.pick(list);
        return value;
      };
    };
    const each = <T>(
      lists: Readonly<Record<string, readonly string[]>>,
      slot: (list: readonly string[]) => T,
    ) =>
      Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, slot(list)] as const));
    const month = new Date(this.#call.at / 1000).getUTCMonth();
    return {
      ...each(slots.steady, steady),
      ...each(varied, (list) => () => random.pick(list)),
      product: steady(this.#call.product === null ? products : [this.#call.product]),
      rival: steady(competitors),
      month: () => memberAt(months, (month + random.between(1, 4)) % months.length),
      account: () => `${random.pick(companyStems)} ${random.pick(companyKinds)}`,
      person: (speaker) => this.#mention(speaker, this.#isInternal, 'person'),
      colleague: (speaker) => this.#mention(speaker, true, 'colleague'),
    };
  }

  #mention(speaker: Voice, internal: boolean, slot: 'person' | 'colleague'): string {
    const others = this.#people.filter(
      (person) => person.internal === internal && person.name !== speaker.name,
    );
    if (others.length > 0) return this.#random.pick(others).name;
    return this.#language.unnamed[speaker.internal ? 'company' : 'customer'][slot];
  }
}
