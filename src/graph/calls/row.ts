/** Rows of the call-analytics half as resolvers hand them on: an id, and what has been fetched so far. */

import type { ExtensiveCallRecord, PartyRecord } from '../../records/calls/call.ts';
import type { LibraryFolderRecord } from '../../records/calls/library.ts';
import type { AnsweredScorecardRecord, ScorecardRecord } from '../../records/calls/scorecard.ts';
import type { TrackerRecord } from '../../records/calls/tracker.ts';
import type { TranscriptRecord } from '../../records/calls/transcript.ts';
import type { UserRecord } from '../../records/calls/user.ts';
import type { WorkspaceRecord } from '../../records/calls/workspace.ts';

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
export class PartyRow {
  readonly call: CallRow;
  readonly party: PartyRecord;

  constructor(call: CallRow, party: PartyRecord) {
    this.call = call;
    this.party = party;
  }
}

export interface TranscriptRow {
  readonly callId: string;
  readonly record: TranscriptRecord;
}

/** An object that comes whole; `record` is null when only the id is selected. */
abstract class WholeRow<R> {
  readonly id: string;
  readonly record: R | null;

  constructor(id: string, record: R | null) {
    this.id = id;
    this.record = record;
  }
}

export class WorkspaceRow extends WholeRow<WorkspaceRecord> {}
export class TrackerRow extends WholeRow<TrackerRecord> {}
export class ScorecardRow extends WholeRow<ScorecardRecord> {}

/** A folder can only be found in the list of its workspace. */
export class FolderRow extends WholeRow<LibraryFolderRecord> {
  readonly workspaceId: string;

  constructor(workspaceId: string, id: string, record: LibraryFolderRecord | null) {
    super(id, record);
    this.workspaceId = workspaceId;
  }
}

/** A review of one call by one scorecard. */
export class AnsweredScorecardRow {
  readonly record: AnsweredScorecardRecord;

  constructor(record: AnsweredScorecardRecord) {
    this.record = record;
  }
}

/** Which recordings a call has. */
export interface MediaRow {
  readonly callId: string;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}
