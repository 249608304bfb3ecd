/** Campaigns with their members; the campaigns' own counts agree with the members. */

import { dayMs } from '../company/calendar.ts';
import { purpose, Random } from '../company/random.ts';
import { campaignNames } from '../text/company-data.ts';
import { recordTypes } from './record-type.ts';
import { type CrmPlan, dateText, integrationUser, ownerOf, stampsOf } from './writer.ts';

const statuses = ['Planned', 'Sent', 'Received', 'Responded'] as const;

/** The kind of a campaign's members; none for every fourth. */
function memberKind({ writer }: CrmPlan, index: number): string | null {
  return index % 4 === 3 ? null : writer.idOf('RecordType', index % 4);
}

function writeRecordTypes(plan: CrmPlan): void {
  const { writer, world } = plan;
  const created = world.calendar.horizon - 870 * dayMs;
  const stamps = { created: created - (created % 1000), by: integrationUser(plan) };
  for (const { object, name, description, isActive } of recordTypes(writer.model)) {
    writer.add('RecordType', stamps, {
      Name: name,
      DeveloperName: name.replace(/\W+/g, '_').replace(/_$/, ''),
      SobjectType: object,
      Description: description,
      IsActive: isActive,
    });
  }
}

export function writeCampaigns(plan: CrmPlan): void {
  const { world, writer } = plan;
  writeRecordTypes(plan);
  for (let index = 0; index < world.volume.campaigns; index += 1) {
    const random = new Random(world.seed, purpose.campaigns, index);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const stamps = stampsOf(world.calendar, random, owner, 500);
    const end = stamps.created + random.between(10, 120) * dayMs;
    const over = end < world.calendar.horizon;
    const counts = writeMembers(plan, random, index, owner, stamps.created, end);
    writer.add('Campaign', stamps, {
      Name: `${campaignNames[index % campaignNames.length]} ${index + 1}`,
      Type: random.pick(['Conference', 'Webinar', 'Trade Show', 'Email', 'Partners']),
      Status: over ? 'Completed' : random.pick(['Planned', 'In Progress']),
      IsActive: !over,
      StartDate: dateText(stamps.created),
      EndDate: dateText(end),
      OwnerId: owner,
      ParentId: index > 2 && random.chance(0.2) ? writer.idOf('Campaign', random.int(3)) : null,
      BudgetedCost: random.between(1, 80) * 500,
      ActualCost: over ? random.between(1, 90) * 500 : null,
      ExpectedRevenue: random.between(5, 400) * 1000,
      ExpectedResponse: random.int(40),
      NumberSent: random.between(100, 9000),
      CampaignMemberRecordTypeId: memberKind(plan, index),
      ...counts,
    });
    statuses.forEach((label, order) => {
      writer.add('CampaignMemberStatus', stamps, {
        Label: label,
        CampaignId: writer.idOf('Campaign', index),
        SortOrder: order + 1,
        IsDefault: order === 1,
        HasResponded: label === 'Responded',
      });
    });
  }
}

function writeMembers(
  plan: CrmPlan,
  random: Random,
  campaign: number,
  by: string,
  start: number,
  end: number,
) {
  const { world, writer } = plan;
  const counts = {
    NumberOfLeads: 0,
    NumberOfConvertedLeads: 0,
    NumberOfContacts: 0,
    NumberOfResponses: 0,
  };
  const members = random.between(10, 60);
  const taken = new Set<string>();
  for (let count = 0; count < members; count += 1) {
    const lead = random.chance(0.3);
    const person = lead ? random.pick(world.leads) : random.pick(world.contacts);
    if (taken.has(person.id)) continue;
    taken.add(person.id);
    const status = random.pick(statuses);
    const responded = status === 'Responded';
    if (lead) counts.NumberOfLeads += 1;
    else counts.NumberOfContacts += 1;
    if (responded) counts.NumberOfResponses += 1;
    const created = Math.min(start + random.int(10) * dayMs, world.calendar.horizon);
    writer.add(
      'CampaignMember',
      { created: created - (created % 1000), by },
      {
        CampaignId: writer.idOf('Campaign', campaign),
        [lead ? 'LeadId' : 'ContactId']: person.id,
        LeadOrContactId: person.id,
        Type: lead ? 'Lead' : 'Contact',
        Status: status,
        HasResponded: responded,
        FirstRespondedDate: responded
          ? dateText(Math.min(end, created + 5 * dayMs, world.calendar.horizon))
          : null,
        Name: `${person.first} ${person.last}`,
        FirstName: person.first,
        LastName: person.last,
        Title: person.title,
        CompanyOrAccount: person.company,
        Email: person.email,
        Phone: person.phone,
      },
    );
  }
  return counts;
}
