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

export const texts = z.array(z.string()).readonly();

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

/** What a statement is worth: a point says something of substance, a promise announces what its speaker will do. */
export type StatementKind = 'point' | 'promise' | null;

export interface TalkStatement {
  readonly text: string;
  readonly kind: StatementKind;
}

export interface TalkQuestion {
  readonly text: string;
  /** By the other side. */
  readonly answers: readonly TalkStatement[];
}

/** Sentences of one side about a subject. */
export interface Side {
  readonly statements: readonly TalkStatement[];
  readonly questions: readonly TalkQuestion[];
}

export interface Sides {
  readonly company: Side;
  readonly customer: Side;
}

interface TalkSubject extends Sides {
  readonly name: string;
  /** `opening` and `closing` subjects frame every call; the stage decides about those between. */
  readonly place: 'opening' | 'middle' | 'closing';
  /** Shortest and longest time of an opening or closing subject. */
  readonly seconds: readonly number[];
  /** Share of the calls in which the platform makes a topic of it. */
  readonly recognised: number;
  /** Stages at which it is talked about in these sentences; null for all. */
  readonly stages: readonly string[] | null;
}

const WrittenSide = z.object({
  says: texts,
  points: texts.default([]),
  promises: texts.default([]),
  asks: z.array(z.tuple([z.string()], z.string())),
});

/** The customer's is absent where the company is by itself. */
const writtenSides = { company: WrittenSide, customer: WrittenSide.optional() };

const Subject = z.object({
  name: z.string(),
  place: z.enum(['opening', 'middle', 'closing']),
  seconds: z.array(z.number()).default([]),
  recognised: z.number().default(1),
  stages: texts.nullable().default(null),
  ...writtenSides,
});

const marked = (list: readonly string[], kind: StatementKind): TalkStatement[] =>
  list.map((text) => ({ text, kind }));

const sideOf = ({ says, points, promises, asks }: z.infer<typeof WrittenSide>): Side => ({
  statements: [...marked(says, null), ...marked(points, 'point'), ...marked(promises, 'promise')],
  questions: asks.map(([text, ...answers]) => ({ text, answers: marked(answers, null) })),
});

const bothOf = ({
  company,
  customer = company,
}: z.infer<z.ZodObject<typeof writtenSides>>): Sides => ({
  company: sideOf(company),
  customer: sideOf(customer),
});

export const TwoSides = z.object(writtenSides).transform(bothOf);

/** In the order in which a call goes through them. */
export const subjects: readonly TalkSubject[] = z
  .array(Subject)
  .parse(talk.subjects)
  .map((subject) => ({ ...subject, ...bothOf(subject) }));

export const topicNames: readonly string[] = [...new Set(subjects.map(({ name }) => name))];

/** Sentences for any subject, once its own are used up. */
export const general = TwoSides.parse(talk.general);

/** By the stage of a call's deal, or `Internal`: subjects with their weights, titles of calls, beginnings of briefs. */
export const stageTalk = z
  .record(
    z.string(),
    z.object({ subjects: z.record(z.string(), z.number()), titles: texts, briefs: texts }),
  )
  .parse(talk.stages);

/** Values of slots: `steady` ones stay the same throughout a call. */
export const { months, slots, otherTitles, brief: briefTexts } = talk;

/** Names and texts of CRM records and calls. */
export const { taskSubjects, eventSubjects } = crm;
/** Of tasks that log a phone call, by the stage of its deal. */
export const phoneCallSubjects = z.record(z.string(), texts).parse(crm.phoneCallSubjects);
export const { fileTitles, campaignNames, caseSubjects, caseRemarks, contactRoles } = crm;
export const { leadSources, leadRatings, salutations, callDispositions } = crm;
