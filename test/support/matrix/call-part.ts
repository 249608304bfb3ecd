/** Lists inside the rows of the call platform: what was said in calls, who took part, what is asked of reviewers. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { orNull } from './link-owner.ts';
import type { RawTables } from './raw-table.ts';
import type { MatrixList, Owner } from './row.ts';

/**
 * Values at a path of members, lists flattened on the way. A member without a value has none;
 * in the graph's answers a null in a list stays, since it stands for an item that can't be read.
 */
function valuesAt(value: unknown, path: string, nulls: boolean): readonly unknown[] {
  return path.split('.').reduce<readonly unknown[]>(
    (all, name) =>
      all.flatMap((one) => {
        const inner = (one as TruthRow)?.[name];
        if (Array.isArray(inner)) return inner.filter((item) => nulls || item !== null);
        return inner === null || inner === undefined ? [] : [inner];
      }),
    [value],
  );
}

const selectionAt = (path: string): string =>
  path.split('.').reduceRight((inner, name) => (inner === '' ? name : `${name} { ${inner} }`), '');

interface Part {
  readonly fields: readonly string[];
  readonly type: string;
  /** Path of members in the graph, the last a value that names an item. */
  readonly graph: string;
  /** The same in the platform's row. */
  readonly wire: string;
  readonly rows: (raw: RawTables) => Promise<readonly TruthRow[]>;
  readonly id: (row: TruthRow) => string;
  readonly normal?: (value: unknown) => string;
}

function part({ fields, type, graph, wire, rows, id, normal = String }: Part): MatrixList {
  return {
    name: fields[0]!,
    covers: fields,
    host: type,
    kind: `part of a ${type}`,
    example: false,
    windows: 'none',
    announced: true,
    inside: 'row',
    async owners(raw): Promise<readonly Owner[]> {
      const all = (await rows(raw)).map((row) => ({
        id: encodeGlobalId(type, id(row)),
        truth: valuesAt(row, wire, false).map(normal),
      }));
      return all.sort((a, b) => b.truth.length - a.truth.length).slice(0, 8);
    },
    ask: () => selectionAt(graph),
    items: (value) => {
      const [, ...rest] = graph.split('.');
      return valuesAt({ value }, ['value', ...rest].join('.'), true);
    },
    key: (item) => normal(item),
  };
}

const selector = {
  context: 'Extended',
  exposedFields: {
    collaboration: { publicComments: true },
    content: {
      pointsOfInterest: true,
      structure: true,
      topics: true,
      trackers: true,
      trackerOccurrences: true,
      outline: true,
      highlights: true,
      keyPoints: true,
    },
    interaction: { personInteractionStats: true, speakers: true, video: true },
    parties: true,
  },
};

const extensive = (raw: RawTables) =>
  raw.list('calls_extensive', {
    filter: { fromDateTime: '2026-10-20T00:00:00Z', toDateTime: '2026-10-25T00:00:00Z' },
    contentSelector: selector,
  });
const callId = (row: TruthRow): string => row.metaData.id;

const inCall = (fields: readonly string[], graph: string, wire: string): MatrixList =>
  part({ fields, type: 'Call', graph, wire, rows: extensive, id: callId });

const transcripts = async (raw: RawTables) =>
  raw.list('call_transcripts', {
    filter: { callIds: (await extensive(raw)).slice(0, 12).map(callId) },
  });

/** Sentences with a word, and where in each it stands. */
const moments: MatrixList = {
  name: 'Call.moments',
  covers: ['Call.moments', 'CallMoment.matches'],
  host: 'Call',
  kind: 'part of a Call',
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const owners = (await transcripts(raw)).map((row) => ({
      id: encodeGlobalId('Call', row.callId),
      truth: valuesAt(row, 'transcript.sentences', false)
        .filter((sentence) => /\byou\b/i.test((sentence as TruthRow).text))
        .slice(0, 20)
        .flatMap((sentence) => {
          const { start, text } = sentence as TruthRow;
          return [...text.matchAll(/\byou\b/gi)].map(({ index }) => `${start} ${index}`);
        }),
    }));
    return owners.sort((a, b) => b.truth.length - a.truth.length).slice(0, 8);
  },
  ask: () => 'moments(said: [{ text: "you" }], first: 20) { startMs matches { start } }',
  items: (value) =>
    orNull(value as TruthRow).flatMap((moment: TruthRow) =>
      orNull(moment?.matches).map((match: TruthRow) => match && `${moment.startMs} ${match.start}`),
    ),
  key: (item: string) => item,
};

