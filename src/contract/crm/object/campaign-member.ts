/** Campaign members: whom a campaign addresses and how they answered. */

import { audit, salutations, sources } from '../common.ts';
import * as f from '../define.ts';

export const campaignMember = f.defineObject({
  object: 'CampaignMember',
  entity: 'query',
  keyPrefix: '00v',
  nameField: 'Name',
  description: 'A contact, lead or account as part of a campaign.',
  searchable: false,
  fields: {
    CampaignId: f.reference('Campaign', 'Campaign', 'The campaign.', { required: true }),
    ContactId: f.reference('Contact', 'Contact', 'The contact, where the member is one.'),
    LeadId: f.reference('Lead', 'Lead', 'The lead, where the member is or was one.'),
    AccountId: f.reference('Account', 'Account', 'The account, where the member is one.'),
    LeadOrContactId: f.reference(null, ['Contact', 'Lead'], 'The contact or lead.'),
    LeadOrContactOwnerId: f.reference(
      'LeadOrContactOwner',
      ['User', 'Group'],
      'Owner of the contact or lead.',
    ),
    Type: f.picklist('What the member is.', ['Contact', 'Lead', 'Account'], { length: 40 }),
    Status: f.picklist('How far the member is.', ['Planned', 'Sent', 'Received', 'Responded'], {
      length: 40,
    }),
    HasResponded: f.boolean('Whether the status counts as a response.', { required: true }),
    FirstRespondedDate: f.date('Day of the first response.'),
    Name: f.string('Full name of the contact or lead; read-only.', { length: 255 }),
    Salutation: f.picklist('Form of address.', salutations, { length: 40 }),
    FirstName: f.string('First name.', { length: 40 }),
    LastName: f.string('Last name.', { length: 80 }),
    Title: f.string('Job title.', { length: 128 }),
    CompanyOrAccount: f.string('Company of the lead or account of the contact.', { length: 255 }),
    Email: f.email('E-mail address.', { length: 80 }),
    Phone: f.phone('Telephone number.', { length: 40 }),
    MobilePhone: f.phone('Mobile number.', { length: 40 }),
    Fax: f.phone('Fax number.', { length: 40 }),
    Street: f.textarea('Street, often with line breaks.', { length: 255 }),
    City: f.string('City.', { length: 40 }),
    State: f.string('State or province.', { length: 80 }),
    PostalCode: f.string('Postal code.', { length: 20 }),
    Country: f.string('Country.', { length: 80 }),
    Description: f.textarea('Free text about the contact or lead.', { length: 32000 }),
    LeadSource: f.picklist('Where the contact or lead came from.', sources, { length: 255 }),
    HasOptedOutOfEmail: f.boolean('Whether the person wants no mail.', { required: true }),
    HasOptedOutOfFax: f.boolean('Whether the person wants no faxes.', { required: true }),
    DoNotCall: f.boolean('Whether the person wants no calls.', { required: true }),
    ...audit,
  },
  children: {},
});
