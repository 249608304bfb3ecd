/** The faults that can be ordered: what goes wrong, for which calls, how often. */

import type { SystemName } from '../../errors.ts';

/** Which calls a fault strikes. Without any of these: every call. */
export interface FaultScope {
  readonly instance?: string;
  readonly system?: SystemName;
  readonly entity?: string;
  readonly action?: string;
  /** Share of the matching calls, 0 to 1; drawn from the seed. Default 1. */
  readonly share?: number;
  /** Matching calls left alone first. Default 0. */
  readonly after?: number;
  /** Strikes at most; then the fault is spent. Default: no end. */
  readonly times?: number;
}

/** Milliseconds: a constant, evenly between two bounds, or long-tailed around a median. */
export type Duration =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number };

/** A Retry-After: seconds (negative ones too), a date so many seconds ahead, any text, or null for none. */
export type RetryAfter = number | { readonly dateIn: number } | { readonly text: string } | null;

export type FaultEffect =
  /** The answer comes later. */
  | { readonly kind: 'latency'; readonly ms: Duration }
  /** 429. */
  | { readonly kind: 'throttle'; readonly retryAfter: RetryAfter }
  /** Another status; `body` says in what form. `text` replaces the message (or the HTML). */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: 'json' | 'vendor' | 'html' | 'empty';
      readonly text?: string;
      readonly retryAfter?: RetryAfter;
    }
  /** A refusal that is easy to misread. `bearer` is the execute service's own 401. */
  | {
      readonly kind: 'denied';
      readonly reason: 'quota' | 'scope' | 'session' | 'rights' | 'bearer';
    }
  /** A redirect elsewhere. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** The connection is reset before a byte of the answer. */
  | { readonly kind: 'reset' }
  /** The call is accepted and never answered. */
  | { readonly kind: 'black-hole' }
  /** 200 with a page for people. */
  | { readonly kind: 'html' }
  /** 200 with JSON that never ends. */
  | { readonly kind: 'endless' }
  /** JSON cut at a share of its bytes: `clean` ends the answer there, `abrupt` resets the connection. */
  | { readonly kind: 'truncated'; readonly at?: number; readonly close?: 'clean' | 'abrupt' }
  /** Another wrapper than the instance's: the other generation's, rows without one, a stranger's, or JSON null. */
  | { readonly kind: 'wrapper'; readonly form: 'other' | 'bare' | 'stranger' | 'null' }
  /** The page block replaced. */
  | { readonly kind: 'metadata'; readonly form: 'null' | 'missing' | 'pagination-null' }
  /** Rows that are not those asked for; `unkeyed`: some without their id, `numbered`: ids of digits as JSON numbers. */
  | {
      readonly kind: 'rows';
      readonly change:
        | 'short'
        | 'empty'
        | 'reordered'
        | 'duplicated'
        | 'strangers'
        | 'unkeyed'
        | 'numbered';
    }
  /** The announced size of the whole list: so many rows more (or fewer, if negative), left out, or no number. */
  | {
      readonly kind: 'total';
      readonly change: 'by' | 'missing' | 'ill-typed';
      readonly rows?: number;
    }
  /** Pages, and child lists in them, end after so many rows and say that more follow. */
  | { readonly kind: 'early-end'; readonly rows?: number; readonly children?: number }
  /** Fields that are not as documented; `field` is a dotted path, default: one drawn per row. `nulls-left-out`: every member that is null, at any depth. */
  | {
      readonly kind: 'fields';
      readonly change: 'missing' | 'ill-typed' | 'null' | 'extra' | 'nulls-left-out';
      readonly field?: string;
    }
  /** Long text ends after so many characters. */
  | { readonly kind: 'clipped'; readonly length: number }
  /** Page tokens: refused as expired, handed out again, withheld although there is more, or naming a foreign address. */
  | {
      readonly kind: 'cursor';
      readonly change: 'expired' | 'repeated' | 'withheld' | 'foreign';
      /** For `foreign`: what stands in place of the token. */
      readonly value?: string;
    }
  /** Records change before this call is answered, as if other people worked meanwhile; `of` another entity, if given. */
  | {
      readonly kind: 'drift';
      readonly of?: string;
      readonly insert?: number;
      readonly delete?: number;
      readonly update?: number;
    }
  /** A download's connection is reset after this share of the bytes. */
  | { readonly kind: 'cut-stream'; readonly at: number }
  /** A download's headers say something else. */
  | { readonly kind: 'file-headers'; readonly contentType?: string; readonly fileName?: string };

export type FaultKind = FaultEffect['kind'];
export type Fault = FaultEffect & FaultScope;

/** Effect of one kind. */
export type EffectOf<K extends FaultKind> = Extract<FaultEffect, { kind: K }>;
