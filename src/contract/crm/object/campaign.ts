/** Campaigns: what marketing did to be heard. */

import { audit, lastActivity, owner, viewed } from '../common.ts';
import * as f from '../define.ts';

export const campaign = f.defineObject({
  object: 'Campaign',
  entity: 'campaigns',
  keyPrefix: '701',
  nameField: 'Name',
  description: 'A marketing effort: a mailing, a webinar, a trade show.',
  fields: {
    Name: f.string('Name of the campaign.', { required: true, length: 80 }),
    Type: f.picklist(
      'Kind of campaign.',
      [
        'Conference',
        'Webinar',
        'Trade Show',
        'Public Relations',
        'Partners',
        'Referral Program',
        'Advertisement',
        'Banner Ads',
        'Direct Mail',
        'Email',
        'Telemarketing',
        'Other',
      ],
      { length: 40 },
    ),
    Status: f.picklist('How far it is.', ['Planned', 'In Progress', 'Completed', 'Aborted'], {
      length: 40,
    }),
    IsActive: f.boolean('Whether it is running.', { required: true }),
    StartDate: f.date('First day.'),
    EndDate: f.date('Last day; answers after it still count.'),
    OwnerId: owner,
    ParentId: f.reference('Parent', 'Campaign', 'Campaign this one is a part of.'),
    Description: f.textarea('Free text about the campaign.', { length: 32000 }),
    BudgetedCost: f.currency('What it may cost.'),
    ActualCost: f.currency('What it cost.'),
    ExpectedRevenue: f.currency('What it should bring in.'),
    ExpectedResponse: f.percent('Share of those reached expected to respond, in percent.'),
    NumberSent: f.double('How many people it was sent to.'),
    NumberOfLeads: f.int('How many leads take part.', { required: true }),
    NumberOfConvertedLeads: f.int('How many of its leads were converted.', { required: true }),
    NumberOfContacts: f.int('How many contacts take part.', { required: true }),
    NumberOfResponses: f.int('How many members responded.', { required: true }),
    NumberOfOpportunities: f.int('How many deals are credited to it.', { required: true }),
    NumberOfWonOpportunities: f.int('How many deals credited to it were won.', { required: true }),
    AmountAllOpportunities: f.currency('Value of all deals credited to it.', { required: true }),
    AmountWonOpportunities: f.currency('Value of the won deals credited to it.', {
      required: true,
    }),
    CampaignMemberRecordTypeId: f.reference(
      'CampaignMemberRecordType',
      'RecordType',
      'Record type of its members.',
    ),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    ChildCampaigns: f.children('Campaign', 'ParentId', 'Campaigns that are parts of this one.'),
    CampaignMembers: f.children('CampaignMember', 'CampaignId', 'People the campaign addresses.'),
    CampaignMemberStatuses: f.children(
      'CampaignMemberStatus',
      'CampaignId',
      'Steps the members go through.',
    ),
    Opportunities: f.children('Opportunity', 'CampaignId', 'Deals credited to the campaign.'),
    Tasks: f.children('Task', 'WhatId', 'Tasks that concern the campaign.'),
    Events: f.children('Event', 'WhatId', 'Events that concern the campaign.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the campaign.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the campaign.',
    ),
  },
});
