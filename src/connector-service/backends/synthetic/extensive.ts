/** Rows of calls_extensive: metaData, and the blocks the selector asks for; nothing else. */

import type { CallRecord, ExtensiveCallRecord } from '../../../contract/calls/call.ts';
import type { CommentRecord, PartyRecord } from '../../../contract/calls/call-content.ts';
import type { Row } from '../../backend.ts';
import type { StoredCall } from './call-store.ts';
import type { Party } from './company/party.ts';
import { reviewOf } from './company/review.ts';
import type { Company } from './company.ts';
import { contextReader, type Timing } from './context.ts';
import { bagOf, flagOf, textOf, textsOf } from './param.ts';
import { contentBlock, interactionBlock } from './talk/block.ts';
import { conversationOf } from './talk/conversation.ts';

type Bag = Readonly<Record<string, unknown>>;

/** @returns what prints a page of calls under this selector. */
export function extensiveRows(
  company: Company,
  selector: Bag,
): (calls: readonly StoredCall[]) => readonly Row[] {
  const exposed = bagOf(selector, 'exposedFields');
  const content = bagOf(exposed, 'content');
  const interaction = bagOf(exposed, 'interaction');
  const comments = flagOf(bagOf(exposed, 'collaboration'), 'publicComments');
  const parties = flagOf(exposed, 'parties');
  const media = flagOf(exposed, 'media');
  const extended = textOf(selector, 'context') === 'Extended';
  const timings = (textsOf(selector, 'contextTiming') ?? ['Now']) as readonly Timing[];
  return (calls) => {
    const reader = extended ? contextReader(company.db, timings) : null;
    return calls.map((call): Row => {
      const context = reader?.read(call.context, call.at);
      const spoken = conversationOf(call);
      const contentPart = contentBlock(spoken, content, company.settings.trackers);
      const interactionPart = interactionBlock(spoken, interaction);
      const row: ExtensiveCallRecord = {
        metaData: metaData(call),
        ...(context ? { context } : {}),
        ...(parties
          ? { parties: call.parties.map((one) => partyRow(one, reader?.read(one.crm, call.at))) }
          : {}),
        ...(contentPart ? { content: contentPart } : {}),
        ...(interactionPart ? { interaction: interactionPart } : {}),
        ...(comments ? { collaboration: { publicComments: commentRows(company, call) } } : {}),
        ...(media ? { media: mediaUrls(company, call) } : {}),
      };
      return { ...row };
    });
  };
}

/** Some rows have a member no document speaks of: platforms add members without warning. */
function metaData(call: StoredCall): CallRecord {
  return call.seed % 25 === 0
    ? Object.assign({}, call.meta, { consentStatus: { given: true } })
    : call.meta;
}

function partyRow(party: Party, context: PartyRecord['context']): PartyRecord {
  const { crm: _crm, ...shown } = party;
  return context ? { ...shown, context } : shown;
}

function commentRows(company: Company, call: StoredCall): CommentRecord[] {
  const { comments } = reviewOf(
    {
      at: call.at,
      duration: call.meta.duration,
      seed: call.seed,
      hostId: call.meta.primaryUserId,
      workspaceId: call.meta.workspaceId,
      parties: call.parties,
    },
    company,
  );
  return comments.map((comment) => ({
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
