/**
 * Texts of the synthetic company, from JSON: names, the selling company, its settings, sentences of calls.
 * Every name is invented; every domain is reserved for examples.
 */

import { z } from 'zod';
import company from './company.json' with { type: 'json' };
import crm from './crm.json' with { type: 'json' };
import names from './name.json' with { type: 'json' };
import settings from './setting.json' with { type: 'json' };
import talk from './talk.json' with { type: 'json' };

export const { givenNames, familyNames, companyStems, companyKinds, companyForms } = names;
export const { externalTitles, industries, streets } = names;

/** Given and family names that break careless code: quotes, backslashes, percent signs, other scripts, right to left, very short. */
export const oddPeople = z.array(z.tuple([z.string(), z.string()])).parse(names.oddPeople);

/** Company names that break careless code. */
export const { oddCompanies } = names;

/** City, state or province, postal code, country, state code, country code. */
export const places = z
  .array(
    z.tuple([
      z.string(),
      z.string().nullable(),
      z.string(),
      z.string(),
      z.string().nullable(),
      z.string(),
    ]),
  )
  .parse(names.places);

export const { vendor, products, competitors } = company;

/** Teams: a manager and the people under them; `workspace` is the position of the workspace most of their calls lie in. */
export const { teams } = company;

/** Name and description of each workspace. */
export const workspaceNames = z
  .array(z.tuple([z.string(), z.string()]))
  .parse(company.workspaceNames);

const texts = z.array(z.string()).readonly();

const TrackerPlan = z.object({
  name: z.string(),
  type: z.enum(['KEYWORD', 'SMART']),
  /** By language. A smart tracker has none: it listens for the sense, here for the patterns in `senses`. */
  keywords: z.record(z.string(), texts),
  senses: texts.optional(),
  affiliation: z.enum(['Anyone', 'Company', 'NonCompany']),
  partOfQuestion: z.boolean().optional(),
  said: z
    .tuple([z.enum(['First', 'Last']), z.string(), z.enum(['minutes', 'percent'])])
    .readonly()
    .optional(),
  topics: texts.optional(),
  /** Position of the workspace, or null for all. */
  workspace: z.number().nullable(),
});
export type TrackerPlan = z.infer<typeof TrackerPlan>;

const QuestionPlan = z.object({
  text: z.string(),
  type: z.enum(['RANGE', 'OPEN', 'MULTIPLE_CHOICE', 'YES_NO']),
  range: z.tuple([z.string(), z.string()]).readonly().optional(),
  options: texts.optional(),
  guide: z.string().optional(),
  overall: z.literal(true).optional(),
  optional: z.literal(true).optional(),
});
export type QuestionPlan = z.infer<typeof QuestionPlan>;

const ScorecardPlan = z.object({
  name: z.string(),
  workspace: z.number().nullable(),
  enabled: z.boolean(),
  method: z.enum(['MANUAL', 'AUTOMATIC']),
  questions: z.array(QuestionPlan).readonly(),
});

export const trackerPlans = z.array(TrackerPlan).parse(settings.trackerPlans);

export const scorecardPlans = z.array(ScorecardPlan).parse(settings.scorecardPlans);

/** Folders of a library: name and the position of the parent; the first is the root. */
export const folderPlans = z
  .array(z.tuple([z.string(), z.number().nullable()]))
  .parse(settings.folderPlans);

/** Texts of comments on calls, and of open answers in scorecards. */
export const { commentTexts, answerTexts } = settings;

/** Sentences of one side about a subject: statements and questions. */
export interface Side {
  readonly says: readonly string[];
  readonly asks: readonly string[];
}

interface TalkSubject {
  readonly name: string;
  /** `opening` and `closing` subjects frame every call; the others come and go. */
  readonly place: 'opening' | 'middle' | 'closing';
  readonly company: Side;
  readonly customer: Side;
}

export const subjects = talk.subjects as readonly TalkSubject[];

/** Sentences of calls in other languages: one bank each for all subjects. */
export const foreign: Readonly<
  Record<string, { readonly company: Side; readonly customer: Side }>
> = talk.foreign;

export const { months } = talk;

/** Names and texts of CRM records and calls. */
export const { fileTitles, campaignNames, caseSubjects, caseRemarks, contactRoles } = crm;
export const { leadSources, leadRatings, salutations, internalTitles, callDispositions } = crm;
