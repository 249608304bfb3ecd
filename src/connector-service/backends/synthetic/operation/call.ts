/** calls, calls_extensive and call_transcripts: the same walk over calls, each showing another side of them. */

import {
  type BackendAnswer,
  callAnalyticsError,
  type Operation,
  type Row,
} from '../../../backend.ts';
import type { CallFilter, StoredCall } from '../call-store.ts';
import type { Company } from '../company.ts';
import { extensiveRows } from '../extensive.ts';
import { bagOf, microsOf, textOf, textsOf } from '../param.ts';
import { Random } from '../random.ts';
import { conversationOf } from '../talk/conversation.ts';
import { cursorPage, pageSize, walkOf } from './page.ts';

const noCalls = 'No calls found corresponding to the provided filters';

function walkCalls(
  company: Company,
  operation: Operation,
  filter: CallFilter,
  print: (calls: readonly StoredCall[]) => readonly Row[],
): BackendAnswer {
  const { page } = operation;
  const after = page === null ? null : { at: Number(page.at), id: String(page.id) };
  const calls = company.calls.page(filter, after, pageSize + 1);
  if (calls.length === 0 && page === null) throw callAnalyticsError(404, noCalls);
  return cursorPage(
    calls,
    walkOf(page),
    () => company.calls.count(filter),
    (last) => ({ at: last.at, id: last.meta.id }),
    print,
  );
}

function windowOf(params: Readonly<Record<string, unknown>>, prefix = ''): CallFilter {
  return {
    from: microsOf(params, 'fromDateTime', `${prefix}fromDateTime`),
    to: microsOf(params, 'toDateTime', `${prefix}toDateTime`),
  };
}

/** The page holds the next hundred by time; inside it the order is arbitrary, as upstream. */
export function listCalls(company: Company, operation: Operation): BackendAnswer {
  return walkCalls(company, operation, windowOf(operation.params), (calls) => {
    const random = new Random(calls[0]?.seed ?? 0);
    return random.sample(calls, calls.length).map((call) => ({ ...call.meta }));
  });
}

export function getCall(company: Company, operation: Operation): BackendAnswer {
  const id = textOf(operation.params, 'id') ?? '';
  const call = company.calls.byId(id);
  if (!call) throw callAnalyticsError(404, `Call ID ${id} was not found`);
  return { kind: 'row', row: { ...call.meta } };
}

export function listExtensiveCalls(company: Company, operation: Operation): BackendAnswer {
  const filter = bagOf(operation.params, 'filter');
  return walkCalls(
    company,
    operation,
    {
      ...windowOf(filter, 'filter.'),
      ids: textsOf(filter, 'callIds'),
      workspace: textOf(filter, 'workspaceId'),
    },
    extensiveRows(company, bagOf(operation.params, 'contentSelector')),
  );
}

export function listTranscripts(company: Company, operation: Operation): BackendAnswer {
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
      speakerId: voices[voice]!.speakerId,
      topic,
      sentences: sentences.map(({ start, end, text }) => ({ start, end, text })),
    })),
  };
}
