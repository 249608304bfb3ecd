/**
 * Operations calls, calls_extensive, call_transcripts and recordings: one paginated list of calls
 * in several shapes.
 */

import {
  type BackendAnswer,
  type BackendOperation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { Company } from '../company/company.ts';
import { Random } from '../company/random.ts';
import type { StoredCall, StoredCallFilter } from '../database/call-store.ts';
import { audioOf, videoOf } from '../recording/recording.ts';
import { conversationOf } from '../talk/conversation.ts';
import { extensiveRows } from './calls-extensive.ts';
import { bagOf, cursorPage, flagOf, microsOf, positionOf, textParam, textsOf } from './page.ts';

const noCalls = 'No calls found corresponding to the provided filters';

function walkCalls(
  company: Company,
  operation: BackendOperation,
  filter: StoredCallFilter,
  print: (calls: readonly StoredCall[]) => readonly Row[],
): BackendAnswer {
  const { page } = operation;
  const after = page === null ? null : { at: Number(page.at), id: String(page.id) };
  const calls = company.calls.page(filter, after, pageRows + 1);
  if (calls.length === 0 && page === null) throw callAnalyticsError(404, noCalls);
  return cursorPage(
    calls,
    positionOf(page),
    () => company.calls.count(filter),
    (last) => ({ at: last.at, id: last.meta.id }),
    print,
  );
}

function windowOf(params: Readonly<Record<string, unknown>>, prefix = ''): StoredCallFilter {
  return {
    from: microsOf(params, 'fromDateTime', `${prefix}fromDateTime`),
    to: microsOf(params, 'toDateTime', `${prefix}toDateTime`),
  };
}

/** The page holds the next hundred by time; inside it the order is arbitrary, as upstream. */
export function listCalls(company: Company, operation: BackendOperation): BackendAnswer {
  return walkCalls(company, operation, windowOf(operation.params), (calls) => {
    const random = new Random(calls[0]?.seed ?? 0);
    return random.sample(calls, calls.length).map((call) => ({ ...call.meta }));
  });
}

export function getCall(company: Company, operation: BackendOperation): BackendAnswer {
  const id = textParam(operation.params, 'id') ?? '';
  const call = company.calls.byId(id);
  if (!call) throw callAnalyticsError(404, `Call ID ${id} was not found`);
  return { kind: 'row', row: { ...call.meta } };
}

export function listExtensiveCalls(company: Company, operation: BackendOperation): BackendAnswer {
  const filter = bagOf(operation.params, 'filter');
  return walkCalls(
    company,
    operation,
    {
      ...windowOf(filter, 'filter.'),
      ids: textsOf(filter, 'callIds'),
      workspace: textParam(filter, 'workspaceId'),
    },
    extensiveRows(company, bagOf(operation.params, 'contentSelector')),
  );
}

export function listTranscripts(company: Company, operation: BackendOperation): BackendAnswer {
  const filter = bagOf(operation.params, 'filter');
  return walkCalls(
    company,
    operation,
    { ...windowOf(filter, 'filter.'), ids: textsOf(filter, 'callIds') },
    (calls) => calls.map(transcriptRow),
  );
}

function transcriptRow(call: StoredCall): Row {
  const { monologues, voices } = conversationOf(call);
  return {
    callId: call.meta.id,
    transcript: monologues.map(({ voice, topic, sentences }) => ({
      speakerId: memberAt(voices, voice).speakerId,
      topic,
      sentences: sentences.map(({ start, end, text }) => ({ start, end, text })),
    })),
  };
}

/** @throws BackendError 400 without exactly one call id and the media flag, 404 for a call without the recording. */
function recordedCall(company: Company, { params }: BackendOperation): StoredCall {
  const ids = textsOf(bagOf(params, 'filter'), 'callIds') ?? [];
  const exposed = bagOf(bagOf(params, 'contentSelector'), 'exposedFields');
  const faults: string[] = [];
  if (ids.length !== 1)
    faults.push(`filter.callIds: expected exactly one call id, ${ids.length} came`);
  if (!flagOf(exposed, 'media')) faults.push('contentSelector.exposedFields.media: must be true');
  const [id] = ids;
  if (id === undefined || faults.length > 0) throw callAnalyticsError(400, ...faults);
  const call = company.calls.byId(id);
  if (!call) throw callAnalyticsError(404, `Call ID ${id} was not found`);
  return call;
}

export function downloadAudio(company: Company, operation: BackendOperation): BackendAnswer {
  return audioOf(recordedCall(company, operation));
}

export function downloadVideo(company: Company, operation: BackendOperation): BackendAnswer {
  const call = recordedCall(company, operation);
  if (call.meta.media !== 'Video')
    throw callAnalyticsError(404, `Call ID ${call.meta.id} has no video`);
  return videoOf(call);
}
