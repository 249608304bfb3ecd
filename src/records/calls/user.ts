/** Users of the call-analytics platform: who hosts calls, reviews and coaches. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `users`. Ids are decimal strings beyond 2^53. */
export interface UserRecord {
  readonly id: string;
  readonly emailAddress: string;
  readonly created: string;
  readonly active: boolean;
  readonly emailAliases: readonly string[];
  readonly trustedEmailAddress: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly phoneNumber: string | null;
  readonly extension: string | null;
  readonly personalMeetingUrls: readonly string[];
  readonly settings: UserSettings;
  readonly managerId: string | null;
  readonly meetingConsentPageUrl: string | null;
  readonly spokenLanguages: readonly SpokenLanguage[];
}

export interface UserSettings {
  readonly webConferencesRecorded: boolean;
  readonly preventWebConferenceRecording: boolean;
  readonly telephonyCallsImported: boolean;
  readonly emailsImported: boolean;
  readonly preventEmailImport: boolean;
  readonly nonRecordedMeetingsImported: boolean;
  readonly gongConnectEnabled: boolean;
}

export interface SpokenLanguage {
  readonly language: string;
  readonly primary: boolean;
}

export const users = defineEntity({
  system: 'call-analytics',
  entity: 'users',
  key: 'id',
  operations: {
    list: { answer: 'cursor-page', params: { cursor: { type: 'string' } } },
    get: { answer: 'row', params: { id: { type: 'string', required: true } } },
  },
  freshness: freshness.settings,
});
