/** Opportunities: deals, open or closed. */

import { audit, lastActivity, owner, sources, viewed } from '../common.ts';
import {
  boolean,
  children,
  currency,
  date,
  datetime,
  defineObject,
  double,
  int,
  percent,
  picklist,
  reference,
  string,
  textarea,
} from '../define.ts';

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

export const opportunity = defineObject({
  object: 'Opportunity',
  entity: 'opportunities',
  keyPrefix: '006',
  nameField: 'Name',
  description: 'A deal with an account, on its way through the stages of the pipeline.',
  fields: {
    Name: string('Name of the deal.', { required: true, length: 120 }),
    AccountId: reference('Account', 'Account', 'Company the deal is with.'),
    OwnerId: owner,
    StageName: picklist('Stage the deal is in.', stages, { required: true, length: 255 }),
    Amount: currency('Value of the deal.'),
    Probability: percent('Chance of winning, 0 to 100.'),
    ExpectedRevenue: currency('Amount times probability; read-only.'),
    CloseDate: date('Day on which the deal is expected to close, or did.', { required: true }),
    IsClosed: boolean('Whether the stage is a closed one.', { required: true }),
    IsWon: boolean('Whether the stage is a won one.', { required: true }),
    Type: picklist(
      'New or existing business.',
      [
        'New Business',
        'Existing Customer - Upgrade',
        'Existing Customer - Replacement',
        'Existing Customer - Downgrade',
      ],
      { length: 255 },
    ),
    LeadSource: picklist('Where the deal came from.', sources, { length: 255 }),
    NextStep: string('What is to be done next.', { length: 255 }),
    Description: textarea('Free text about the deal.', { length: 32000 }),
    ForecastCategory: picklist('Category of the forecast, as a key.', forecastCategories, {
      required: true,
      length: 40,
    }),
    ForecastCategoryName: picklist(
      'Category of the forecast, as people see it.',
      forecastCategoryNames,
      { length: 255 },
    ),
    CampaignId: reference('Campaign', 'Campaign', 'Campaign credited with the deal.'),
    ContactId: reference(null, 'Contact', 'Primary contact the deal was created with.'),
    Pricebook2Id: reference('Pricebook2', 'Pricebook2', 'Price list of the deal’s products.'),
    HasOpportunityLineItem: boolean('Whether products are listed on the deal.', {
      required: true,
    }),
    TotalOpportunityQuantity: double('Sum of the quantities of the products.'),
    Fiscal: string('Fiscal year and quarter of the close date, such as 2026 3.', { length: 6 }),
    FiscalQuarter: int('Fiscal quarter of the close date, 1 to 4.'),
    FiscalYear: int('Fiscal year of the close date.'),
    IsPrivate: boolean('Whether only the owner and administrators see the deal.', {
      required: true,
    }),
    HasOpenActivity: boolean('Whether a task or event on the deal is still open.', {
      required: true,
    }),
    HasOverdueTask: boolean('Whether a task on the deal is overdue.', { required: true }),
    PushCount: int('How often the close date was moved to a later month.'),
    LastStageChangeDate: datetime('When the stage last changed.'),
    LastAmountChangedHistoryId: reference(
      'LastAmountChangedHistory',
      'OpportunityHistory',
      'History entry of the last change of the amount.',
    ),
    LastCloseDateChangedHistoryId: reference(
      'LastCloseDateChangedHistory',
      'OpportunityHistory',
      'History entry of the last change of the close date.',
    ),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    OpportunityContactRoles: children(
      'OpportunityContactRole',
      'OpportunityId',
      'People who take part in the deal, and as what.',
    ),
    OpportunityHistories: children(
      'OpportunityHistory',
      'OpportunityId',
      'What stage, amount, probability and close date were over time.',
    ),
    OpportunityLineItems: children('OpportunityLineItem', 'OpportunityId', 'Products of the deal.'),
    Tasks: children('Task', 'WhatId', 'Tasks that concern the deal.'),
    Events: children('Event', 'WhatId', 'Events that concern the deal.'),
    Notes: children('Note', 'ParentId', 'Notes on the deal.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to the deal.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the deal.',
    ),
  },
});
