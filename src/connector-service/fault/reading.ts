/** Faults as they arrive in JSON: checked before they are in force, so that a typing error can't pass for a calm service. */

import { z } from 'zod';
import { invalid } from '../http/refusal.ts';
import type { Fault } from './fault.ts';

const positive = z.number().nonnegative();
const share = z.number().min(0).max(1);
const duration = z.union([
  positive,
  z.strictObject({ min: positive, max: positive }),
  z.strictObject({ median: positive, sigma: positive }),
]);
const retryAfter = z.union([
  z.number(),
  z.strictObject({ dateIn: z.number() }),
  z.strictObject({ text: z.string() }),
  z.null(),
]);
/** The members every fault may have. */
export const scope = {
  instance: z.string().optional(),
  system: z.enum(['call-analytics', 'crm']).optional(),
  entity: z.string().optional(),
  action: z.string().optional(),
  share: share.optional(),
  after: z.int().nonnegative().optional(),
  times: z.int().nonnegative().optional(),
};
const count = z.int().nonnegative().optional();
const most = z.int().positive().optional();

/** A fault of one kind, with its own fields and the scope every fault has. */
const fault = <K extends string, S extends z.ZodRawShape>(kind: K, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...fields, ...scope });

export const faultSchema = z.discriminatedUnion('kind', [
  fault('latency', { ms: duration }),
  fault('throttle', { retryAfter }),
  fault('status', {
    status: z.int().min(300).max(599),
    body: z.enum(['json', 'vendor', 'html', 'empty']).optional(),
    text: z.string().optional(),
    retryAfter: retryAfter.optional(),
  }),
  fault('denied', { reason: z.enum(['quota', 'scope', 'session', 'rights', 'bearer']) }),
  fault('redirect', { location: z.string() }),
  fault('reset', {}),
  fault('black-hole', {}),
  fault('html', {}),
  fault('endless', {}),
  fault('truncated', { at: share.optional(), close: z.enum(['clean', 'abrupt']).optional() }),
  fault('wrapper', { form: z.enum(['other', 'bare', 'stranger', 'null']) }),
  fault('metadata', { form: z.enum(['null', 'missing', 'pagination-null']) }),
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
  fault('total', { change: z.enum(['by', 'missing', 'ill-typed']), rows: z.int().optional() }),
  fault('early-end', { rows: most, children: most }),
  fault('fields', {
    change: z.enum(['missing', 'ill-typed', 'null', 'extra', 'nulls-left-out']),
    field: z.string().optional(),
  }),
  fault('clipped', { length: z.int().positive() }),
  fault('cursor', {
    change: z.enum(['expired', 'repeated', 'withheld', 'foreign']),
    value: z.string().optional(),
  }),
  fault('drift', { of: z.string().optional(), insert: count, delete: count, update: count }),
  fault('cut-stream', { at: share }),
  fault('file-headers', { contentType: z.string().optional(), fileName: z.string().optional() }),
]);

const orderSchema = z.strictObject({
  seed: z.int().optional(),
  faults: z.array(faultSchema).default([]),
});

export interface FaultOrder {
  readonly seed?: number | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Reads `{seed?, faults: [...]}`, or one fault alone.
 * @throws Refusal 422 naming each field that is not understood.
 */
export function readFaults(body: Readonly<Record<string, unknown>>): FaultOrder {
  const order = 'kind' in body ? { faults: [body] } : body;
  const read = orderSchema.safeParse(order);
  if (read.success) return read.data as FaultOrder;
  throw invalid(
    read.error.issues.map((issue) => ({
      field: issue.path.join('.') || 'body',
      message: issue.message,
      error_code: issue.code,
    })),
  );
}
