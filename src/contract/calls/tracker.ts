/** Trackers: words and phrases the platform listens for. */

import { defineEntity, freshness } from '../entity-spec.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const settingsTrackers = defineEntity({
  system: 'call-analytics',
  entity: 'settings_trackers',
  key: 'trackerId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  decode: declaredDecoder((): f.ObjectSpec => tracker),
  freshness: freshness.settings,
});

const keywords = f.object('TrackerKeywords', 'What a tracker listens for in one language.', {
  language: f.text('language', 'ISO 639-2B code.'),
  keywords: f.list(f.text('keywords', 'Words and phrases.')),
  includesRelatedForms: f.flag(
    'includeRelatedForms',
    'Whether other forms of the words count too.',
  ),
});

export const tracker = f.node(
  'Tracker',
  'Words and phrases the platform listens for.',
  { entity: settingsTrackers, part: 'tracker' },
  {
    name: f.text('trackerName', 'What it is called now.'),
    affiliation: f.text(
      'affiliation',
      'Whose words count: Anyone, Company or NonCompany; the platform may add others.',
    ),
    saidAt: f.text(
      'saidAt',
      'Which part of a call is listened to: Anytime, First, Last; the platform may add others.',
    ),
    saidAtInterval: f.orNull(
      f.numeral('saidAtInterval', 'How much of it, in `saidAtUnit`; null where all of it counts.'),
    ),
    saidAtUnit: f.orNull(
      f.text('saidAtUnit', 'Unit of `saidAtInterval`, such as minutes or percent.'),
    ),
    filterQuery: f.text('filterQuery', 'The restriction to certain calls, as JSON in text.'),
    keywords: f.list(
      f.within(
        keywords,
        'languageKeywords',
        'What it listens for, by language; a tracker of meanings has none.',
      ),
    ),
    isPartOfQuestion: f.flag('partOfQuestion', 'Whether only questions count.'),
    saidInTopics: f.list(
      f.text('saidInTopics', 'Names of the topics it is restricted to; empty where it is not.'),
    ),
    createdAt: f.instant('created', 'When it was set up.'),
    updatedAt: f.instant('updated', 'When it was last changed.'),
    creator: f.orNull(
      f.link(
        'User',
        'creatorUserId',
        'Who set it up; null for one that the platform brought along.',
      ),
    ),
    updater: f.orNull(
      f.link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
    ),
    workspace: f.orNull(
      f.link(
        'Workspace',
        'workspaceId',
        'The workspace it belongs to; null for a tracker of all workspaces.',
      ),
    ),
  },
);

export type TrackerRecord = f.RecordOf<typeof tracker> & { readonly trackerId: string };
