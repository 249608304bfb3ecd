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

/** A fault of one kind, with its own fields and the scope every fault has. */
const fault = <K extends string, S extends z.ZodRawShape>(kind: K, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...fields, ...scope });

export const faultSchema = z.discriminatedUnion('kind', [
  /** The answer comes later. */
  fault('latency', { ms: duration }),
  /** 429. */
  fault('throttle', { retryAfter }),
  /** Another status; `body` names its form, `text` replaces the message (or the HTML). */
  fault('status', {
    status: z.int().min(300).max(599),
    body: z.enum(['json', 'vendor', 'html', 'empty']).optional(),
    text,
    retryAfter: retryAfter.optional(),
  }),
  /**
   * Objects (`Case`) and fields (`Account.AnnualRevenue`) that the CRM's user may not read. Of a refused statement's
   * error comes the whole text (the default), the place in the statement or its code alone.
   */
  fault('hidden', {
    names: z.array(z.string().regex(/^\w+(\.\w+)?$/)).min(1),
    says: z.enum(['text', 'place', 'code']).optional(),
  }),
  /** A refusal that is easy to misread. `bearer` is the execute service's own 401. */
  fault('denied', { reason: z.enum(['quota', 'scope', 'session', 'rights', 'bearer']) }),
  /** A redirect elsewhere. */
  fault('redirect', { location: z.string() }),
  /** The connection is reset before a byte of the answer. */
  fault('reset', {}),
  /** The call is accepted and never answered. */
  fault('black-hole', {}),
  /** 200 with a page for people. */
  fault('html', {}),
  /** 200 with JSON that never ends. */
  fault('endless', {}),
  /** JSON cut at a share of its bytes: `clean` ends the answer there, `abrupt` resets the connection. */
  fault('truncated', { at: share.optional(), close: z.enum(['clean', 'abrupt']).optional() }),
  /** Another wrapper than the instance's: the other generation's, rows without one, a stranger's, or JSON null. */
  fault('wrapper', { form: z.enum(['other', 'bare', 'stranger', 'null']) }),
  /** The page block replaced. */
  fault('metadata', { form: z.enum(['null', 'missing', 'pagination-null']) }),
  /** Rows other than the requested ones; `unkeyed`: some without their id, `numbered`: ids of digits as JSON numbers. */
  fault('rows', {
    change: z.enum([
      'short',
      'empty',
      'reordered',
      'duplicated',
      'strangers',
      'unkeyed',
      'numbered',
    ]),
  }),
  /** The announced size of the whole list: so many rows more (or fewer, if negative), left out, or something else (`value`). */
  fault('total', {
    change: z.enum(['by', 'missing', 'ill-typed']),
    rows: z.int().optional(),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  }),
  /** Pages, and child lists in them, end after so many rows and say that more follow. */
  fault('early-end', { rows: most, children: most }),
  /**
   * Fields that are not as documented; `field` is a dotted path, default: one drawn per row.
   * `nulls-left-out`: every member that is null, at any depth.
   */
  fault('fields', {
    change: z.enum(['missing', 'ill-typed', 'null', 'extra', 'nulls-left-out']),
    field: text,
  }),
  /** Long text ends after so many characters. */
  fault('clipped', { length: z.int().positive() }),
  /**
   * Page tokens: refused as expired, handed out again, withheld although there is more, or naming a
   * foreign address; `value` replaces the foreign token.
   */
  fault('cursor', {
    change: z.enum(['expired', 'repeated', 'withheld', 'foreign']),
    value: text,
  }),
  /** Records change before this call is answered, as if other people worked meanwhile; `of` another entity, if given. */
  fault('drift', { of: text, insert: count, delete: count, update: count }),
  /** A download's connection is reset after this share of the bytes. */
  fault('cut-stream', { at: share }),
  /** A download's headers say something else. */
  fault('file-headers', { contentType: text, fileName: text }),
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
