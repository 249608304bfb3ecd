/** Users of the call-analytics platform: who hosts calls, reviews and coaches. */

import { defineEntity, freshness } from '../entity-spec.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const users = defineEntity({
  system: 'call-analytics',
  entity: 'users',
  key: 'id',
  operations: {
    list: { answer: 'cursor-page', params: { cursor: { type: 'string' } } },
    get: { answer: 'row', params: { id: { type: 'string', required: true } } },
  },
  decode: declaredDecoder((): f.ObjectSpec => user),
  freshness: freshness.settings,
});

const settings = f.object(
  'UserSettings',
  "What is recorded and imported of a user's conversations.",
  {
    webConferencesRecorded: f.flag(
      'webConferencesRecorded',
      'Whether web conferences are recorded.',
    ),
    preventWebConferenceRecording: f.flag(
      'preventWebConferenceRecording',
      'Whether recording web conferences is forbidden.',
    ),
    telephonyCallsImported: f.flag(
      'telephonyCallsImported',
      'Whether telephone calls are imported.',
    ),
    emailsImported: f.flag('emailsImported', 'Whether e-mails are imported.'),
    preventEmailImport: f.flag('preventEmailImport', 'Whether importing e-mails is forbidden.'),
    nonRecordedMeetingsImported: f.flag(
      'nonRecordedMeetingsImported',
      'Whether meetings without a recording are imported.',
    ),
    diallerEnabled: f.flag('gongConnectEnabled', "Whether the platform's dialler is enabled."),
  },
);

const spokenLanguage = f.object('SpokenLanguage', 'A language a user speaks.', {
  language: f.text('language', 'BCP 47 tag, e.g. en-US.'),
  isPrimary: f.flag('primary', 'Whether it is the main one.'),
});

export const user = f.node(
  'User',
  'A user of the call-analytics platform.',
  { entity: users, part: 'user' },
  {
    firstName: f.text('firstName', 'Given name.'),
    lastName: f.text('lastName', 'Family name.'),
    title: f.orNull(f.text('title', 'Job title.')),
    phoneNumber: f.orNull(f.text('phoneNumber', 'Telephone number.')),
    extension: f.orNull(f.text('extension', 'Extension of the telephone number.')),
    emailAddress: f.email('emailAddress', 'Main address.'),
    trustedEmailAddress: f.orNull(
      f.email('trustedEmailAddress', 'Address trusted for signing in, where it differs.'),
    ),
    meetingConsentPageUrl: f.orNull(
      f.url('meetingConsentPageUrl', 'Page on which guests agree to be recorded.'),
    ),
    emailAliases: f.list(f.email('emailAliases', 'Other addresses of the same person.')),
    isActive: f.flag('active', 'Whether the user can sign in.'),
    createdAt: f.instant('created', 'When the user was created.'),
    personalMeetingUrls: f.list(f.text('personalMeetingUrls', 'Standing meeting rooms.')),
    settings: f.within(settings, 'settings', 'What is recorded and imported.'),
    spokenLanguages: f.list(
      f.within(spokenLanguage, 'spokenLanguages', 'Languages the user speaks.'),
    ),
    manager: f.orNull(f.link('User', 'managerId', 'Who the user reports to.')),
  },
);

export type UserRecord = f.RecordOf<typeof user> & { readonly id: string };
