/** Trackers: words and phrases the platform listens for. */

import type { LanguageKeywordsRecord, TrackerRecord } from '../../records/calls/tracker.ts';
import { numeralOf } from '../../wire/value.ts';
import { encodeGlobalId } from '../global-id.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { TrackerRow } from './row.ts';
import { linkSetting, settingCost } from './setting.ts';
import { workspaceType } from './setting-type.ts';
import { linkUser, personId } from './user-loader.ts';

const whole = needs('tracker');

const text = {
  affiliation: 'Whose words count: Anyone, Company or NonCompany; the platform may add others.',
  saidAt: 'Which part of a call is listened to: Anytime, First, Last; the platform may add others.',
  saidAtUnit: 'Unit of `saidAtInterval`, such as minutes or percent.',
  filterQuery: 'The restriction to certain calls, as JSON in text.',
} as const satisfies Partial<Record<keyof TrackerRecord, string>>;

export function defineTracker({ builder, calls }: Graph): void {
  const keywords = builder.objectRef<LanguageKeywordsRecord>('TrackerKeywords').implement({
    description: 'What a tracker listens for in one language.',
    fields: (t) => ({
      language: t.exposeString('language', { description: 'ISO 639-2B code.' }),
      keywords: t.stringList({
        nullable: wireList,
        description: 'Words and phrases.',
        resolve: (row) => row.keywords ?? [],
      }),
      includesRelatedForms: t.exposeBoolean('includeRelatedForms', {
        description: 'Whether other forms of the words count too.',
      }),
    }),
  });

  calls.tracker.implement({
    cost: settingCost('Tracker'),
    description: 'Words and phrases the platform listens for.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof TrackerRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId('Tracker', row.id),
      }),
      upstreamId: t.exposeID('id', {
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
      }),
      name: t.string({
        description: 'What it is called now.',
        ...whole,
        resolve: (row) => row.record?.trackerName,
      }),
      ...Object.fromEntries(
        Object.entries(text).map(([name, description]) => [
          name,
          t.string({
            description,
            ...whole,
            resolve: (row) => row.record?.[name as keyof typeof text],
          }),
        ]),
      ),
      saidAtInterval: t.string({
        description: 'How much of it, in `saidAtUnit`; null where all of it counts.',
        ...whole,
        resolve: (row) => numeralOf(row.record?.saidAtInterval),
      }),
      keywords: t.field({
        type: [keywords],
        nullable: wireList,
        description: 'What it listens for, by language; a tracker of meanings has none.',
        ...whole,
        resolve: (row) => row.record?.languageKeywords,
      }),
      isPartOfQuestion: t.boolean({
        description: 'Whether only questions count.',
        ...whole,
        resolve: (row) => row.record?.partOfQuestion,
      }),
      saidInTopics: t.stringList({
        nullable: wireList,
        description: 'Names of the topics it is restricted to; empty where it is not.',
        ...whole,
        resolve: (row) => row.record?.saidInTopics,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was set up.',
        ...whole,
        resolve: (row) => row.record?.created,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'When it was last changed.',
        ...whole,
        resolve: (row) => row.record?.updated,
      }),
      creator: t.field({
        type: calls.user,
        description: 'Who set it up; null for one that the platform brought along.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkUser(context, info, personId(row.record?.creatorUserId)),
      }),
      updater: t.field({
        type: calls.user,
        description: 'Who changed it last; null where the platform did.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkUser(context, info, personId(row.record?.updaterUserId)),
      }),
      workspace: t.field({
        type: calls.workspace,
        description: 'The workspace it belongs to; null for a tracker of all workspaces.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkSetting(context, info, workspaceType, row.record?.workspaceId),
      }),
    }),
  });
}
