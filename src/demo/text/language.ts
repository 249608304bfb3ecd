/** Words of calls by language: English by subject, the others by what their own files tell apart. */

import { z } from 'zod';
import { memberAt } from '../../contract/member-at.ts';
import { general, months, type Sides, slots, subjects, TwoSides, texts } from './company-data.ts';
import fre from './talk-fre.json' with { type: 'json' };
import ger from './talk-ger.json' with { type: 'json' };
import jpn from './talk-jpn.json' with { type: 'json' };
import spa from './talk-spa.json' with { type: 'json' };

/** How a side speaks of people whose names the call does not know. */
const Unnamed = z.object({ person: z.string(), colleague: z.string() });

export interface Language {
  readonly months: readonly string[];
  /** Values of the slots that may change within a call. */
  readonly varied: Readonly<Record<string, readonly string[]>>;
  readonly unnamed: Readonly<Record<'company' | 'customer', z.infer<typeof Unnamed>>>;
  /** Sentences for any subject, once its own are used up. */
  readonly general: Sides;
  /** @param subject its position. @param stage of the call's deal, or `Internal`. */
  sidesOf(subject: number, stage: string): Sides;
}

const english: Language = {
  months,
  varied: slots.varied,
  unnamed: slots.unnamed,
  general,
  sidesOf: (subject) => memberAt(subjects, subject),
};

const LanguageFile = z.object({
  months: texts,
  varied: z.record(z.string(), texts),
  unnamed: z.object({ company: Unnamed, customer: Unnamed }),
  general: TwoSides,
  /** The first that has the subject's name, and the stage where it has stages, is spoken. */
  subjects: z.array(z.object({ names: texts, stages: texts.optional() }).and(TwoSides)),
});

/** Read at the first call in the language. */
const files: Readonly<Record<string, unknown>> = { fre, ger, jpn, spa };
const languages = new Map<string, Language>([['eng', english]]);

function read(file: unknown): Language {
  const { varied, subjects: spoken, ...language } = LanguageFile.parse(file);
  return {
    ...language,
    varied: { ...slots.varied, ...varied },
    sidesOf(subject, stage) {
      const { name } = memberAt(subjects, subject);
      const isAbout = ({ names, stages }: (typeof spoken)[number]): boolean =>
        names.includes(name) && (stages?.includes(stage) ?? true);
      return spoken.find(isAbout) ?? language.general;
    },
  };
}

/** @param code ISO 639-2B; where nothing is spoken (`zxx`, `und`), English stands for it. */
export function languageOf(code: string): Language {
  let language = languages.get(code);
  if (!language) {
    const file = files[code];
    language = file === undefined ? english : read(file);
    languages.set(code, language);
  }
  return language;
}
