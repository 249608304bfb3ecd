/** The faults of the matrix: each kind the service knows, with parameters that hurt lists, and what may be asked of a list under it. */

import type { Fault } from '../../../src/demo/fault/fault.ts';

export interface MatrixFault {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** All rows can still be had, so a list that only says that it is incomplete is weak. */
  readonly obtainable?: boolean;
  /** Rows are invented: more than the truth is no fault of the list. */
  readonly invents?: boolean;
  /** The data itself changes: what was there throughout must be there once. */
  readonly moves?: boolean;
  /** Another size is announced at each call, so that one which differs from what came says nothing. */
  readonly variesTotal?: boolean;
  /** Without an announced size nobody can know that rows are missing. */
  readonly needsTotal?: boolean;
  /** What was cached under it lacks rows and what would tell: a later walk can't know. */
  readonly uncached?: boolean;
  /** Members of rows are lost or changed: of lists inside rows, and of raw values, nobody can know it. */
  readonly changesMembers?: boolean;
  /** Members read null that are not. */
  readonly nullsMembers?: boolean;
  /** The changed members may be gone altogether, so that a list which is chosen by one has lost the row. */
  readonly losesMembers?: boolean;
  /** Ids are lost or changed: of raw values nobody can know it. */
  readonly changesKeys?: boolean;
}

const field = (change: 'missing' | 'null' | 'ill-typed'): readonly Fault[] => [
  { kind: 'fields', change, field: 'Id', system: 'crm' },
  { kind: 'fields', change, field: 'id', system: 'call-analytics' },
  { kind: 'fields', change, field: 'metaData.id', entity: 'calls_extensive' },
  { kind: 'fields', change, field: 'callId', system: 'call-analytics' },
  { kind: 'fields', change, field: 'trackerId', entity: 'settings_trackers' },
  { kind: 'fields', change, field: 'scorecardId', entity: 'settings_scorecards' },
  {
    kind: 'fields',
    change,
    field: 'answeredScorecardId',
    entity: 'stats_activity_scorecards',
  },
];

const bodies = ['json', 'vendor', 'html', 'empty'] as const;

