/** Trackers, scorecards and library folders as the company set them up. Keywords are looked for in what is really said, see talk.json. */

import { z } from 'zod';
import data from './setting.json' with { type: 'json' };

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
export type ScorecardPlan = z.infer<typeof ScorecardPlan>;

export const trackerPlans = z.array(TrackerPlan).parse(data.trackerPlans);

export const scorecardPlans = z.array(ScorecardPlan).parse(data.scorecardPlans);

/** Folders of a library: name and the position of the parent; the first is the root. */
export const folderPlans = z
  .array(z.tuple([z.string(), z.number().nullable()]))
  .parse(data.folderPlans);

/** Texts of comments on calls, and of open answers in scorecards. */
export const { commentTexts, answerTexts } = data;
