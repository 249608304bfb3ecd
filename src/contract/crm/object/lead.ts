/** Leads: people not yet tied to an account. */

import * as common from '../common.ts';
import * as f from '../define.ts';

export const lead = f.defineObject({
  object: 'Lead',
  entity: 'leads',
  keyPrefix: '00Q',
  nameField: 'Name',
  description: 'A person who may become a customer; converting makes a contact and an account.',
  fields: {
    Name: f.string('Full name, made of its parts; read-only.', { required: true, length: 121 }),
    Salutation: f.picklist('Form of address.', common.salutations, { length: 40 }),
    FirstName: f.string('First name.', { length: 40 }),
    LastName: f.string('Last name.', { required: true, length: 80 }),
    Title: f.string('Job title.', { length: 128 }),
    Company: f.string('Company the person works at.', { required: true, length: 255 }),
    Status: f.picklist(
      'How far the lead was worked.',
      [
        'Open - Not Contacted',
        'Working - Contacted',
        'Closed - Converted',
        'Closed - Not Converted',
      ],
      { required: true, length: 255 },
    ),
    Rating: f.picklist('How promising the lead is.', common.ratings, { length: 255 }),
    LeadSource: f.picklist('Where the lead came from.', common.sources, { length: 255 }),
    OwnerId: common.ownerOrQueue,
    Email: f.email('E-mail address.', { length: 80, ofPerson: true }),
    Phone: f.phone('Telephone number.', { length: 40 }),
    MobilePhone: f.phone('Mobile number.', { length: 40 }),
    Fax: f.phone('Fax number.', { length: 40 }),
    Website: f.url('Address of the company’s web site.', { length: 255 }),
    Industry: f.picklist('Main line of business of the company.', common.industries, {
      length: 255,
    }),
    AnnualRevenue: f.currency('Estimated revenue of the company in a year.'),
    NumberOfEmployees: f.int('How many people work at the company.'),
    Description: f.textarea('Free text about the lead.', { length: 32000 }),
    ...common.addressFields('', 'Address'),
    IsConverted: f.boolean('Whether the lead was converted.', { required: true }),
    ConvertedDate: f.date('Day of the conversion.'),
    ConvertedAccountId: f.reference(
      'ConvertedAccount',
      'Account',
      'Account the lead was converted into.',
    ),
    ConvertedContactId: f.reference(
      'ConvertedContact',
      'Contact',
      'Contact the lead was converted into.',
    ),
    ConvertedOpportunityId: f.reference(
      'ConvertedOpportunity',
      'Opportunity',
      'Opportunity the conversion opened.',
    ),
    IsUnreadByOwner: f.boolean('Whether the owner has yet to look at the lead.', {
      required: true,
    }),
    EmailBouncedDate: f.datetime('When mail to the address came back.'),
    EmailBouncedReason: f.string('Why mail to the address came back.', { length: 255 }),
    CleanStatus: f.picklist(
      'How the record compares with a reference database.',
      common.cleanStatuses,
      {
        length: 40,
      },
    ),
    CompanyDunsNumber: f.string('Nine-digit D-U-N-S number of the company.', { length: 9 }),
    DandbCompanyId: f.reference('DandbCompany', 'DandBCompany', 'Entry in the reference database.'),
    Jigsaw: f.string('Key of the record in a bought contact list.', { length: 20 }),
    JigsawContactId: f.string('Key of the person in a bought contact list.', { length: 20 }),
    IndividualId: f.reference('Individual', 'Individual', 'The person’s privacy preferences.'),
    PhotoUrl: f.url('Path of the picture.', { length: 255 }),
    MasterRecordId: f.reference('MasterRecord', 'Lead', 'Lead this one was merged into.'),
    ...common.lastActivity,
    ...common.viewed,
    ...common.audit,
  },
  children: {
    CampaignMembers: f.children('CampaignMember', 'LeadId', 'Campaigns the lead is part of.'),
    Tasks: f.children('Task', 'WhoId', 'Tasks with the lead.'),
    Events: f.children('Event', 'WhoId', 'Events with the lead.'),
    Notes: f.children('Note', 'ParentId', 'Notes on the lead.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the lead.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the lead.',
    ),
  },
});
