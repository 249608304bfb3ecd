/** Rows of calls_extensive: metaData, and the blocks the selector asks for; nothing else. */

import type {
  CommentRecord,
  ContentRecord,
  ExtensiveCallRecord,
  InteractionRecord,
  PartyRecord,
} from '../../records/calls/call.ts';
import type { Row } from '../backend.ts';
import { type StoredCall, talkable } from './call-store.ts';
import type { Party } from './company/party.ts';
import { reviewOf } from './company/review.ts';
import type { Company } from './company.ts';
import { contextReader, type Timing } from './context.ts';
import { bagOf, flagOf, textOf, textsOf } from './param.ts';
import { purpose, Random } from './random.ts';
import * as content from './talk/content.ts';
import { interactionOf, interactionStats } from './talk/interaction.ts';
import { monologuesOf, turnsOf } from './talk/row.ts';
import { trackerHits } from './talk/tracker-hit.ts';

type Bag = Readonly<Record<string, unknown>>;
type Printer = (calls: readonly StoredCall[]) => readonly Row[];

/** @returns what prints a page of calls under this selector. */
export function extensiveRows(company: Company, selector: Bag): Printer {
  const exposed = bagOf(selector, 'exposedFields');
  const flags = {
    content: bagOf(exposed, 'content'),
    interaction: bagOf(exposed, 'interaction'),
    comments: flagOf(bagOf(exposed, 'collaboration'), 'publicComments'),
    parties: flagOf(exposed, 'parties'),
    media: flagOf(exposed, 'media'),
  };
  const extended = textOf(selector, 'context') === 'Extended';
  const timings = (textsOf(selector, 'contextTiming') ?? ['Now']) as readonly Timing[];
  return (calls) => {
    const reader = extended ? contextReader(company.db, timings) : null;
    return calls.map((call): Row => {
      const context = reader?.read(call.context, call.at);
      const spoken = new Conversation(company, call);
      const interaction = interactionBlock(spoken, flags.interaction);
      const block = contentBlock(spoken, flags.content);
      const row: ExtensiveCallRecord = {
        metaData: call.meta,
        ...(context ? { context } : {}),
        ...(flags.parties
          ? {
              parties: call.parties.map((party) =>
                partyRow(party, reader?.read(party.crm, call.at)),
              ),
            }
          : {}),
        ...(block ? { content: block } : {}),
        ...(interaction ? { interaction } : {}),
        ...(flags.comments ? { collaboration: { publicComments: comments(company, call) } } : {}),
        ...(flags.media ? { media: mediaUrls(company, call) } : {}),
      };
      return { ...row };
    });
  };
}

/** Works out what a call's blocks are made from, each part when it is first needed. */
class Conversation {
  readonly company: Company;
  readonly call: StoredCall;
  private made: ReturnType<typeof conversationOf> | undefined;

  constructor(company: Company, call: StoredCall) {
    this.company = company;
    this.call = call;
  }

  get parts(): ReturnType<typeof conversationOf> {
    this.made ??= conversationOf(this.call);
    return this.made;
  }
}

function conversationOf(call: StoredCall) {
  const turns = turnsOf(call);
  return { turns, voices: talkable(call).voices, monologues: monologuesOf(call, turns) };
}

function interactionBlock(spoken: Conversation, flags: Bag): InteractionRecord | undefined {
  const asked = ['personInteractionStats', 'questions', 'speakers', 'video'].filter((name) =>
    flagOf(flags, name),
  );
  if (asked.length === 0) return undefined;
  const { call } = spoken;
  const turns = turnsOf(call);
  const { voices } = talkable(call);
  const measures = interactionOf(turns, voices, call.meta.duration);
  return {
    ...(flagOf(flags, 'speakers')
      ? {
          speakers: voices.map((voice, index) => ({
            id: voice.speakerId,
            userId: voice.party.userId ?? null,
            talkTime: measures.talkTimes[index]!,
          })),
        }
      : {}),
    // Asked for as personInteractionStats, answered under another name.
    ...(flagOf(flags, 'personInteractionStats')
      ? { interactionStats: interactionStats(measures) }
      : {}),
    ...(flagOf(flags, 'video') ? { video: videoOf(call) } : {}),
    ...(flagOf(flags, 'questions')
      ? {
          questions: {
            companyCount: measures.companyQuestions,
            nonCompanyCount: measures.customerQuestions,
          },
        }
      : {}),
  };
}

