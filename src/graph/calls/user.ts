/** Users of the call-analytics platform. */

import type { UserRecord, UserSettings } from '../../records/calls/user.ts';
import { textOf } from '../../wire/value.ts';
import { encodeGlobalId } from '../global-id.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { UserRow } from './row.ts';
import { listReports, reportsCost } from './user-directory.ts';
import { linkUser, userCost } from './user-loader.ts';

/** A user's row comes whole: any field but the id needs all of it. */
const user = needs('user');

const text = {
  firstName: 'Given name.',
  lastName: 'Family name.',
  title: 'Job title.',
  phoneNumber: 'Telephone number.',
  extension: 'Extension of the telephone number.',
} as const satisfies Partial<Record<keyof UserRecord, string>>;

const settings = {
  webConferencesRecorded: 'Whether web conferences are recorded.',
  preventWebConferenceRecording: 'Whether recording web conferences is forbidden.',
  telephonyCallsImported: 'Whether telephone calls are imported.',
  emailsImported: 'Whether e-mails are imported.',
  preventEmailImport: 'Whether importing e-mails is forbidden.',
  nonRecordedMeetingsImported: 'Whether meetings without a recording are imported.',
  gongConnectEnabled: "Whether the platform's dialler is enabled.",
} as const satisfies Record<keyof UserSettings, string>;

/** Schema names where the wire's would carry a vendor's. */
const renamed: Readonly<Record<string, string>> = { gongConnectEnabled: 'diallerEnabled' };

export function defineUser({ builder, calls }: Graph): void {
  const settingsType = builder.objectRef<UserSettings>('UserSettings').implement({
    description: "What is recorded and imported of a user's conversations.",
    fields: (t) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, description]) => [
          renamed[name] ?? name,
          t.boolean({ description, resolve: (row) => row[name as keyof UserSettings] }),
        ]),
      ),
  });

  const language = builder.objectRef<UserRecord['spokenLanguages'][number]>('SpokenLanguage');
  language.implement({
    description: 'A language a user speaks.',
    fields: (t) => ({
      language: t.exposeString('language', { description: 'BCP 47 tag, e.g. en-US.' }),
      isPrimary: t.exposeBoolean('primary', { description: 'Whether it is the main one.' }),
    }),
  });

  calls.user.implement({
    cost: userCost,
    description: 'A user of the call-analytics platform.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof UserRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId('User', row.id),
      }),
      upstreamId: t.exposeID('id', {
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
      }),
      ...Object.fromEntries(
        Object.entries(text).map(([name, description]) => [
          name,
          t.string({
            description,
            ...user,
            resolve: (row) => row.record?.[name as keyof typeof text],
          }),
        ]),
      ),
      name: t.string({
        description: 'Given and family name together.',
        ...user,
        resolve: (row) => fullName(row.record),
      }),
      emailAddress: t.field({
        type: 'EmailAddress',
        description: 'Main address.',
        ...user,
        resolve: (row) => row.record?.emailAddress,
      }),
      trustedEmailAddress: t.field({
        type: 'EmailAddress',
        description: 'Address trusted for signing in, where it differs.',
        ...user,
        resolve: (row) => row.record?.trustedEmailAddress,
      }),
      meetingConsentPageUrl: t.field({
        type: 'URL',
        description: 'Page on which guests agree to be recorded.',
        ...user,
        resolve: (row) => row.record?.meetingConsentPageUrl,
      }),
      emailAliases: t.field({
        type: ['EmailAddress'],
        nullable: wireList,
        description: 'Other addresses of the same person.',
        ...user,
        resolve: (row) => row.record?.emailAliases ?? [],
      }),
      isActive: t.boolean({
        description: 'Whether the user can sign in.',
        ...user,
        resolve: (row) => row.record?.active,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When the user was created.',
        ...user,
        resolve: (row) => row.record?.created,
      }),
      personalMeetingUrls: t.stringList({
        nullable: wireList,
        description: 'Standing meeting rooms.',
        ...user,
        resolve: (row) => row.record?.personalMeetingUrls ?? [],
      }),
      settings: t.field({
        type: settingsType,
        description: 'What is recorded and imported.',
        ...user,
        resolve: (row) => row.record?.settings,
      }),
      spokenLanguages: t.field({
        type: [language],
        nullable: wireList,
        description: 'Languages the user speaks.',
        ...user,
        resolve: (row) => row.record?.spokenLanguages ?? [],
      }),
      manager: t.field({
        type: calls.user,
        description: 'Who the user reports to.',
        ...user,
        resolve: (row, _args, context, info) => linkUser(context, info, row.record?.managerId),
      }),
      directReports: t.field({
        type: calls.userConnection,
        cost: reportsCost,
        description:
          'Who reports to the user. The platform cannot filter by manager, so all users are read: one call for each hundred, once per request.',
        args: t.arg.connectionArgs(),
        resolve: (row, args, context, info) => listReports(context, info, row.id, args),
      }),
    }),
  });
}

function fullName(record: UserRecord | null): string | null {
  const name = [textOf(record?.firstName), textOf(record?.lastName)].filter(Boolean).join(' ');
  return name === '' ? null : name;
}
