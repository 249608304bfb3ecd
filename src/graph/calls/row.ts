/** Rows of the call-analytics half as resolvers hand them on: an id, and what has been fetched so far. */

import type { ExtensiveCallRecord, PartyRecord } from '../../records/calls/call.ts';
import type { TranscriptRecord } from '../../records/calls/transcript.ts';
import type { UserRecord } from '../../records/calls/user.ts';

/**
 * A call. Resolvers of its fields read `record` directly: whoever makes a CallRow has fetched the
 * parts the selection needs (see call-loader.ts). Parts nobody asked for are absent.
 */
export class CallRow {
  readonly id: string;
  readonly record: Partial<ExtensiveCallRecord>;

  constructor(id: string, record: Partial<ExtensiveCallRecord>) {
    this.id = id;
    this.record = record;
  }
}

/** A user; `record` is null when only the id is selected. */
export class UserRow {
  readonly id: string;
  readonly record: UserRecord | null;

  constructor(id: string, record: UserRecord | null) {
    this.id = id;
    this.record = record;
  }
}

/** A participant, with the call it belongs to: a party's id alone does not identify it. */
export interface PartyRow {
  readonly call: CallRow;
  readonly party: PartyRecord;
}

export interface TranscriptRow {
  readonly callId: string;
  readonly record: TranscriptRecord;
}
