/**
 * Deals with every move through their stages, so that the CRM's state of now and that on the day of
 * a call can differ.
 */

import { memberAt } from '../../contract/member-at.ts';
import { products } from '../text/company-data.ts';
import { type Calendar, dayMs, spanDays } from './calendar.ts';
import type { Customer } from './customer.ts';
import { recordId } from './id.ts';
import { purpose, Random } from './random.ts';
import type { Volume } from './size.ts';

interface Stage {
  readonly name: string;
  readonly probability: number;
  readonly closed: boolean;
  readonly won: boolean;
  readonly forecast: string;
}

/** The pipeline's stages in their order. */
export const pipelineStages: readonly Stage[] = [
  { name: 'Prospecting', probability: 10, closed: false, won: false, forecast: 'Pipeline' },
  { name: 'Qualification', probability: 20, closed: false, won: false, forecast: 'Pipeline' },
  { name: 'Needs Analysis', probability: 35, closed: false, won: false, forecast: 'Pipeline' },
  {
    name: 'Proposal/Price Quote',
    probability: 60,
    closed: false,
    won: false,
    forecast: 'Best Case',
  },
  { name: 'Negotiation/Review', probability: 80, closed: false, won: false, forecast: 'Commit' },
  { name: 'Closed Won', probability: 100, closed: true, won: true, forecast: 'Closed' },
  { name: 'Closed Lost', probability: 0, closed: true, won: false, forecast: 'Omitted' },
];

/** One entry of a deal's history: from `at` on, this stage and this amount. */
interface Move {
  readonly at: number;
  readonly stage: Stage;
  /** As drawn; the CRM's follow from it and the calls, see `amountsByTalk`. */
  readonly amount: number | null;
  /** `YYYY-MM-DD` */
  readonly closeDate: string;
}

export interface Deal {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly product: string;
  readonly customer: number;
  /** Number of the owner among the colleagues. */
  readonly owner: number;
  readonly kind: string;
  /** At least one, in time order. */
  readonly history: readonly Move[];
  /** Contacts with a role in it; the first is primary. */
  readonly people: readonly number[];
}

/** @returns the deals, in no order of time, and for each customer the positions of its deals. */
export function makeDeals(
  seed: number,
  calendar: Calendar,
  volume: Volume,
  customers: readonly Customer[],
): { deals: Deal[]; byCustomer: number[][] } {
  const byCustomer: number[][] = customers.map(() => []);
  const deals = Array.from({ length: volume.opportunities }, (_, index) => {
    const random = new Random(seed, purpose.opportunities, index);
    const customer = random.pickEarly(customers, 1.4);
    memberAt(byCustomer, customer.index).push(index);
    const kind = random.pick(['New Business', 'New Business', 'Existing Business', 'Renewal']);
    const [from, to] = customer.people;
    const members = Array.from({ length: to - from }, (_unused, offset) => from + offset);
    const product = random.pick(products);
    return {
      index,
      id: recordId('006', index),
      product,
      name: `${customer.name} - ${product}${kind === 'Renewal' ? ' (renewal)' : ''}`,
      customer: customer.index,
      owner: random.chance(0.8) ? customer.owner : Math.max(1, customer.owner - 1),
      kind,
      history: historyOf(random, calendar),
      people: random.sample(members, random.between(0, 3)),
    };
  });
  return { deals, byCustomer };
}

function historyOf(random: Random, calendar: Calendar): Move[] {
  const born = calendar.horizon - random.int(spanDays) * dayMs - random.int(dayMs);
  let amount = random.chance(0.05) ? null : random.between(2, 400) * 500;
  const moves: Move[] = [];
  let at = born;
  let step = 0;
  for (;;) {
    const closing = at + random.between(10, 120) * dayMs;
    const stage = memberAt(pipelineStages, step);
    const closeDate = new Date(stage.closed ? at : closing).toISOString().slice(0, 10);
    moves.push({ at, stage, amount, closeDate });
    if (stage.closed) return moves;
    at += random.between(4, 60) * dayMs + random.int(dayMs);
    if (at >= calendar.horizon) return moves;
    step = random.chance(0.14) ? 6 : step + 1;
    if (amount !== null && random.chance(0.4))
      amount = Math.round((amount * (0.7 + random.float() * 0.7)) / 100) * 100;
  }
}

/**
 * Gives the deals each other's amounts: the larger to those that came further and were talked about
 * more, with a little chance. Open, won and lost deals exchange among themselves, so that sums stay.
 * @param callsOf number of calls about a deal, by its id.
 */
export function amountsByTalk(
  seed: number,
  deals: readonly Deal[],
  callsOf: ReadonlyMap<string, number>,
): Deal[] {
  const weightOf = ({ id, index, kind, history }: Deal): number => {
    const chance = new Random(seed, purpose.opportunities, index, 2).float();
    // Seldom more is renewed than was bought.
    const part = kind === 'Renewal' ? 0.25 : 1;
    return (1 + 2 * (callsOf.get(id) ?? 0)) * history.length * part * (0.8 + 0.4 * chance);
  };
  const priced = deals.filter((deal) => lastMove(deal).amount !== null);
  const groups = Map.groupBy(priced, (deal) => {
    const { stage } = lastMove(deal);
    return stage.closed ? stage.name : 'open';
  });
  const factors = new Map<Deal, number>();
  for (const group of groups.values()) {
    const amounts = group.map((deal) => lastMove(deal).amount!).sort((a, b) => b - a);
    const weighed = group.map((deal) => ({ deal, weight: weightOf(deal) }));
    weighed.sort((a, b) => b.weight - a.weight);
    for (const [position, { deal }] of weighed.entries())
      factors.set(deal, memberAt(amounts, position) / lastMove(deal).amount!);
  }
  return deals.map((deal) => {
    const factor = (factors.get(deal) ?? 1) / 100;
    const history = deal.history.map(({ amount, ...move }) => ({
      ...move,
      amount: amount === null ? null : Math.round(amount * factor) * 100,
    }));
    return { ...deal, history };
  });
}

const lastMove = (deal: Deal): Move => memberAt(deal.history, -1);

/** State of the deal at an instant; null before it existed. */
export function dealAt(deal: Deal, instant: number): Move | null {
  let latest: Move | null = null;
  for (const move of deal.history) if (move.at <= instant) latest = move;
  return latest;
}

/** The stage of calls without a deal. */
export const firstStage = memberAt(pipelineStages, 0).name;

const wonStage = pipelineStages.find(({ won }) => won)!.name;

/**
 * What the talk of a call follows. A deal that is lost next is already being lost, long after a
 * loss all begins anew, and who will renew is a customer before.
 */
export function talkedStage(deal: Deal, instant: number): string {
  const move = dealAt(deal, instant);
  if (move === null) return deal.kind === 'New Business' ? firstStage : wonStage;
  const next = deal.history.find(({ at }) => at > instant);
  const isLost = (stage: Stage): boolean => stage.closed && !stage.won;
  if (next && isLost(next.stage)) return next.stage.name;
  return isLost(move.stage) && instant - move.at > 30 * dayMs ? firstStage : move.stage.name;
}
