/** Records of a small organisation of our own making: odd values, missing members and empty lists where recordings have them. */

import type { CrmRecord, Tables } from './soql-scope.ts';
import type { Value } from './soql-value.ts';

/** 18 characters of an id: the case of its first 15 as five bits each. */
export function crmId(prefix: string, n: number): string {
  const id = `${prefix}Qz${String(n).padStart(10, '0')}`;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const digits = [0, 5, 10].map((at) => {
    const bits = [...id.slice(at, at + 5)].map((one, bit) => (/[A-Z]/.test(one) ? 1 << bit : 0));
    return alphabet[bits.reduce((sum, bit) => sum + bit, 0)];
  });
  return id + digits.join('');
}

const dayMs = 86_400_000;

export interface CrmCompanyOptions {
  /** Epoch ms; the fixture's days count from it. */
  readonly now: number;
  readonly accounts: number;
  /** Values of custom fields of accounts. */
  readonly custom: Readonly<Record<string, Value>>;
}

export function crmCompany({ now, accounts: size, custom }: CrmCompanyOptions): Tables {
  const instant = (days: number, hours = 9): string =>
    `${new Date(Math.floor(now / dayMs) * dayMs + days * dayMs + hours * 3_600_000).toISOString().slice(0, -1)}+0000`;
  const date = (days: number): string => instant(days).slice(0, 10);
  const audit = (days: number): CrmRecord => ({
    CreatedDate: instant(days),
    CreatedById: crmId('005', 1),
    LastModifiedDate: instant(days / 2),
    LastModifiedById: crmId('005', 1),
    SystemModstamp: instant(days / 2),
    IsDeleted: false,
  });
  const many = (count: number, make: (n: number) => CrmRecord): CrmRecord[] =>
    Array.from({ length: count }, (_, at) => make(at + 1));
  const ofAccount = (n: number): string | null =>
    size === 0 ? null : crmId('001', ((n - 1) % size) + 1);
  const some = (count: number): number => (size === 0 ? 0 : count);

  const people = ['Ines Oduya', 'Marek Tveit', 'Lin Abebe', 'Cal Roux'];
  const User = people.map((name, at): CrmRecord => {
    const [FirstName = '', LastName = ''] = name.split(' ');
    const login = `${FirstName}.${LastName}@brightwell.example`.toLowerCase();
    return {
      ...{ Id: crmId('005', at + 1), Name: name, FirstName, LastName, Email: login },
      ...{ Username: `${login}.prod`, IsActive: at < 3, UserType: 'Standard', Alias: FirstName },
      ...{
        Title: at === 0 ? null : 'Account Executive',
        ManagerId: at === 0 ? null : crmId('005', 1),
      },
      ...{
        UserRoleId: crmId('00E', 1),
        ProfileId: crmId('00e', 1),
        TimeZoneSidKey: 'Europe/Paris',
      },
      ...audit(-700),
    };
  });
  const Account = many(size, (n) => ({
    ...{
      Id: crmId('001', n),
      OwnerId: crmId('005', ((n - 1) % 3) + 1),
      Name: `Quarry ${n} & Sons`,
    },
    ...{ Industry: n % 3 === 0 ? null : 'Energy', Type: 'Customer - Direct', Rating: null },
    ...{ AnnualRevenue: n % 4 === 0 ? null : n * 150_000, NumberOfEmployees: n * 10 },
    ...{
      Website: n % 2 === 0 ? `quarry${n}.example` : `https://www.quarry${n}.example/`,
      Phone: '',
    },
    ...{ BillingStreet: n === 1 ? null : `${n} Mill Lane`, BillingCity: n === 1 ? null : 'Ghent' },
    ...{ BillingCountry: n === 1 ? null : 'Belgium', ParentId: n === 2 ? crmId('001', 1) : null },
    ...{
      Description: 'Long "text"\nwith \\ and \u2028',
      LastActivityDate: n % 2 === 0 ? date(-n) : null,
    },
    ...custom,
    ...audit(-400 + n),
  }));
  const Contact = many(some(30), (n) => ({
    ...{ Id: crmId('003', n), AccountId: n === 30 ? null : ofAccount(n), OwnerId: crmId('005', 2) },
    ...{
      FirstName: n % 7 === 0 ? null : `Pia${n}`,
      LastName: `Hale${n}`,
      Name: n % 7 === 0 ? `Hale${n}` : `Pia${n} Hale${n}`,
    },
    ...{ Email: n % 9 === 0 ? null : `pia${n}@quarry${((n - 1) % Math.max(size, 1)) + 1}.example` },
    ...{
      Title: n % 5 === 0 ? null : 'Buyer',
      Department: 'Purchasing',
      ReportsToId: n === 2 ? crmId('003', 1) : null,
    },
    ...audit(-300 + n),
  }));
  const Lead = many(some(8), (n) => ({
    ...{ Id: crmId('00Q', n), FirstName: 'Una', LastName: `Stead${n}`, Name: `Una Stead${n}` },
    ...{
      Company: `Stead ${n} GmbH`,
      Email: `una${n}@stead${n}.example`,
      Status: 'Open - Not Contacted',
    },
    ...{
      OwnerId: n === 1 ? crmId('00G', 1) : crmId('005', 1),
      IsConverted: false,
      LeadSource: 'Web',
    },
    ...audit(-60 + n),
  }));
  const stages = ['Prospecting', 'Negotiation/Review', 'Closed Won', 'Closed Lost'];
  const Opportunity = many(some(16), (n) => {
    const StageName = stages[n % 4]!;
    const IsClosed = StageName.startsWith('Closed');
    return {
      ...{
        Id: crmId('006', n),
        AccountId: ofAccount(n),
        OwnerId: crmId('005', (n % 3) + 1),
        Name: `Renewal ${n}`,
      },
      ...{
        StageName,
        IsClosed,
        IsWon: StageName === 'Closed Won',
        Probability: IsClosed ? 100 : 40,
      },
      ...{ Amount: n % 5 === 0 ? null : n * 1000.5, CloseDate: date(IsClosed ? -n : n * 3) },
      ...{
        ForecastCategory: 'Pipeline',
        ForecastCategoryName: 'Pipeline',
        Type: null,
        NextStep: null,
      },
      ...{
        ExpectedRevenue: n * 400,
        CampaignId: n === 1 ? crmId('701', 1) : null,
        LeadSource: 'Web',
      },
      ...{
        FiscalYear: 2026,
        FiscalQuarter: 1,
        Fiscal: '2026 1',
        HasOpenActivity: false,
        IsPrivate: false,
      },
      ...audit(-200 + n),
    };
  });
  const OpportunityContactRole = many(some(10), (n) => ({
    ...{ Id: crmId('00K', n), OpportunityId: crmId('006', n), ContactId: crmId('003', n) },
    ...{ Role: n % 2 === 0 ? null : 'Decision Maker', IsPrimary: n % 2 === 1, ...audit(-90) },
  }));
  const OpportunityHistory = many(some(20), (n) => ({
    ...{
      Id: crmId('008', n),
      OpportunityId: crmId('006', (n % 16) + 1),
      StageName: stages[n % 2]!,
    },
    ...{ Amount: n * 500, CloseDate: date(n), Probability: 10, ExpectedRevenue: n * 50 },
    ...{ ForecastCategory: 'Pipeline', ...audit(-80 + n) },
  }));
  const OpportunityStage = stages.map((label, at) => ({
    ...{
      Id: crmId('01J', at + 1),
      MasterLabel: label,
      ApiName: label,
      IsActive: true,
      SortOrder: at + 1,
    },
    ...{
      IsClosed: at > 1,
      IsWon: at === 2,
      DefaultProbability: at * 30,
      ForecastCategoryName: 'Pipeline',
    },
    ...{ ForecastCategory: 'Pipeline', Description: null, ...audit(-900) },
  }));
  const OpportunityLineItem = many(some(6), (n) => ({
    ...{
      Id: crmId('00k', n),
      OpportunityId: crmId('006', n),
      Name: `Renewal ${n} Drill`,
      Quantity: n,
    },
    ...{
      Product2Id: crmId('01t', 1),
      PricebookEntryId: crmId('01u', 1),
      UnitPrice: 99.9,
      TotalPrice: n * 99.9,
    },
    ...{ ListPrice: 120, Discount: null, ServiceDate: null, ...audit(-50) },
  }));
  /** The last ones are older than a year, and archived. */
  const Task = many(some(24), (n) => ({
    ...{
      Id: crmId('00T', n),
      Subject: n === 3 ? null : `Call back ${n}`,
      Status: n % 2 === 0 ? 'Completed' : 'Not Started',
    },
    ...{
      WhatId: n % 3 === 0 ? crmId('006', (n % 16) + 1) : ofAccount(n),
      WhoId: n % 4 === 0 ? crmId('00Q', 1) : crmId('003', (n % 30) + 1),
    },
    ...{
      AccountId: ofAccount(n),
      OwnerId: crmId('005', 2),
      Priority: 'Normal',
      IsHighPriority: false,
    },
    ...{
      ActivityDate: n > 20 ? date(-400 - n) : n === 5 ? null : date(-n),
      IsClosed: n % 2 === 0 || n > 20,
    },
    ...{
      CompletedDateTime: n % 2 === 0 ? instant(-n) : null,
      TaskSubtype: 'Call',
      CallDurationInSeconds: null,
    },
    ...audit(n > 20 ? -400 - n : -n - 1),
    IsArchived: n > 20,
  }));
  const Event = many(some(12), (n) => ({
    ...{ Id: crmId('00U', n), Subject: `Visit ${n}`, WhatId: ofAccount(n), WhoId: crmId('003', n) },
    ...{ AccountId: ofAccount(n), OwnerId: crmId('005', 1), DurationInMinutes: 30, Location: null },
    ...{
      StartDateTime: instant(n > 10 ? -420 : -n * 2),
      EndDateTime: instant(n > 10 ? -420 : -n * 2, 10),
    },
    ...{
      ActivityDate: date(n > 10 ? -420 : -n * 2),
      ActivityDateTime: instant(n > 10 ? -420 : -n * 2),
    },
    ...{ IsAllDayEvent: false, ...audit(-430), IsArchived: n > 10 },
  }));
  const Campaign = many(some(2), (n) => ({
    ...{
      Id: crmId('701', n),
      Name: `Fair ${n}`,
      OwnerId: crmId('005', 1),
      Status: 'In Progress',
      IsActive: true,
    },
    ...{
      StartDate: date(-90),
      EndDate: null,
      NumberOfLeads: 2,
      NumberOfContacts: 3,
      BudgetedCost: null,
    },
    ...audit(-120),
  }));
  const CampaignMember = many(some(5), (n) => ({
    ...{
      Id: crmId('00v', n),
      CampaignId: crmId('701', 1),
      ContactId: n < 4 ? crmId('003', n) : null,
    },
    ...{
      LeadId: n < 4 ? null : crmId('00Q', n),
      Status: 'Responded',
      HasResponded: n % 2 === 1,
      Type: n < 4 ? 'Contact' : 'Lead',
    },
    ...{ FirstRespondedDate: n % 2 === 1 ? date(-40) : null, ...audit(-100) },
  }));
  const CampaignMemberStatus = many(some(2), (n) => ({
    ...{
      Id: crmId('01Y', n),
      CampaignId: crmId('701', 1),
      Label: n === 1 ? 'Sent' : 'Responded',
      SortOrder: n,
    },
    ...{ IsDefault: n === 1, HasResponded: n === 2, ...audit(-120) },
  }));
  const Case = many(some(6), (n) => ({
    ...{
      Id: crmId('500', n),
      CaseNumber: `0000${1000 + n}`,
      Subject: `Broken seal ${n}`,
      AccountId: ofAccount(n),
    },
    ...{
      ContactId: crmId('003', n),
      OwnerId: n === 1 ? crmId('00G', 1) : crmId('005', 3),
      Status: n % 2 === 0 ? 'Closed' : 'New',
    },
    ...{
      IsClosed: n % 2 === 0,
      Priority: 'High',
      Origin: 'Phone',
      ClosedDate: null,
      IsEscalated: false,
    },
    ...audit(-30 + n),
  }));
  const CaseComment = many(some(3), (n) => ({
    ...{
      Id: crmId('00a', n),
      ParentId: crmId('500', n),
      CommentBody: 'Sent a new one.',
      IsPublished: false,
    },
    ...audit(-20),
  }));
  const Note = many(some(2), (n) => ({
    ...{
      Id: crmId('002', n),
      ParentId: ofAccount(n),
      Title: `Note ${n}`,
      Body: n === 1 ? null : 'Prefers e-mail.',
    },
    ...{ OwnerId: crmId('005', 1), IsPrivate: false, ...audit(-15) },
  }));
  const file = 'Offer of today\n';
  const ContentDocument = many(some(3), (n) => ({
    ...{
      Id: crmId('069', n),
      Title: `Offer ${n}`,
      LatestPublishedVersionId: crmId('068', n),
      FileExtension: 'txt',
    },
    ...{ FileType: 'TEXT', ContentSize: file.length, OwnerId: crmId('005', 1), ...audit(-25) },
  }));
  const ContentVersion = many(some(3), (n) => ({
    ...{
      Id: crmId('068', n),
      Title: `Offer ${n}`,
      ContentDocumentId: crmId('069', n),
      FileExtension: 'txt',
    },
    ...{
      VersionNumber: '1',
      IsLatest: true,
      ContentSize: file.length,
      PathOnClient: `Offer ${n}.txt`,
      FileType: 'TEXT',
    },
    ...{
      VersionData: `/services/data/v65.0/sobjects/ContentVersion/${crmId('068', n)}/VersionData`,
    },
    ...{ OwnerId: crmId('005', 1), ...audit(-25) },
  }));
  const ContentDocumentLink = many(some(3), (n) => ({
    ...{ Id: crmId('06A', n), ContentDocumentId: crmId('069', n), LinkedEntityId: ofAccount(n) },
    ...{ ShareType: 'V', Visibility: 'AllUsers', IsDeleted: false, SystemModstamp: instant(-25) },
  }));
  const Attachment = many(some(2), (n) => ({
    ...{
      Id: crmId('00P', n),
      Name: `plan${n}.txt`,
      ContentType: n === 1 ? 'text/plain' : null,
      ParentId: ofAccount(n),
    },
    ...{ BodyLength: file.length, OwnerId: crmId('005', 1), IsPrivate: false },
    ...{ Body: `/services/data/v65.0/sobjects/Attachment/${crmId('00P', n)}/Body`, ...audit(-22) },
  }));
  const ofOrganisation = (Id: string, Name: string): CrmRecord => ({ Id, Name, ...audit(-900) });
  return {
    ...{ Account, Contact, Lead, Opportunity, Task, Event, Campaign, Case, Note, User },
    ...{ ContentVersion, ContentDocument, ContentDocumentLink, Attachment, CampaignMember },
    ...{ OpportunityContactRole, OpportunityHistory, OpportunityStage, OpportunityLineItem },
    ...{ CampaignMemberStatus, CaseComment, Contract: [], Asset: [] },
    Product2: [{ ...ofOrganisation(crmId('01t', 1), 'Drill'), ProductCode: null, IsActive: true }],
    Pricebook2: [
      { ...ofOrganisation(crmId('01s', 1), 'Standard'), IsStandard: true, IsActive: true },
    ],
    PricebookEntry: [
      {
        ...ofOrganisation(crmId('01u', 1), 'Drill'),
        Product2Id: crmId('01t', 1),
        Pricebook2Id: crmId('01s', 1),
        UnitPrice: 120,
        IsActive: true,
      },
    ],
    UserRole: [ofOrganisation(crmId('00E', 1), 'Sales')],
    Profile: [ofOrganisation(crmId('00e', 1), 'Standard User')],
    RecordType: [],
    Group: [
      { ...ofOrganisation(crmId('00G', 1), 'Web queue'), DeveloperName: 'Web', Type: 'Queue' },
    ],
    Organization: [
      {
        Id: crmId('00D', 1),
        Name: 'Brightwell NV',
        OrganizationType: 'Enterprise Edition',
        IsSandbox: false,
      },
    ],
  };
}

/** Of every file. */
export const fileText = 'Offer of today\n';
