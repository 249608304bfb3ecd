/** Customers: accounts, the people there, and leads without an account. */

import { memberAt } from '../../contract/member-at.ts';
import {
  companyForms,
  companyKinds,
  companyStems,
  externalTitles,
  familyNames,
  givenNames,
  industries,
  oddCompanies,
  oddPeople,
  places,
} from '../text/company-data.ts';
import { asciiWord, recordId } from './id.ts';
import { purpose, Random } from './random.ts';
import type { Volume } from './size.ts';

export interface Customer {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly industry: string;
  readonly place: (typeof places)[number];
  /** Number of the owner among the colleagues. */
  readonly owner: number;
  readonly parent: number | null;
  /** Positions of its contacts: first, and one past the last. */
  readonly people: readonly [from: number, to: number];
}

export interface Person {
  readonly index: number;
  readonly id: string;
  readonly first: string;
  readonly last: string;
  /** Null for the few contacts without a stored address. */
  readonly email: string | null;
  readonly title: string | null;
  readonly phone: string;
  /** Account, or null for a lead. */
  readonly customer: number | null;
  readonly company: string;
}

/** Accounts, and all contacts in the order of their accounts. Bigger customers come first. */
export function makeCustomers(
  seed: number,
  volume: Volume,
  colleagues: number,
): { customers: Customer[]; contacts: Person[] } {
  const customers: Customer[] = [];
  const contacts: Person[] = [];
  const domains = new Set<string>();
  const mean = volume.contacts / volume.accounts;
  for (let index = 0; index < volume.accounts; index += 1) {
    const random = new Random(seed, purpose.accounts, index);
    const name = companyName(random, index);
    const stem = asciiWord(name).slice(0, 24);
    const domain = domains.has(stem) ? `${stem}${index}.example.org` : `${stem}.example.org`;
    domains.add(stem);
    const left = volume.contacts - contacts.length;
    const accounts = volume.accounts - index;
    const drawn = Math.round(mean * (0.4 + random.float() * 1.2));
    const size =
      index === volume.accounts - 1 ? left : Math.max(1, Math.min(drawn, left - accounts + 1));
    const from = contacts.length;
    for (let member = 0; member < size; member += 1)
      contacts.push(makeContact(seed, contacts.length, index, name, domain, contacts));
    customers.push({
      index,
      id: recordId('001', index),
      name,
      domain,
      industry: random.pick(industries),
      place: random.pick(places),
      owner: 1 + random.int(colleagues - 1),
      parent: index > 20 && random.chance(0.08) ? random.int(20) : null,
      people: [from, contacts.length],
    });
  }
  return { customers, contacts };
}

function companyName(random: Random, index: number): string {
  if (index % 11 === 3) {
    const odd = memberAt(oddCompanies, Math.floor(index / 11) % oddCompanies.length);
    return index < 11 * oddCompanies.length ? odd : `${odd} ${index}`;
  }
  const form = random.pick(companyForms);
  const name = `${random.pick(companyStems)} ${random.pick(companyKinds)}`;
  return form === '' ? name : `${name} ${form}`;
}

function makeContact(
  seed: number,
  index: number,
  customer: number,
  company: string,
  domain: string,
  earlier: readonly Person[],
): Person {
  const random = new Random(seed, purpose.contacts, index);
  const [first, last] = personName(random, index);
  const ownAddress = `${asciiWord(first)}.${asciiWord(last)}${random.chance(0.3) ? random.int(90) + 10 : ''}@${domain}`;
  // Two records with one address: entered twice by colleagues, or a mailbox several people share.
  const shared =
    index > 3 && random.chance(0.03) ? memberAt(earlier, index - 1 - random.int(3)).email : null;
  return {
    index,
    id: recordId('003', index),
    first,
    last,
    email: random.chance(0.02) ? null : (shared ?? ownAddress),
    title: random.chance(0.2) ? null : random.pick(externalTitles),
    phone: `+1 555 ${String(100 + random.int(900))} ${String(random.int(10_000)).padStart(4, '0')}`,
    customer,
    company,
  };
}

/** Leads; a few are at the same time a contact somewhere, by their address. */
export function makeLeads(seed: number, count: number, contacts: readonly Person[]): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, purpose.leads, index);
    const [first, last] = personName(random, index + 7);
    const company = companyName(random, index + 1);
    const twin = random.chance(0.04) ? random.pick(contacts) : null;
    return {
      index,
      id: recordId('00Q', index),
      first: twin?.first ?? first,
      last: twin?.last ?? last,
      email: twin?.email ?? `${asciiWord(first)}@${asciiWord(company).slice(0, 20)}.example.net`,
      title: random.chance(0.25) ? null : random.pick(externalTitles),
      phone: `+1 555 ${String(100 + random.int(900))} ${String(random.int(10_000)).padStart(4, '0')}`,
      customer: null,
      company: twin?.company ?? company,
    };
  });
}

function personName(random: Random, index: number): readonly [string, string] {
  return index % 23 === 4
    ? random.pick(oddPeople)
    : [random.pick(givenNames), random.pick(familyNames)];
}
