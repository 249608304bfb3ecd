/** Kinds of calls, and what follows from the kind: title, direction, language, system. */

import type { Random } from '../random.ts';
import { vendor } from '../text/company.ts';
import type { Person } from './customer.ts';

export type CallKind = 'conference' | 'internal' | 'lead' | 'outbound' | 'inbound' | 'unknown';

export function kindOf(random: Random): CallKind {
  return random.weighted<CallKind>([
    ['conference', 62],
    ['outbound', 14],
    ['internal', 12],
    ['lead', 6],
    ['inbound', 4],
    ['unknown', 2],
  ]);
}

/** Phone calls have no schedule, no picture and no meeting address. */
export function isPhoned(kind: CallKind): boolean {
  return kind === 'outbound' || kind === 'inbound' || kind === 'unknown';
}

/** Rarely one that no document lists. */
export function directionOf(random: Random, kind: CallKind): string {
  if (kind === 'outbound') return 'Outbound';
  if (kind === 'inbound') return random.chance(0.1) ? 'Transferred' : 'Inbound';
  return kind === 'unknown' ? 'Unknown' : 'Conference';
}

export function scopeOf(kind: CallKind): string {
  if (kind === 'internal') return 'Internal';
  return kind === 'unknown' ? 'Unknown' : 'External';
}

/** ISO 639-2B; zxx where too little is said, und where it is not understood. */
export function languageOf(random: Random, duration: number): string {
  if (duration < 25) return 'zxx';
  return random.weighted([
    ['eng', 82],
    ['fre', 5],
    ['ger', 4],
    ['spa', 4],
    ['jpn', 2],
    ['und', 2],
    ['zxx', 1],
  ]);
}

const internalTitles = [
  'Pipeline review',
  'Team "stand-up"',
  'Deal desk 50% / 50%',
  'Weekly 1:1',
  'Launch planning_v2',
] as const;

export function titleOf(
  random: Random,
  kind: CallKind,
  company: string,
  lead: Person | null,
): string {
  if (kind === 'internal') return random.pick(internalTitles);
  if (kind === 'outbound' || kind === 'inbound') return `Call with ${company}`;
  if (kind === 'unknown') return 'Unknown call';
  if (lead) return `Intro: ${lead.first} ${lead.last} (${company})`;
  return random.pick([
    `${company} <> ${vendor.name}: Weekly`,
    `Demo - ${company}`,
    `${company} & ${vendor.name} | Meeting`,
    `Quick sync - ${company}`,
    `${vendor.name} onboarding (${company})`,
    `${company}: contract & pricing`,
  ]);
}

export const dispositions = [
  'Connected',
  'Left voicemail',
  'Gatekeeper',
  'Wrong number',
  'Call back later',
] as const;
