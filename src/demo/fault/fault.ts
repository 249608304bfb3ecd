/** Fault declarations: kinds, matching calls and counts, checked before a fault is in force. */

import { z } from 'zod';
import { invalid } from '../../connector-service/http/service-error.ts';

const positive = z.number().nonnegative();
const share = z.number().min(0).max(1);
const count = z.int().nonnegative().optional();
const most = z.int().positive().optional();
const text = z.string().optional();

/** Milliseconds: a constant, evenly between two bounds, or long-tailed around a median. */
const duration = z.union([
  positive,
  z
    .strictObject({ min: positive, max: positive })
    .refine(({ min, max }) => min <= max, { error: 'Expected min up to max' }),
  z.strictObject({ median: positive, sigma: positive }),
]);

/** A Retry-After: seconds (negative ones too), a date so many seconds ahead, any text, or null for none. */
const retryAfter = z.union([
  z.number(),
  z.strictObject({ dateIn: z.number() }),
  z.strictObject({ text: z.string() }),
  z.null(),
]);

/** Calls that a fault applies to, of any kind. Without any of these: every call. */
export const scope = {
  instance: text,
  system: z.enum(['call-analytics', 'crm']).optional(),
  entity: text,
  action: text,
  /** Share of the matching calls, drawn from the seed. Default 1. */
  share: share.optional(),
  /** Matching calls left alone first. Default 0. */
  after: count,
  /** Strikes at most; then the fault is spent. Default: no end. */
  times: count,
};

/** A fault of one kind: what it does, for readers, its own fields, and the scope every fault has. */
const fault = <K extends string, S extends z.ZodRawShape>(kind: K, about: string, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...fields, ...scope }).describe(about);

export const faultSchema = z.discriminatedUnion('kind', [
  fault('latency', 'Answers after `ms`: a number, `{min, max}` or `{median, sigma}`.', {
    ms: duration,
  }),
  fault('throttle', '429 with `retryAfter`: seconds, `{dateIn}`, `{text}` or null for none.', {
    retryAfter,
  }),
  fault(
    'status',
    'Another `status`, its `body` as `json`, `vendor`, `html` or `empty`, with `text` and `retryAfter`.',
    {
      status: z.int().min(300).max(599),
      body: z.enum(['json', 'vendor', 'html', 'empty']).optional(),
      text,
      retryAfter: retryAfter.optional(),
    },
  ),
  fault(
    'hidden',
    "Objects and fields that the CRM's user may not read: `names`, `Case` or `Account.AnnualRevenue`; of the refusal comes what it `says`: the whole `text`, the `place` in the statement or the `code` alone.",
    {
      names: z.array(z.string().regex(/^\w+(\.\w+)?$/)).min(1),
      says: z.enum(['text', 'place', 'code']).optional(),
    },
  ),
  fault(
    'denied',
    'A refusal that is easily misread; `reason`: `quota`, `scope`, `session`, `rights`, `bearer` (the service’s own 401).',
    { reason: z.enum(['quota', 'scope', 'session', 'rights', 'bearer']) },
  ),
  fault('redirect', 'Sends the caller to `location`.', { location: z.string() }),
  fault('reset', 'Resets the connection before a byte of the answer.', {}),
  fault('black-hole', 'Takes the call and never answers.', {}),
  fault('html', '200 with a page for people.', {}),
  fault('endless', '200 with JSON that never ends.', {}),
  fault(
    'truncated',
    'Ends the JSON `at` a share of its bytes; `close`: `clean`, or `abrupt` by a reset.',
    {
      at: share.optional(),
      close: z.enum(['clean', 'abrupt']).optional(),
    },
  ),
  fault(
    'wrapper',
    'Another wrapper; `form`: `other` (the other generation’s), `bare` (rows without one), `stranger`, `null`.',
    {
      form: z.enum(['other', 'bare', 'stranger', 'null']),
    },
  ),
  fault('metadata', 'Another page block; `form`: `null`, `missing`, `pagination-null`.', {
    form: z.enum(['null', 'missing', 'pagination-null']),
  }),
  fault(
    'rows',
    'Other rows than asked for; `change`: `short` (some are missing), `empty`, `reordered`, `duplicated`, `strangers` (some nobody asked for), `unkeyed` (some without their id), `numbered` (ids of digits as JSON numbers).',
    {
      change: z.enum([
        'short',
        'empty',
        'reordered',
        'duplicated',
        'strangers',
        'unkeyed',
        'numbered',
      ]),
    },
  ),
  fault(
    'total',
    'Another announced size; `change`: `by` (so many `rows` more, or fewer), `missing`, `ill-typed` (with `value` in its place).',
    {
      change: z.enum(['by', 'missing', 'ill-typed']),
      rows: z.int().optional(),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    },
  ),
  fault(
    'early-end',
    'Pages end after `rows` rows, lists of children after `children`, and say that more follow.',
    { rows: most, children: most },
  ),
  fault(
    'fields',
    'Fields that are not as documented; `change`: `missing`, `ill-typed`, `null`, `extra`, `nulls-left-out` (at any depth); `field` is a dotted path, default one drawn per row.',
    {
      change: z.enum(['missing', 'ill-typed', 'null', 'extra', 'nulls-left-out']),
      field: text,
    },
  ),
  fault('clipped', 'Cuts text after `length` characters.', { length: z.int().positive() }),
  fault(
    'cursor',
    'Page tokens; `change`: `expired`, `repeated`, `withheld` although there is more, `foreign` (with `value` in its place).',
    {
      change: z.enum(['expired', 'repeated', 'withheld', 'foreign']),
      value: text,
    },
  ),
  fault(
    'drift',
    'Records come, go and change before the answer: `insert`, `delete`, `update`; `of` another entity.',
    { of: text, insert: count, delete: count, update: count },
  ),
  fault('cut-stream', 'Resets a download `at` a share of its bytes.', { at: share }),
  fault('file-headers', 'A download under another `contentType` and `fileName`.', {
    contentType: text,
    fileName: text,
  }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault['kind'];
/** A fault of one kind. */
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;
export type Duration = z.infer<typeof duration>;
export type RetryAfter = z.infer<typeof retryAfter>;

const orderSchema = z.strictObject({
  seed: z.int().optional(),
  faults: z.array(faultSchema).default([]),
});

/**
 * Reads `{seed?, faults: [...]}`, or one fault alone.
 * @throws ServiceHttpError 422 naming each field that is not understood.
 */
export function readFaults(body: Readonly<Record<string, unknown>>): z.infer<typeof orderSchema> {
  const order = 'kind' in body ? { faults: [body] } : body;
  const read = orderSchema.safeParse(order);
  if (read.success) return read.data;
  throw invalid(
    read.error.issues.map((issue) => ({
      field: issue.path.join('.') || 'body',
      message: issue.message,
      error_code: issue.code,
    })),
  );
}
