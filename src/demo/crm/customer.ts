/** Accounts, contacts and leads as CRM records. */

import { memberAt } from '../../contract/member-at.ts';
import type { Person } from '../company/customer.ts';
import { purpose, Random } from '../company/random.ts';
import {
  industries,
  leadRatings,
  leadSources,
  places,
  salutations,
  streets,
} from '../text/company-data.ts';
import { type CrmPlan, dateText, ownerOf, stampsOf } from './writer.ts';

function address(prefix: string, random: Random, location: (typeof places)[number]) {
  const [city, state, postalCode, country, stateCode, countryCode] = location;
  return {
    [`${prefix}Street`]: `${random.between(1, 250)} ${random.pick(streets)}${random.chance(0.3) ? '\nBuilding "B"' : ''}`,
    [`${prefix}City`]: city,
    [`${prefix}State`]: state,
    [`${prefix}PostalCode`]: random.chance(0.9) ? postalCode : null,
    [`${prefix}Country`]: country,
    [`${prefix}StateCode`]: stateCode,
    [`${prefix}CountryCode`]: countryCode,
    [`${prefix}Latitude`]: random.chance(0.3) ? random.between(-6000, 6000) / 100 : null,
    [`${prefix}Longitude`]: random.chance(0.3) ? random.between(-17_000, 17_000) / 100 : null,
  };
}

export function writeAccounts(plan: CrmPlan): void {
  const { world, writer } = plan;
  for (const customer of world.customers) {
    const random = new Random(world.seed, purpose.accounts, customer.index, 1);
    const owner = ownerOf(plan, customer.owner);
    writer.add('Account', () => stampsOf(world.calendar, random, owner), {
      Name: customer.name,
      Type: random.pick([
        'Prospect',
        'Customer - Direct',
        'Customer - Channel',
        'Technology Partner',
      ]),
      Industry: random.chance(0.92) ? customer.industry : null,
      AnnualRevenue: random.chance(0.8) ? random.between(1, 900) * 100_000 : null,
      NumberOfEmployees: random.chance(0.85) ? random.between(5, 20_000) : null,
      Rating: random.chance(0.7) ? random.pick(leadRatings) : null,
      Ownership: random.pick(['Public', 'Private', 'Subsidiary', 'Other']),
      OwnerId: owner,
      ParentId: customer.parent === null ? null : writer.idOf('Account', customer.parent),
      Website: random.chance(0.9) ? `https://www.${customer.domain}` : null,
      Phone: `+1 555 ${random.between(100, 999)} ${random.between(1000, 9999)}`,
      AccountNumber: `CD${String(100_000 + customer.index)}`,
      AccountSource: random.pick(leadSources),
      Site: random.pick(['Headquarters', 'Branch', 'Plant 2', null]),
      Description: describe(customer.index, customer.name),
      YearStarted: String(random.between(1890, 2022)),
      ...address('Billing', random, customer.place),
      ...(random.chance(0.6) ? address('Shipping', random, random.pick(places)) : {}),
    });
  }
}

/** One account has a text as long as the field allows; others a line, or none. */
function describe(index: number, name: string): string | null {
  if (index === 7) return 'This customer has a long story. '.repeat(1000);
  if (index % 3 !== 0) return null;
  return `${name} uses our products in ${1 + (index % 5)} teams.\nNotes: "keep \\ escape" & <b>don't</b> trust markup; 100%_sure.`;
}

export function writeContacts(plan: CrmPlan): void {
  const { world, writer } = plan;
  for (const person of world.contacts) {
    const random = new Random(world.seed, purpose.contacts, person.index, 1);
    const customer = memberAt(world.customers, person.customer!);
    const owner = ownerOf(
      plan,
      random.chance(0.85) ? customer.owner : random.int(world.colleagues.length),
    );
    const [from] = customer.people;
    writer.add('Contact', () => stampsOf(world.calendar, random, owner), {
      ...named(person, random),
      Title: person.title,
      Department: random.chance(0.6)
        ? random.pick(['Finance', 'IT', 'Operations', 'Procurement', 'Legal'])
        : null,
      AccountId: random.chance(0.97) ? customer.id : null,
      ReportsToId: person.index > from && random.chance(0.3) ? writer.idOf('Contact', from) : null,
      OwnerId: owner,
      Email: person.email,
      Phone: person.phone,
      MobilePhone: random.chance(0.4)
        ? `+1 555 ${random.between(100, 999)} ${random.between(1000, 9999)}`
        : null,
      LeadSource: random.chance(0.8) ? random.pick(leadSources) : null,
      Birthdate: random.chance(0.1)
        ? `19${random.between(55, 99)}-0${random.between(1, 9)}-${random.between(10, 28)}`
        : null,
      IsEmailBounced: person.email !== null && random.chance(0.02),
      ...(random.chance(0.7) ? address('Mailing', random, customer.place) : {}),
    });
  }
}

export function writeLeads(plan: CrmPlan): void {
  const { world, writer } = plan;
  for (const person of world.leads) {
    const random = new Random(world.seed, purpose.leads, person.index, 1);
    const queued = random.chance(0.1);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const converted = random.chance(0.15);
    const contact = converted ? random.int(world.contacts.length) : 0;
    const location = random.pick(places);
    const stamps = stampsOf(world.calendar, random, owner);
    writer.add('Lead', stamps, {
      ...named(person, random),
      Title: person.title,
      Company: person.company,
      Status: converted
        ? 'Closed - Converted'
        : random.pick([
            'Open - Not Contacted',
            'Working - Contacted',
            'Working - Contacted',
            'Closed - Not Converted',
          ]),
      Rating: random.chance(0.6) ? random.pick(leadRatings) : null,
      LeadSource: random.pick(leadSources),
      OwnerId: queued ? writer.idOf('Group', 1) : owner,
      Email: person.email,
      Phone: person.phone,
      Website: random.chance(0.5)
        ? `https://${person.email?.split('@')[1] ?? 'www.example.net'}`
        : null,
      Industry: random.pick(industries),
      AnnualRevenue: random.chance(0.4) ? random.between(1, 200) * 50_000 : null,
      NumberOfEmployees: random.chance(0.5) ? random.between(2, 4000) : null,
      IsConverted: converted,
      ConvertedDate: converted ? dateText(stamps.modified ?? stamps.created) : null,
      ConvertedContactId: converted ? writer.idOf('Contact', contact) : null,
      ConvertedAccountId: converted
        ? memberAt(world.customers, memberAt(world.contacts, contact).customer!).id
        : null,
      IsUnreadByOwner: random.chance(0.2),
      ...address('', random, location),
    });
  }
}

function named(person: Person, random: Random) {
  const salutation = random.chance(0.5) ? random.pick(salutations) : null;
  return {
    Salutation: salutation,
    FirstName: person.first,
    LastName: person.last,
    Name: `${person.first} ${person.last}`,
  };
}
