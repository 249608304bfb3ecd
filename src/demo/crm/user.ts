/** The CRM's own people: users with their profiles, roles and queues. */

import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import { places, streets, teams, vendor } from '../text/company-data.ts';
import { type CrmPlan, integrationUser, ownerOf, stampsOf } from './writer.ts';

const profiles = ['System Administrator', 'Standard User', 'Read Only'] as const;
const queues = ['Support queue', 'New leads'] as const;

/** Colleagues have the same position here: those without a CRM user become inactive users of another company. */
export function writeUsers(plan: CrmPlan): void {
  const { world, writer } = plan;
  const { calendar, colleagues, seed } = world;
  const admin = integrationUser(plan);
  const start = { created: calendar.horizon - 900 * 86_400_000, by: admin };
  for (const name of profiles)
    writer.add('Profile', start, {
      Name: name,
      UserType: 'Standard',
      Description: `${name} of ${vendor.name}`,
    });
  ['Sales', ...teams.map(({ name }) => name)].forEach((name, index) => {
    writer.add('UserRole', start, {
      Name: name,
      DeveloperName: name.replace(/\W/g, '_'),
      RollupDescription: name,
      ParentRoleId: index === 0 ? null : writer.idOf('UserRole', 0),
      OpportunityAccessForAccountOwner: 'Edit',
      CaseAccessForAccountOwner: 'Read',
      ContactAccessForAccountOwner: 'Edit',
      PortalType: 'None',
    });
  });
  for (const name of queues)
    writer.add('Group', start, {
      Name: name,
      DeveloperName: name.replace(/\W/g, '_'),
      Type: 'Queue',
      Email: `${name.replace(/\W/g, '-').toLowerCase()}@${vendor.domain}`,
    });
  for (const colleague of colleagues) {
    const random = new Random(seed, purpose.users, colleague.index, 2);
    const { first, last, crmEmail, crmId } = colleague;
    const unknown = crmId === null;
    const [city, state, postalCode, country] = random.pick(places);
    writer.add('User', () => stampsOf(calendar, random, admin), {
      ...account(unknown ? 'Former' : first, unknown ? `Employee ${colleague.index}` : last),
      Username: unknown ? `former${colleague.index}@old.example.net` : `${colleague.email}.crm`,
      Email: unknown ? `former${colleague.index}@old.example.net` : crmEmail,
      IsActive: !unknown && colleague.active,
      Title: colleague.title,
      Department: memberAt(teams, colleague.team).name,
      CompanyName: vendor.name,
      EmployeeNumber: String(1000 + colleague.index),
      ManagerId: colleague.manager === null ? null : ownerOf(plan, colleague.manager),
      UserRoleId: writer.idOf('UserRole', colleague.index === 0 ? 0 : 1 + colleague.team),
      ProfileId: writer.idOf('Profile', colleague.index === 0 ? 0 : random.chance(0.9) ? 1 : 2),
      Alias: `${first.slice(0, 1)}${last}`.slice(0, 8),
      CommunityNickname: `${last}${colleague.index}`.slice(0, 40),
      Phone: colleague.phone,
      Street: `${random.between(1, 90)} ${random.pick(streets)}\nFloor ${random.between(1, 9)}`,
      City: city,
      State: state,
      PostalCode: postalCode,
      Country: country,
      LastLoginDate: colleague.active
        ? new Date(calendar.horizon - random.int(20) * 86_400_000 - random.int(86_400) * 1000)
        : null,
      ...settings,
    });
  }
  writer.add('User', start, {
    ...account('Integration', 'User'),
    Username: `integration@${vendor.domain}.crm`,
    Email: `integration@${vendor.domain}`,
    IsActive: true,
    ProfileId: writer.idOf('Profile', 0),
    Alias: 'integ',
    CommunityNickname: 'integration',
    ...settings,
    UserType: 'AutomatedProcess',
  });
}

const settings = {
  UserType: 'Standard',
  TimeZoneSidKey: vendor.timeZone,
  LocaleSidKey: 'en_US',
  LanguageLocaleKey: 'en_US',
  EmailEncodingKey: 'UTF-8',
  DigestFrequency: 'D',
  DefaultGroupNotificationFrequency: 'N',
  ForecastEnabled: false,
};

function account(first: string, last: string) {
  return { FirstName: first, LastName: last, Name: `${first} ${last}` };
}
