/** Users of the call-analytics platform: who hosts calls, reviews and coaches. */

import { defineEntity, freshness } from '../catalog.ts';
import {
  email,
  flag,
  instant,
  link,
  list,
  node,
  object,
  orNull,
  type RecordOf,
  text,
  url,
  within,
} from './declaration.ts';

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

const settings = object(
  'UserSettings',
  "What is recorded and imported of a user's conversations.",
  {
    webConferencesRecorded: flag('webConferencesRecorded', 'Whether web conferences are recorded.'),
    preventWebConferenceRecording: flag(
      'preventWebConferenceRecording',
      'Whether recording web conferences is forbidden.',
    ),
    telephonyCallsImported: flag('telephonyCallsImported', 'Whether telephone calls are imported.'),
    emailsImported: flag('emailsImported', 'Whether e-mails are imported.'),
    preventEmailImport: flag('preventEmailImport', 'Whether importing e-mails is forbidden.'),
    nonRecordedMeetingsImported: flag(
      'nonRecordedMeetingsImported',
      'Whether meetings without a recording are imported.',
    ),
    diallerEnabled: flag('gongConnectEnabled', "Whether the platform's dialler is enabled."),
  },
);

const spokenLanguage = object('SpokenLanguage', 'A language a user speaks.', {
  language: text('language', 'BCP 47 tag, e.g. en-US.'),
  isPrimary: flag('primary', 'Whether it is the main one.'),
});

export const user = node(
  'User',
  'A user of the call-analytics platform.',
  { entity: users, part: 'user' },
  {
    firstName: text('firstName', 'Given name.'),
    lastName: text('lastName', 'Family name.'),
    title: orNull(text('title', 'Job title.')),
    phoneNumber: orNull(text('phoneNumber', 'Telephone number.')),
    extension: orNull(text('extension', 'Extension of the telephone number.')),
    emailAddress: email('emailAddress', 'Main address.'),
    trustedEmailAddress: orNull(
      email('trustedEmailAddress', 'Address trusted for signing in, where it differs.'),
    ),
    meetingConsentPageUrl: orNull(
      url('meetingConsentPageUrl', 'Page on which guests agree to be recorded.'),
    ),
    emailAliases: list(email('emailAliases', 'Other addresses of the same person.')),
    isActive: flag('active', 'Whether the user can sign in.'),
    createdAt: instant('created', 'When the user was created.'),
    personalMeetingUrls: list(text('personalMeetingUrls', 'Standing meeting rooms.')),
    settings: within(settings, 'settings', 'What is recorded and imported.'),
    spokenLanguages: list(within(spokenLanguage, 'spokenLanguages', 'Languages the user speaks.')),
    manager: orNull(link('User', 'managerId', 'Who the user reports to.')),
  },
);

export type UserRecord = RecordOf<typeof user> & { readonly id: string };