export const matrixFaults: readonly MatrixFault[] = [
  { name: 'none', faults: [], obtainable: true },
  {
    name: 'latency',
    faults: [{ kind: 'latency', ms: { min: 0, max: 2 }, share: 0.3 }],
    obtainable: true,
  },
  ...[7, 30, 200].flatMap((rows): MatrixFault[] => [
    {
      name: `early-end rows ${rows}`,
      faults: [{ kind: 'early-end', rows }],
      obtainable: rows > 7,
    },
    {
      name: `early-end rows ${rows} share 0.3`,
      faults: [{ kind: 'early-end', rows, share: 0.3 }],
      obtainable: true,
    },
  ]),
  {
    name: 'early-end rows 30 share 0.1',
    faults: [{ kind: 'early-end', rows: 30, share: 0.1 }],
    obtainable: true,
  },
  {
    name: 'early-end children 3',
    faults: [{ kind: 'early-end', children: 3 }],
    obtainable: true,
  },
  {
    name: 'early-end rows 9 children 2 share 0.5',
    faults: [{ kind: 'early-end', rows: 9, children: 2, share: 0.5 }],
  },
  {
    name: 'cursor withheld',
    faults: [{ kind: 'cursor', change: 'withheld' }],
    needsTotal: true,
  },
  {
    name: 'cursor withheld, pages of 30',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'cursor', change: 'withheld' },
    ],
    needsTotal: true,
  },
  {
    name: 'cursor withheld after 1 share 0.5, pages of 30',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'cursor', change: 'withheld', after: 1, share: 0.5 },
    ],
    needsTotal: true,
  },
  {
    name: 'cursor repeated once',
    faults: [{ kind: 'cursor', change: 'repeated', after: 1, times: 1 }],
    needsTotal: true,
  },
  ...(['repeated', 'foreign', 'expired'] as const).flatMap((change): MatrixFault[] => [
    {
      name: `cursor ${change}, pages of 30`,
      faults: [
        { kind: 'early-end', rows: 30 },
        { kind: 'cursor', change },
      ],
      needsTotal: true,
    },
    {
      name: `cursor ${change} share 0.3, pages of 30`,
      faults: [
        { kind: 'early-end', rows: 30 },
        { kind: 'cursor', change, share: 0.3 },
      ],
      needsTotal: true,
      obtainable: change === 'expired',
    },
  ]),
  { name: 'metadata null', faults: [{ kind: 'metadata', form: 'null' }] },
  ...([7, 99] as const).map(
    (rows): MatrixFault => ({
      name: `metadata null, pages of ${rows}`,
      faults: [
        { kind: 'early-end', rows },
        { kind: 'metadata', form: 'null' },
      ],
      needsTotal: true,
    }),
  ),
  {
    name: 'metadata null, rows empty',
    faults: [
      { kind: 'rows', change: 'empty' },
      { kind: 'metadata', form: 'null' },
    ],
    needsTotal: true,
  },
  { name: 'metadata missing after 1', faults: [{ kind: 'metadata', form: 'missing', after: 1 }] },
  {
    name: 'metadata pagination-null after 1',
    faults: [{ kind: 'metadata', form: 'pagination-null', after: 1 }],
  },
  {
    name: 'metadata missing share 0.4',
    faults: [{ kind: 'metadata', form: 'missing', share: 0.4 }],
  },
  { name: 'wrapper other', faults: [{ kind: 'wrapper', form: 'other' }], obtainable: true },
  {
    name: 'wrapper other share 0.5',
    faults: [{ kind: 'wrapper', form: 'other', share: 0.5 }],
    obtainable: true,
  },
  { name: 'wrapper bare', faults: [{ kind: 'wrapper', form: 'bare' }] },
  { name: 'wrapper bare share 0.4', faults: [{ kind: 'wrapper', form: 'bare', share: 0.4 }] },
  { name: 'wrapper stranger', faults: [{ kind: 'wrapper', form: 'stranger' }] },
  { name: 'wrapper null', faults: [{ kind: 'wrapper', form: 'null' }] },
  {
    name: 'wrapper null share 0.2',
    faults: [{ kind: 'wrapper', form: 'null', share: 0.2 }],
    obtainable: true,
  },
  { name: 'rows short', faults: [{ kind: 'rows', change: 'short' }], needsTotal: true },
  {
    name: 'rows short share 0.3',
    faults: [{ kind: 'rows', change: 'short', share: 0.3 }],
    needsTotal: true,
  },
  { name: 'rows empty', faults: [{ kind: 'rows', change: 'empty' }], needsTotal: true },
  {
    name: 'rows empty after 1',
    faults: [{ kind: 'rows', change: 'empty', after: 1 }],
    needsTotal: true,
  },
  {
    name: 'rows reordered share 0.5',
    faults: [{ kind: 'rows', change: 'reordered', share: 0.5 }],
  },
  { name: 'rows reordered', faults: [{ kind: 'rows', change: 'reordered' }], obtainable: true },
  {
    name: 'rows reordered share 0.4, pages of 30',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'rows', change: 'reordered', share: 0.4 },
    ],
    obtainable: true,
  },
  { name: 'rows duplicated', faults: [{ kind: 'rows', change: 'duplicated' }], obtainable: true },
  {
    name: 'rows duplicated share 0.5, pages of 30',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'rows', change: 'duplicated', share: 0.5 },
    ],
    obtainable: true,
  },
  { name: 'rows strangers', faults: [{ kind: 'rows', change: 'strangers' }], invents: true },
  {
    name: 'rows unkeyed',
    faults: [{ kind: 'rows', change: 'unkeyed' }],
    changesKeys: true,
  },
  {
    name: 'rows unkeyed share 0.3',
    faults: [{ kind: 'rows', change: 'unkeyed', share: 0.3 }],
    changesKeys: true,
  },
  { name: 'rows numbered', faults: [{ kind: 'rows', change: 'numbered' }], obtainable: true },
  { name: 'total larger', faults: [{ kind: 'total', change: 'by', rows: 10 }] },
  { name: 'total smaller', faults: [{ kind: 'total', change: 'by', rows: -10 }] },
  {
    name: 'total changes, pages of 30',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'total', change: 'by', rows: 5, share: 0.3 },
    ],
    variesTotal: true,
  },
  { name: 'total missing', faults: [{ kind: 'total', change: 'missing' }] },
  {
    name: 'total missing, rows short',
    faults: [
      { kind: 'rows', change: 'short' },
      { kind: 'total', change: 'missing' },
    ],
    needsTotal: true,
    uncached: true,
  },
  { name: 'total ill-typed', faults: [{ kind: 'total', change: 'ill-typed' }] },
  ...(['missing', 'null', 'ill-typed'] as const).flatMap((change): MatrixFault[] => [
    { name: `key ${change}`, faults: field(change), changesKeys: true },
    {
      name: `some field ${change}`,
      faults: [{ kind: 'fields', change }],
      changesMembers: true,
      losesMembers: change !== 'ill-typed',
      nullsMembers: change === 'null',
    },
  ]),
  { name: 'fields extra', faults: [{ kind: 'fields', change: 'extra' }], obtainable: true },
  {
    name: 'fields nulls-left-out',
    faults: [{ kind: 'fields', change: 'nulls-left-out' }],
    changesMembers: true,
  },
  { name: 'clipped 60', faults: [{ kind: 'clipped', length: 60 }], changesMembers: true },
  {
    name: 'throttle share 0.2',
    faults: [{ kind: 'throttle', retryAfter: 0, share: 0.2 }],
    obtainable: true,
  },
  { name: 'throttle', faults: [{ kind: 'throttle', retryAfter: 60 }] },
  { name: 'throttle for hours', faults: [{ kind: 'throttle', retryAfter: 7_200, after: 1 }] },
  { name: 'status 500', faults: [{ kind: 'status', status: 500, body: 'vendor' }] },
  ...[400, 401, 403, 404, 500, 503].map(
    (status, at): MatrixFault => ({
      name: `status ${status} after 2, pages of 30`,
      faults: [
        { kind: 'early-end', rows: 30 },
        { kind: 'status', status, body: bodies[at % bodies.length]!, after: 2 },
      ],
    }),
  ),
  {
    name: 'status 503 share 0.1',
    faults: [{ kind: 'status', status: 503, share: 0.1 }],
    obtainable: true,
  },
  {
    name: 'status 500 once',
    faults: [{ kind: 'status', status: 500, after: 1, times: 1 }],
    obtainable: true,
  },
  ...(['quota', 'scope', 'session', 'rights', 'bearer'] as const).map(
    (reason): MatrixFault => ({
      name: `denied ${reason} after 1`,
      faults: [{ kind: 'denied', reason, after: 1 }],
    }),
  ),
  {
    name: 'redirect after 1',
    faults: [{ kind: 'redirect', location: 'http://127.0.0.1:1/', after: 1 }],
  },
  { name: 'reset', faults: [{ kind: 'reset' }] },
  { name: 'reset share 0.1', faults: [{ kind: 'reset', share: 0.1 }], obtainable: true },
  {
    name: 'black-hole once',
    faults: [{ kind: 'black-hole', after: 1, times: 1 }],
    obtainable: true,
  },
  { name: 'html', faults: [{ kind: 'html', after: 1 }] },
  { name: 'html share 0.1', faults: [{ kind: 'html', share: 0.1 }], obtainable: true },
  { name: 'endless after 1', faults: [{ kind: 'endless', after: 1, times: 2 }] },
  ...(['clean', 'abrupt'] as const).flatMap((close): MatrixFault[] =>
    [0.5, 0.95].map((at) => ({
      name: `truncated ${close} at ${at}`,
      faults: [{ kind: 'truncated', close, at, share: 0.4 }],
    })),
  ),
  {
    name: 'truncated abrupt share 0.1',
    faults: [{ kind: 'truncated', close: 'abrupt', share: 0.1 }],
    obtainable: true,
  },
  {
    name: 'drift insert',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'drift', insert: 3, share: 0.5 },
    ],
    moves: true,
  },
  {
    name: 'drift delete',
    faults: [
      { kind: 'early-end', rows: 30 },
      { kind: 'drift', delete: 2, share: 0.5 },
    ],
    moves: true,
  },
  {
    name: 'drift all',
    faults: [{ kind: 'drift', insert: 2, delete: 2, update: 3, share: 0.4 }],
    moves: true,
  },
];

/** Kinds that strike no list. */
export const notOfLists: readonly Fault['kind'][] = ['hidden', 'cut-stream', 'file-headers'];