function contentBlock(spoken: Conversation, flags: Bag): ContentRecord | undefined {
  const asked = (name: string): boolean => flagOf(flags, name);
  if (!Object.keys(flags).some(asked)) return undefined;
  const { call, company } = spoken;
  const { turns, voices, monologues } = spoken.parts;
  const outcome = asked('callOutcome') ? content.outcomeOf(call.seed, call.meta.scope) : undefined;
  return {
    ...(asked('structure') ? { structure: content.structureOf(monologues) } : {}),
    ...(asked('topics') ? { topics: content.topicsOf(turns) } : {}),
    ...(asked('trackers') || asked('trackerOccurrences')
      ? {
          trackers: trackerHits(
            company.settings.trackers,
            call.meta,
            voices,
            monologues,
            asked('trackerOccurrences'),
          ),
        }
      : {}),
    ...(asked('brief') ? { brief: content.briefOf(call.meta.title, monologues) } : {}),
    ...(asked('outline') ? { outline: content.outlineOf(monologues) } : {}),
    ...(asked('highlights') ? { highlights: content.highlightsOf(monologues) } : {}),
    ...(outcome ? { callOutcome: outcome } : {}),
    ...(asked('keyPoints') ? { keyPoints: content.keyPointsOf(monologues) } : {}),
    ...(asked('pointsOfInterest')
      ? { pointsOfInterest: { actionItems: content.actionItemsOf(monologues, voices) } }
      : {}),
  };
}

function partyRow(party: Party, context: PartyRecord['context']): PartyRecord {
  const { crm: _crm, ...shown } = party;
  return context ? { ...shown, context } : shown;
}

/** What was on the picture; nothing for calls without one. */
function videoOf(call: StoredCall): { name: string; duration: number }[] {
  if (call.meta.media !== 'Video') return [];
  const random = new Random(call.seed, purpose.content, 2);
  const presented = random.chance(0.6) ? Math.floor(random.float() * call.meta.duration * 0.8) : 0;
  return [
    { name: 'Browser', duration: Math.floor(presented * 0.3) },
    { name: 'Presentation', duration: presented },
    { name: 'WebcamPrimaryUser', duration: call.meta.duration },
    { name: 'WebcamNonCompany', duration: Math.floor(random.float() * call.meta.duration) },
  ];
}

function comments(company: Company, call: StoredCall): CommentRecord[] {
  const review = reviewOf(reviewable(call), company);
  return review.comments.map((comment) => ({
    id: comment.id,
    audioStartTime: comment.from,
    audioEndTime: comment.to,
    commenterUserId: comment.userId,
    comment: comment.text,
    posted: company.calendar.zone.format(comment.at * 1000, 3),
    inReplyTo: comment.replyTo,
    duringCall: comment.duringCall,
  }));
}

function reviewable(call: StoredCall): Parameters<typeof reviewOf>[0] {
  return {
    at: call.at,
    duration: call.meta.duration,
    seed: call.seed,
    hostId: call.meta.primaryUserId,
    workspaceId: call.meta.workspaceId,
    parties: call.parties,
  };
}

/** Addresses that are good for eight hours; nothing is served there. */
function mediaUrls(company: Company, call: StoredCall): NonNullable<ExtensiveCallRecord['media']> {
  const { id, media } = call.meta;
  const stamp = company
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  const address = (kind: string): string =>
    `https://media.example.net/media-data/${id}/${id}.playback.${kind}?Date=${stamp}&Expires=28800&Signature=none`;
  return { audioUrl: address('mp3'), ...(media === 'Video' ? { videoUrl: address('mp4') } : {}) };
}
