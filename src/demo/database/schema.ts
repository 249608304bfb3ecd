/** Tables of the call platform. Those of the CRM follow from its declarations, see crm-table.ts. */

import type { DatabaseSync } from 'node:sqlite';

/** Raised whenever a file made by an earlier version could not be read, or would say something else. */
export const schemaVersion = 10;

/** Creates the tables, without the indexes a bulk load is better off without. */
export function createCallTables(db: DatabaseSync): void {
  db.exec(`
    CREATE TABLE company (key TEXT PRIMARY KEY, value TEXT NOT NULL);

    CREATE TABLE call (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,           -- microseconds; what lists are ordered and bounded by
      workspace TEXT NOT NULL,
      host TEXT NOT NULL,
      duration INTEGER NOT NULL,     -- seconds
      seed INTEGER NOT NULL,
      language TEXT NOT NULL,
      media TEXT NOT NULL,
      stage TEXT NOT NULL,           -- of its deal at the time, which the talk follows
      product TEXT,                  -- of its deal
      meta TEXT NOT NULL,            -- JSON: the rest of metaData
      parties TEXT NOT NULL,         -- JSON, CRM references included
      context TEXT NOT NULL          -- JSON: CRM references of the call
    );

    -- Who did what with a call, and when: the ground of all activity statistics.
    CREATE TABLE activity (
      at INTEGER NOT NULL,           -- seconds
      user TEXT NOT NULL,
      kind INTEGER NOT NULL,         -- position in activityKinds
      call INTEGER NOT NULL,         -- call.seq
      PRIMARY KEY (at, user, kind, call)
    ) WITHOUT ROWID;

    -- Measures of conversations, computed at the first request for them.
    CREATE TABLE interaction (
      call INTEGER PRIMARY KEY,
      host TEXT NOT NULL,
      at INTEGER NOT NULL,           -- microseconds
      -- null throughout where nothing was transcribed
      ratio REAL, monologue REAL, story REAL, interactivity REAL, patience REAL, questions REAL
    );

    CREATE TABLE answered_scorecard (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,           -- seconds; when it was answered
      call TEXT NOT NULL,            -- call.id
      scorecard TEXT NOT NULL,
      reviewed TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      row TEXT NOT NULL              -- JSON as on the wire
    );

    CREATE TABLE folder_call (
      folder TEXT NOT NULL,
      call INTEGER NOT NULL,         -- call.seq
      PRIMARY KEY (folder, call)
    ) WITHOUT ROWID;
  `);
}

/** Creates the indexes, after the load. */
export function createCallIndexes(db: DatabaseSync): void {
  db.exec(`
    CREATE UNIQUE INDEX call_id ON call (id);
    CREATE UNIQUE INDEX call_at ON call (at, id);
    CREATE INDEX call_workspace ON call (workspace, at, id);
    CREATE INDEX interaction_host ON interaction (host, at);
    CREATE INDEX activity_user ON activity (user, at, kind, call);
    CREATE INDEX activity_call ON activity (call);
    CREATE UNIQUE INDEX answered_at ON answered_scorecard (at, id);
    CREATE INDEX answered_call ON answered_scorecard (call);
    CREATE INDEX answered_reviewed ON answered_scorecard (reviewed);
    CREATE INDEX answered_reviewer ON answered_scorecard (reviewer);
    CREATE INDEX folder_call_call ON folder_call (call);
  `);
}
