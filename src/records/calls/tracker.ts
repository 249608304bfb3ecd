/** Trackers: words and phrases the platform listens for. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `settings_trackers`. */
export interface TrackerRecord {
  readonly trackerId: string;
  readonly trackerName: string;
  /** Null for a tracker of all workspaces. */
  readonly workspaceId: string | null;
  readonly languageKeywords: readonly LanguageKeywordsRecord[];
  /** Whose words count: Anyone, Company, NonCompany; others may come. */
  readonly affiliation: string;
  readonly partOfQuestion: boolean;
  /** Anytime, First, Last …; others may come. */
  readonly saidAt: string;
  readonly saidAtInterval: string | null;
  readonly saidAtUnit: string | null;
  readonly saidInTopics: readonly string[];
  /** JSON as text. */
  readonly filterQuery: string;
  readonly created: string;
  /** Null for a built-in tracker, as `updaterUserId`. */
  readonly creatorUserId: string | null;
  readonly updated: string;
  readonly updaterUserId: string | null;
}

export interface LanguageKeywordsRecord {
  /** ISO 639-2B. */
  readonly language: string;
  readonly keywords: readonly string[];
  readonly includeRelatedForms: boolean;
}

export const settingsTrackers = defineEntity({
  system: 'call-analytics',
  entity: 'settings_trackers',
  key: 'trackerId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  freshness: freshness.settings,
});
