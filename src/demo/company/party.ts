/**
 * Parties of a call as the platform identified them: sometimes without a name, an address or a user
 * id, sometimes retyped.
 */

import { familyNames, givenNames } from '../text/company-data.ts';
import type { Person } from './customer.ts';
import { decimalId, retyped } from './id.ts';
import type { Random } from './random.ts';
import type { Colleague } from './user.ts';

/** A CRM record by type and id. */
export type CrmRef = readonly [type: string, id: string];

/** A participant; a key that is absent here is absent on the wire. */
export interface Party {
  readonly id: string;
  /** Null for a silent party. */
  readonly speakerId: string | null;
  readonly affiliation: 'Internal' | 'External' | 'Unknown';
  readonly methods: readonly string[];
  readonly name?: string;
  readonly emailAddress?: string;
  readonly title?: string;
  readonly phoneNumber?: string;
  readonly userId?: string;
  readonly crm?: readonly CrmRef[];
}

export function internalParty(random: Random, colleague: Colleague): Party {
  const address =
    random.chance(0.08) && colleague.aliases.length > 0
      ? random.pick(colleague.aliases)
      : colleague.email;
  const isRecognised = !random.chance(0.05);
  return {
    ...presence(random, 'Internal', 0.9),
    ...(random.chance(0.97) ? { emailAddress: variant(random, address) } : {}),
    name: `${colleague.first} ${colleague.last}`,
    ...(colleague.title !== null && random.chance(0.9) ? { title: colleague.title } : {}),
    ...(isRecognised ? { userId: colleague.id } : {}),
    ...phone(random, colleague.phone),
    ...(colleague.crmId !== null && isRecognised
      ? { crm: [['User', colleague.crmId] as const] }
      : {}),
  };
}

export function externalParty(random: Random, person: Person): Party {
  return outsideParty(random, person, ['Contact', person.id]);
}

export function leadParty(random: Random, person: Person): Party {
  return outsideParty(random, person, ['Lead', person.id]);
}

function outsideParty(random: Random, person: Person, ref: CrmRef): Party {
  const address = person.email;
  const hasAddress = address !== null && !random.chance(0.06);
  // The same mailbox under another name: no CRM record has this address.
  const other = random.chance(0.04);
  return {
    ...presence(random, random.chance(0.97) ? 'External' : 'Unknown', 0.85),
    ...(hasAddress
      ? { emailAddress: variant(random, other ? address.replace('@', '+meet@') : address) }
      : {}),
    ...(random.chance(0.9) ? { name: `${person.first} ${person.last}` } : {}),
    ...(person.title !== null && random.chance(0.6) ? { title: person.title } : {}),
    ...phone(random, person.phone),
    ...(random.chance(0.8) ? { crm: [ref] } : {}),
  };
}

/** Someone no system knows: a dial-in, a guest, a colleague of the customer's adviser. */
export function strangerParty(random: Random): Party {
  const first = random.pick(givenNames);
  const last = random.pick(familyNames);
  return {
    ...presence(random, 'Unknown', 0.7),
    ...(random.chance(0.4)
      ? { emailAddress: `guest${random.int(100_000)}@elsewhere.example.net` }
      : {}),
    ...(random.chance(0.5) ? { name: `${first} ${last}` } : {}),
    ...(random.chance(0.5)
      ? { phoneNumber: `+1555${String(random.int(10_000_000)).padStart(7, '0')}` }
      : {}),
  };
}

function presence(
  random: Random,
  affiliation: Party['affiliation'],
  speaking: number,
): Pick<Party, 'id' | 'speakerId' | 'affiliation' | 'methods'> {
  const methods = random.weighted([
    [['Invitee', 'Attendee'], 6],
    [['Attendee'], 3],
    [['Invitee'], 1],
  ] as const);
  const speaks = methods.some((method) => method === 'Attendee') && random.chance(speaking);
  return {
    id: decimalId(random),
    speakerId: speaks ? decimalId(random) : null,
    affiliation,
    methods,
  };
}

function variant(random: Random, address: string): string {
  const dice = random.float();
  if (dice < 0.05) return retyped(address, 'capitals');
  if (dice < 0.07) return retyped(address, 'shout');
  if (dice < 0.09) return retyped(address, 'blanks');
  return address;
}

/** Absent, empty or a number: all three occur, and absent is the commonest. */
function phone(random: Random, number: string | null): { phoneNumber?: string } {
  const dice = random.float();
  if (dice < 0.45) return {};
  return { phoneNumber: dice < 0.8 || number === null ? '' : number };
}
