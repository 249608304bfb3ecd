/** How long answers may be reused: every entity names one of these classes. */

/** How long an answer may be reused, in milliseconds; 0 = never reused between requests. */
export interface Freshness {
  readonly freshMs: number;
  /** After freshMs, for how long it may still be served while a new one is fetched. */
  readonly staleMs: number;
}

const minutes = 60_000;

/** Shared freshness classes, so that an entity names a reason and not a number. */
export const freshness = {
  /** Settings and users: change rarely, and a few minutes late does no harm. */
  settings: { freshMs: 5 * minutes, staleMs: 10 * minutes },
  /** Finished calls and transcripts: processed once, corrected seldom. */
  recorded: { freshMs: 30 * minutes, staleMs: 60 * minutes },
  /** CRM records: people edit them while they look at the dashboard. */
  live: { freshMs: 30_000, staleMs: 60_000 },
  /** Statistics: recomputed through the day. */
  statistics: { freshMs: 60_000, staleMs: 2 * minutes },
  /** Free queries: whoever asks wants to know now. */
  none: { freshMs: 0, staleMs: 0 },
} as const satisfies Record<string, Freshness>;
