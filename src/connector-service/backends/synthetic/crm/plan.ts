/** What the CRM's generators share: the company's plan, the writer, and ids of owners. */

import type { Calendar } from '../company/calendar.ts';
import type { World } from '../company/world.ts';
import type { Random } from '../random.ts';
import type { CrmWriter, Stamps } from './writer.ts';

const dayMs = 86_400_000;

/** A call as the CRM logs it: a task for a phone call, an event for a meeting. */
export interface LoggedCall {
  readonly id: string;
  readonly title: string;
  /** Milliseconds. */
  readonly at: number;
  /** Seconds. */
  readonly duration: number;
  readonly direction: string;
  /** Colleague. */
  readonly host: number;
  /** Id of a contact or lead on the call. */
  readonly who: string | null;
  /** Id of the opportunity or account. */
  readonly what: string | null;
  readonly account: string | null;
}

export interface CrmPlan {
  readonly world: World;
  readonly writer: CrmWriter;
  readonly phoned: readonly LoggedCall[];
  readonly met: readonly LoggedCall[];
}

/** The CRM user who does what nobody else did; its record comes after the colleagues'. */
export function integrationUser({ world, writer }: CrmPlan): string {
  return writer.idOf('User', world.colleagues.length);
}

/** CRM user id of a colleague; of the integration user for those the CRM doesn't know. */
export function ownerOf(plan: CrmPlan, colleague: number): string {
  return plan.world.colleagues[colleague]?.crmId ?? integrationUser(plan);
}

/** Stamps of a record made some days before the horizon and perhaps changed since. */
export function stampsOf(calendar: Calendar, random: Random, by: string, oldest = 900): Stamps {
  const created = calendar.horizon - random.int(oldest) * dayMs - random.int(dayMs) - 1000;
  const modified = random.chance(0.6)
    ? created + Math.floor(random.float() * (calendar.horizon - created))
    : created;
  // The CRM keeps whole seconds.
  return { created: whole(created), modified: whole(modified), by };
}

export function whole(instant: number): number {
  return instant - (instant % 1000);
}

/** `YYYY-MM-DD`, UTC. */
export function dateText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
