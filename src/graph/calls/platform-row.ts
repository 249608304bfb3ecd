/** Rows of the call platform as resolvers pass them on: the parts fetched so far, in wire form. */

import type { Row } from '../../contract/wire/execute.ts';
import { idOf, invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';

/** Source of declared fields: a record and the row it belongs to. */
export interface RowSource {
  readonly record: Row;
  /** The row that contains it. */
  readonly owner: PlatformRow;
}

/** Row with its type in the graph and its id. Parts that were not needed are absent from its record. */
export class PlatformRow<Type extends string = string> implements RowSource {
  readonly type: Type;
  readonly id: string;
  readonly record: Row;

  constructor(type: Type, id: string, record: Row = {}) {
    this.type = type;
    this.id = id;
    this.record = record;
  }

  get owner(): PlatformRow {
    return this;
  }

  /** Key of the row in its global id. */
  get key(): string {
    return this.id;
  }
}

/** Row of a call, created with the parts that the selection needs (see call-loader.ts). */
export class CallRow extends PlatformRow<'Call'> {
  constructor(id: string, record: Row) {
    super('Call', id, record);
  }
}

export type UserRow = PlatformRow<'User'>;

/** Row of a folder, which only the list of its workspace finds. */
export class FolderRow extends PlatformRow<'LibraryFolder'> {
  readonly workspaceId: string;

  constructor(workspaceId: string, id: string, record?: Row) {
    super('LibraryFolder', id, record);
    this.workspaceId = workspaceId;
  }

  override get key(): string {
    return `${this.workspaceId}/${this.id}`;
  }
}

/** Row of a review, which only its call finds. */
export class AnsweredScorecardRow extends PlatformRow<'AnsweredScorecard'> {
  constructor(id: string, record: Row) {
    super('AnsweredScorecard', id, record);
  }

  /** @throws SwitchboardError where the row lacks its call's id. */
  override get key(): string {
    const callId = idOf(this.record.callId);
    if (callId === null) throw invalidUpstreamValue('a review with the id of its call', callId);
    return `${callId}/${this.id}`;
  }
}

/** Coaching figures of one team member in a workspace. */
export class CoachingRow extends PlatformRow<'Coaching'> {
  readonly workspaceId: string;
  readonly managerId: string;

  constructor(team: { workspaceId: string; managerId: string }, id: string, record: Row) {
    super('Coaching', id, record);
    this.workspaceId = team.workspaceId;
    this.managerId = team.managerId;
  }
}

/** An object within a row: a party of a call, a question of a scorecard. Its own id need not identify it elsewhere. */
export class Part implements RowSource {
  readonly record: Row;
  readonly owner: PlatformRow;

  constructor(record: Row, owner: PlatformRow) {
    this.record = record;
    this.owner = owner;
  }
}

/** Call of a part. */
export function callOf({ owner }: RowSource): CallRow {
  if (owner instanceof CallRow) return owner;
  throw new Error(`Expected a part of a call, got one of a ${owner.type}.`);
}

/** Recordings of a call. */
export interface MediaRow {
  readonly callId: string;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}
