/** One call of the synthetic company: kind, time, parties, duration, context. Its transcript follows from its seed. */

import { memberAt } from '../../contract/member-at.ts';
import {
  callDispositions,
  months,
  otherTitles,
  products,
  stageTalk,
  vendor,
} from '../text/company-data.ts';
import type { World } from './company-plan.ts';
import type { Customer, Person } from './customer.ts';
import { decimalId } from './id.ts';
import { type Deal, dealAt, firstStage, talkedStage } from './opportunity.ts';
import {
  type CrmRef,
  externalParty,
  internalParty,
  leadParty,
  type Party,
  strangerParty,
} from './party.ts';
import { purpose, Random } from './random.ts';

/** What calls are about that are no customer's. */
export const internalStage = 'Internal';

type CallKind = 'conference' | 'internal' | 'lead' | 'outbound' | 'inbound' | 'unknown';

function kindOf(random: Random): CallKind {
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
function isPhoned(kind: CallKind): boolean {
  return kind === 'outbound' || kind === 'inbound' || kind === 'unknown';
}

/** Rarely a telephone system does not report the direction. */
function directionOf(random: Random, kind: CallKind): string {
  if (kind === 'outbound') return 'Outbound';
  if (kind === 'inbound') return random.chance(0.1) ? 'Unknown' : 'Inbound';
  return kind === 'unknown' ? 'Unknown' : 'Conference';
}

function scopeOf(kind: CallKind): string {
  if (kind === 'internal') return 'Internal';
  return kind === 'unknown' ? 'Unknown' : 'External';
}

/** ISO 639-2B; zxx for a call with too little speech, und for a language the platform does not recognise. */
function languageOf(random: Random, duration: number): string {
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

/** What a title may name. */
interface TitleSlots {
  readonly company: string;
  readonly product: string;
  readonly person: string;
  readonly vendor: string;
  /** For example `March 12`. */
  readonly date: string;
}

const filled = (pattern: string, slots: TitleSlots): string =>
  pattern.replace(/\{(\w+)\}/g, (_, slot: keyof TitleSlots) => slots[slot]);

function patternOf(random: Random, kind: CallKind, stage: string): string {
  if (kind === 'outbound' || kind === 'inbound') return otherTitles.phone;
  if (kind === 'unknown') return otherTitles.unknown;
  if (kind === 'lead') return otherTitles.lead;
  return random.pick(stageTalk[stage]!.titles);
}

/** A speaker in the room whom the platform could not identify. */
export const hasUnknownVoice = (seed: number): boolean => seed % 47 === 0;

/** Whether somebody is heard, and nobody but the company: then it talks about its own matters. */
const isAmongColleagues = (parties: readonly Party[], seed: number): boolean => {
  const heard = parties.filter(({ speakerId }) => speakerId !== null);
  return (
    heard.length > 0 &&
    heard.every(({ affiliation }) => affiliation === 'Internal') &&
    !hasUnknownVoice(seed)
  );
};

/** @param date `YYYY-MM-DD` */
const dayText = (date: string): string =>
  `${memberAt(months, Number(date.slice(5, 7)) - 1)} ${Number(date.slice(8))}`;

/** A call as it is stored. */
export interface MadeCall {
  readonly id: string;
  /** Sort key and bound of lists, in microseconds: scheduled for conferences, else started. */
  readonly at: number;
  readonly scheduled: string;
  readonly started: string;
  /** Seconds. */
  readonly duration: number;
  /** Number of the host among the colleagues. */
  readonly host: number;
  readonly hostId: string;
  readonly workspaceId: string;
  readonly title: string;
  readonly direction: string;
  readonly system: string;
  readonly scope: string;
  readonly media: string;
  readonly language: string;
  readonly isPrivate: boolean;
  readonly sdrDisposition: string | null;
  readonly clientUniqueId: string | null;
  readonly customData: string | null;
  readonly purpose: string | null;
  readonly meetingUrl: string;
  readonly calendarEventId: string | null;
  /** Seed of the conversation. */
  readonly seed: number;
  /** The stage of its deal at the time, or `Internal`. */
  readonly stage: string;
  /** The product of its deal. */
  readonly product: string | null;
  readonly parties: readonly Party[];
  /** CRM records of the call as a whole. */
  readonly context: readonly CrmRef[];
}

/**
 * The order of the random draws decides every value: keep it.
 * @param index names the call's random stream.
 * @param at milliseconds.
 * @param twin a party of an earlier call, to appear again under the same id.
 */
export function makeCall(world: World, index: number, at: number, twin?: Party): MadeCall {
  const random = new Random(world.seed, purpose.call, index);
  const id = decimalId(random);
  const kind = kindOf(random);
  const isPhone = isPhoned(kind);
  const people = peopleOf(world, random, kind);
  const { customer, lead, host } = people;
  const owner = memberAt(world.colleagues, host);
  const time = timeOf(random, isPhone, at);
  const zone = world.calendar.zone;
  const scheduled = zone.format(time.micros, time.digits);
  const deal = customer ? dealOf(world, customer, time.instant) : undefined;
  const stage =
    kind === 'internal' ? internalStage : deal ? talkedStage(deal, time.instant) : firstStage;
  const context = customer ? contextOf(customer, deal, time.instant, random) : [];
  const parties = partiesOf(world, random, kind, people, twin);
  const duration = isPhone
    ? random.between(8, 900)
    : random.between(180, random.chance(0.1) ? 5400 : 2700);
  const slots = {
    company: customer?.name ?? lead?.company ?? '',
    product: deal?.product ?? memberAt(products, 0),
    person: lead ? `${lead.first} ${lead.last}` : '',
    vendor: vendor.name,
    // The day of its start in UTC, by which a gateway counts days unless told otherwise: lists show no other beside the title.
    date: dayText(new Date(time.startedMs).toISOString().slice(0, 10)),
  };
  const call = {
    id,
    at: time.micros,
    scheduled,
    started: isPhone ? scheduled : zone.format(time.startedMs * 1000, random.chance(0.1) ? 3 : 0),
    duration,
    host,
    hostId: owner.id,
    workspaceId: workspaceOf(world, random, owner.team),
    title: filled(patternOf(random, kind, stage), slots),
    direction: directionOf(random, kind),
    ...(isPhone ? phoneSystem(random) : meetingSystem(random)),
    scope: scopeOf(kind),
    language: languageOf(random, duration),
    isPrivate: random.chance(kind === 'internal' ? 0.1 : 0.02),
    sdrDisposition:
      kind === 'outbound' && random.chance(0.5) ? random.pick(callDispositions) : null,
    clientUniqueId: isPhone ? `dt-${id.slice(-12)}` : null,
    customData: random.chance(0.03)
      ? JSON.stringify({ batch: index % 10, note: 'imported "as is"' })
      : null,
    purpose:
      isPhone && random.chance(0.3) ? random.pick(['Prospecting', 'Follow-up', 'Support']) : null,
    ...(isPhone ? { meetingUrl: '', calendarEventId: null } : meetingAddress(random)),
    seed: random.word(),
    stage,
    product: deal?.product ?? null,
    parties,
    context,
  };
  const namesCustomer = kind !== 'internal' && kind !== 'unknown';
  if (!namesCustomer || !isAmongColleagues(parties, call.seed)) return call;
  const { unattended } = otherTitles;
  return { ...call, title: filled(memberAt(unattended, index % unattended.length), slots) };
}

/** People of a call: a customer or a lead, and the colleague who hosts. */
interface People {
  readonly customer: Customer | null;
  readonly lead: Person | null;
  readonly host: number;
}

function peopleOf(world: World, random: Random, kind: CallKind): People {
  const customer =
    kind === 'internal' || kind === 'lead' ? null : random.pickEarly(world.customers, 1.5);
  const lead = kind === 'lead' ? random.pick(world.leads) : null;
  const isOwner = customer !== null && random.chance(0.5);
  const host = isOwner ? customer.owner : 1 + random.int(world.colleagues.length - 1);
  return { customer, lead, host };
}

/** Phone calls begin at any microsecond; meetings are scheduled by the quarter of an hour and begin around it. */
function timeOf(random: Random, isPhone: boolean, at: number) {
  if (!isPhone) {
    const instant = at - (at % 900_000);
    const startedMs = instant + random.between(-40, 200) * 1000;
    return { instant, micros: instant * 1000, digits: 0, startedMs } as const;
  }
  const instant = at - (at % 1000) + random.int(1000);
  const micros = instant * 1000 + (random.chance(0.5) ? random.int(1000) : 0);
  const digits = micros % 1000 === 0 ? (instant % 1000 === 0 ? 0 : 3) : 6;
  return { instant, micros, digits, startedMs: instant } as const;
}

const phoneSystem = (random: Random) => ({
  system: random.pick(['Dialtone', 'Ringline']),
  media: 'Audio',
});

const meetingSystem = (random: Random) => ({
  system: random.pick(['Roomcast', 'Roomcast', 'Meetlane']),
  media: random.chance(0.9) ? 'Video' : 'Audio',
});

const meetingAddress = (random: Random) => ({
  meetingUrl: `https://meet.example.com/j/${String(random.int(1e9)).padStart(9, '0')}?pwd=none`,
  calendarEventId: `${random.word().toString(16)}${random.word().toString(16)}@calendar.example.com`,
});

function workspaceOf(world: World, random: Random, team: number): string {
  const { workspaces, teamWorkspaces } = world.settings;
  const usual = memberAt(teamWorkspaces, team);
  return memberAt(workspaces, random.chance(0.92) ? usual : random.int(workspaces.length)).id;
}

/** The deal that a call with a customer is about: an open one, else one that was won, else one that was lost, else one to come. */
function dealOf(world: World, customer: Customer, instant: number): Deal | undefined {
  const deals = memberAt(world.dealsOf, customer.index).map((index) =>
    memberAt(world.deals, index),
  );
  const begun = deals.filter((deal) => dealAt(deal, instant) !== null);
  return (
    begun.find((deal) => !isClosed(deal, instant)) ??
    begun.find((deal) => isWon(deal, instant)) ??
    begun[0] ??
    deals[0]
  );
}

const isClosed = (deal: Deal, instant: number): boolean =>
  dealAt(deal, instant)?.stage.closed ?? true;
const isWon = (deal: Deal, instant: number): boolean => dealAt(deal, instant)?.stage.won ?? false;

/** The CRM's records of a call; a deal only while it is open. */
function contextOf(
  customer: Customer,
  deal: Deal | undefined,
  instant: number,
  random: Random,
): CrmRef[] {
  const refs: CrmRef[] = random.chance(0.96) ? [['Account', customer.id]] : [];
  if (deal && !isClosed(deal, instant) && random.chance(0.9))
    refs.unshift(['Opportunity', deal.id]);
  return refs;
}

function partiesOf(
  world: World,
  random: Random,
  kind: CallKind,
  { customer, lead, host }: People,
  twin: Party | undefined,
): Party[] {
  const parties = colleaguesOf(world, random, kind, host);
  if (customer) {
    const guests = guestsOf(random, kind, customer);
    for (const guest of guests)
      parties.push(externalParty(random, memberAt(world.contacts, guest)));
  }
  if (lead) parties.push(leadParty(random, lead));
  if (kind !== 'internal' && random.chance(kind === 'unknown' ? 0.9 : 0.1))
    parties.push(strangerParty(random));
  if (twin) parties.push(twin);
  // The platform's order has no meaning: the host is not always first.
  return random.chance(0.5) ? parties : random.sample(parties, parties.length);
}

function colleaguesOf(world: World, random: Random, kind: CallKind, host: number): Party[] {
  const parties: Party[] = [];
  // Now and then the host is not among the parties: someone else dialled in on the host's behalf.
  const hostPresent = !random.chance(0.04);
  if (hostPresent) parties.push(internalParty(random, memberAt(world.colleagues, host)));
  const more =
    kind === 'internal' ? random.between(1, 4) : hostPresent ? random.int(3) : random.between(1, 2);
  for (let count = 0; count < more; count += 1) {
    const index = random.int(world.colleagues.length);
    const colleague = memberAt(world.colleagues, index);
    const isParty =
      index === host ||
      parties.some((party) => party.name === `${colleague.first} ${colleague.last}`);
    if (!isParty) parties.push(internalParty(random, colleague));
  }
  return parties;
}

/** Numbers of the customer's contacts in the call: several in a conference, else one. */
function guestsOf(random: Random, kind: CallKind, customer: Customer): ReadonlySet<number> {
  const [from, to] = customer.people;
  const guests = new Set<number>();
  const size =
    kind === 'conference'
      ? random.weighted([
          [1, 4],
          [2, 4],
          [3, 2],
          [5, 1],
        ] as const)
      : 1;
  for (let count = 0; count < size; count += 1)
    guests.add(from + Math.floor(random.float() ** 1.3 * (to - from)));
  return guests;
}
