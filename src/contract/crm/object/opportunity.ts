/** Opportunities: deals, open or closed. */

import { audit, lastActivity, owner, sources, viewed } from '../common.ts';
import * as f from '../define.ts';

/** Stages in the order a deal passes them. */
export const stages = [
  'Prospecting',
  'Qualification',
  'Needs Analysis',
  'Value Proposition',
  'Id. Decision Makers',
  'Perception Analysis',
  'Proposal/Price Quote',
  'Negotiation/Review',
  'Closed Won',
  'Closed Lost',
] as const;

/** Categories of the forecast, as ForecastCategory spells them. */
export const forecastCategories = [
  'Pipeline',
  'BestCase',
  'MostLikely',
  'Forecast',
  'Closed',
  'Omitted',
] as const;

/** The same categories, as ForecastCategoryName spells them. */
export const forecastCategoryNames = [
  'Pipeline',
  'Best Case',
  'Most Likely',
  'Commit',
  'Closed',
  'Omitted',
] as const;

export const opportunity = f.defineObject({
  object: 'Opportunity',
  entity: 'opportunities',
  keyPrefix: '006',
  nameField: 'Name',
  description: 'A deal with an account, on its way through the stages of the pipeline.',
  fields: {
    Name: f.string('Name of the deal.', { required: true, length: 120 }),
    AccountId: f.reference('Account', 'Account', 'Company the deal is with.'),
    OwnerId: owner,
    StageName: f.picklist('Stage the deal is in.', stages, { required: true, length: 255 }),
    Amount: f.currency('Value of the deal.'),
    Probability: f.percent('Chance of winning, 0 to 100.'),
    ExpectedRevenue: f.currency('Amount times probability; read-only.'),
    CloseDate: f.date('Day on which the deal is expected to close, or did.', { required: true }),
    IsClosed: f.boolean('Whether the stage is a closed one.', { required: true }),
    IsWon: f.boolean('Whether the stage is a won one.', { required: true }),
    Type: f.picklist(
      'New or existing business.',
      [
        'New Business',
        'Existing Customer - Upgrade',
        'Existing Customer - Replacement',
        'Existing Customer - Downgrade',
      ],
      { length: 255 },
    ),
    LeadSource: f.picklist('Where the deal came from.', sources, { length: 255 }),
    NextStep: f.string('What is to be done next.', { length: 255 }),
    Description: f.textarea('Free text about the deal.', { length: 32000 }),
    ForecastCategory: f.picklist('Category of the forecast, as a key.', forecastCategories, {
      required: true,
      length: 40,
    }),
    ForecastCategoryName: f.picklist(
      'Category of the forecast, as people see it.',
      forecastCategoryNames,
      { length: 255 },
    ),
    CampaignId: f.reference('Campaign', 'Campaign', 'Campaign credited with the deal.'),
    ContactId: f.reference(null, 'Contact', 'Primary contact the deal was created with.'),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'Price list of the deal’s products.'),
    HasOpportunityLineItem: f.boolean('Whether products are listed on the deal.', {
      required: true,
    }),
    TotalOpportunityQuantity: f.double('Sum of the quantities of the products.'),
    Fiscal: f.string('Fiscal year and quarter of the close date, such as 2026 3.', { length: 6 }),
    FiscalQuarter: f.int('Fiscal quarter of the close date, 1 to 4.'),
    FiscalYear: f.int('Fiscal year of the close date.'),
    IsPrivate: f.boolean('Whether only the owner and administrators see the deal.', {
      required: true,
    }),
    HasOpenActivity: f.boolean('Whether a task or event on the deal is still open.', {
      required: true,
    }),
    HasOverdueTask: f.boolean('Whether a task on the deal is overdue.', { required: true }),
    PushCount: f.int('How often the close date was moved to a later month.'),
    LastStageChangeDate: f.datetime('When the stage last changed.'),
    LastAmountChangedHistoryId: f.reference(
      'LastAmountChangedHistory',
      'OpportunityHistory',
      'History entry of the last change of the amount.',
    ),
    LastCloseDateChangedHistoryId: f.reference(
      'LastCloseDateChangedHistory',
      'OpportunityHistory',
      'History entry of the last change of the close date.',
    ),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    OpportunityContactRoles: f.children(
      'OpportunityContactRole',
      'OpportunityId',
      'People who take part in the deal, and as what.',
    ),
    OpportunityHistories: f.children(
      'OpportunityHistory',
      'OpportunityId',
      'What stage, amount, probability and close date were over time.',
    ),
    OpportunityLineItems: f.children(
      'OpportunityLineItem',
      'OpportunityId',
      'Products of the deal.',
    ),
    Tasks: f.children('Task', 'WhatId', 'Tasks that concern the deal.'),
    Events: f.children('Event', 'WhatId', 'Events that concern the deal.'),
    Notes: f.children('Note', 'ParentId', 'Notes on the deal.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the deal.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the deal.',
    ),
  },
});