export const callParts: readonly MatrixList[] = [
  moments,
  inCall(['Call.parties'], 'parties.upstreamId', 'parties.id'),
  inCall(
    ['Party.crmContext'],
    'parties.crmContext.objects.objectId',
    'parties.context.objects.objectId',
  ),
  inCall(
    ['Call.crmContext', 'CrmContext.objects'],
    'crmContext.objects.objectId',
    'context.objects.objectId',
  ),
  inCall(
    ['CrmContextObject.fields'],
    'crmContext.objects.fields.name',
    'context.objects.fields.name',
  ),
  inCall(['Call.comments'], 'comments.upstreamId', 'collaboration.publicComments.id'),
  inCall(
    ['CallContent.actionItems'],
    'content.actionItems.snippet',
    'content.pointsOfInterest.actionItems.snippet',
  ),
  inCall(['CallContent.highlights'], 'content.highlights.title', 'content.highlights.title'),
  inCall(['Highlight.items'], 'content.highlights.items.text', 'content.highlights.items.text'),
  inCall(['CallContent.outline'], 'content.outline.section', 'content.outline.section'),
  inCall(['OutlineSection.items'], 'content.outline.items.text', 'content.outline.items.text'),
  inCall(['CallContent.structure'], 'content.structure.name', 'content.structure.name'),
  inCall(['CallContent.topics'], 'content.topics.name', 'content.topics.name'),
  inCall(['CallContent.trackers'], 'content.trackers.trackerId', 'content.trackers.id'),
  inCall(
    ['TrackerHit.occurrences'],
    'content.trackers.occurrences.startSeconds',
    'content.trackers.occurrences.startTime',
  ),
  inCall(
    ['TrackerHit.phrases'],
    'content.trackers.phrases.phrase',
    'content.trackers.phrases.phrase',
  ),
  inCall(
    ['TrackerPhrase.occurrences'],
    'content.trackers.phrases.occurrences.startSeconds',
    'content.trackers.phrases.occurrences.startTime',
  ),
  inCall(
    ['CallInteraction.speakers'],
    'interaction.speakers.upstreamId',
    'interaction.speakers.id',
  ),
  inCall(
    ['CallInteraction.statistics'],
    'interaction.statistics.name',
    'interaction.interactionStats.name',
  ),
  inCall(['CallInteraction.video'], 'interaction.video.name', 'interaction.video.name'),
  part({
    fields: ['Transcript.monologues'],
    type: 'Call',
    graph: 'transcript.monologues.speakerId',
    wire: 'transcript.speakerId',
    rows: transcripts,
    id: (row) => row.callId,
  }),
  part({
    fields: ['Monologue.sentences'],
    type: 'Call',
    graph: 'transcript.monologues.sentences.text',
    wire: 'transcript.sentences.text',
    rows: transcripts,
    id: (row) => row.callId,
  }),
  part({
    fields: ['Tracker.keywords'],
    type: 'Tracker',
    graph: 'keywords.language',
    wire: 'languageKeywords.language',
    rows: (raw) => raw.list('settings_trackers'),
    id: (row) => row.trackerId,
  }),
  part({
    fields: ['Scorecard.questions'],
    type: 'Scorecard',
    graph: 'questions.upstreamId',
    wire: 'questions.questionId',
    rows: (raw) => raw.list('settings_scorecards'),
    id: (row) => row.scorecardId,
  }),
  part({
    fields: ['AnsweredScorecard.answers'],
    type: 'AnsweredScorecard',
    graph: 'answers.questionId',
    wire: 'answers.questionId',
    rows: (raw) => raw.list('stats_activity_scorecards', { filter: {} }),
    id: (row) => `${row.callId}/${row.answeredScorecardId}`,
  }),
  part({
    fields: ['User.spokenLanguages'],
    type: 'User',
    graph: 'spokenLanguages.language',
    wire: 'spokenLanguages.language',
    rows: (raw) => raw.list('users'),
    id: (row) => row.id,
  }),
];
