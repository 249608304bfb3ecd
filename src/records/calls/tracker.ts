/** Trackers: words and phrases the platform listens for. */

import { defineEntity, freshness } from '../catalog.ts';
import {
  flag,
  instant,
  link,
  list,
  node,
  numeral,
  object,
  orNull,
  type RecordOf,
  text,
  within,
} from './declaration.ts';

export const settingsTrackers = defineEntity({
  system: 'call-analytics',
  entity: 'settings_trackers',
  key: 'trackerId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  freshness: freshness.settings,
});

const keywords = object('TrackerKeywords', 'What a tracker listens for in one language.', {
  language: text('language', 'ISO 639-2B code.'),
  keywords: list(text('keywords', 'Words and phrases.')),
  includesRelatedForms: flag('includeRelatedForms', 'Whether other forms of the words count too.'),
});

export const tracker = node(
  'Tracker',
  'Words and phrases the platform listens for.',
  { entity: settingsTrackers, part: 'tracker' },
  {
    name: text('trackerName', 'What it is called now.'),
    affiliation: text(
      'affiliation',
      'Whose words count: Anyone, Company or NonCompany; the platform may add others.',
    ),
    saidAt: text(
      'saidAt',
      'Which part of a call is listened to: Anytime, First, Last; the platform may add others.',
    ),
    saidAtInterval: orNull(
      numeral('saidAtInterval', 'How much of it, in `saidAtUnit`; null where all of it counts.'),
    ),
    saidAtUnit: orNull(text('saidAtUnit', 'Unit of `saidAtInterval`, such as minutes or percent.')),
    filterQuery: text('filterQuery', 'The restriction to certain calls, as JSON in text.'),
    keywords: list(
      within(
        keywords,
        'languageKeywords',
        'What it listens for, by language; a tracker of meanings has none.',
      ),
    ),
    isPartOfQuestion: flag('partOfQuestion', 'Whether only questions count.'),
    saidInTopics: list(
      text('saidInTopics', 'Names of the topics it is restricted to; empty where it is not.'),
    ),
    createdAt: instant('created', 'When it was set up.'),
    updatedAt: instant('updated', 'When it was last changed.'),
    creator: orNull(
      link('User', 'creatorUserId', 'Who set it up; null for one that the platform brought along.'),
    ),
    updater: orNull(
      link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
    ),
    workspace: orNull(
      link(
        'Workspace',
        'workspaceId',
        'The workspace it belongs to; null for a tracker of all workspaces.',
      ),
    ),
  },
);

export type TrackerRecord = RecordOf<typeof tracker> & { readonly trackerId: string };
