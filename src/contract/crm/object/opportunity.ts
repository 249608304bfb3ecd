/** Opportunities with their stages, history, contact roles and line items. */

import { audit, lastActivity, owner, sources, stamps, viewed } from '../common-field.ts';
import * as f from '../declaration.ts';

/** Stages in the order a deal passes them. */
const stages = f.list(`
  Prospecting | Qualification | Needs Analysis | Value Proposition | Id. Decision Makers |
  Perception Analysis | Proposal/Price Quote | Negotiation/Review | Closed Won | Closed Lost`);

/** Categories of the forecast, as ForecastCategory spells them. */
const forecastCategories = f.list('Pipeline | BestCase | MostLikely | Forecast | Closed | Omitted');

/** The same categories, as ForecastCategoryName spells them. */
const forecastCategoryNames = f.list(
  'Pipeline | Best Case | Most Likely | Commit | Closed | Omitted',
);

/** Opportunities: deals, open or closed. */
export const opportunity = f.defineObject({
  object: 'Opportunity',
  entity: 'opportunities',
  keyPrefix: '006',
  nameField: 'Name',
  description: 'A deal with an account, on its way through the stages of the pipeline.',
  fields: {
    Name: f.string('Name of the deal.', 120, 'required'),
    AccountId: f.reference('Account', 'Account', 'Company the deal is with.'),
    OwnerId: owner,
    StageName: f.picklist('Stage the deal is in.', stages, 255, 'required'),
    Amount: f.currency('Value of the deal.'),
    Probability: f.percent('Chance of winning, 0 to 100.'),
    ExpectedRevenue: f.currency('Amount times probability; read-only.'),
    CloseDate: f.date('Day on which the deal is expected to close, or did.', 'required'),
    IsClosed: f.boolean('Whether the stage is a closed one.', 'required'),
    IsWon: f.boolean('Whether the stage is a won one.', 'required'),
    Type: f.picklist(
      'New or existing business.',
      'New Business | Existing Customer - Upgrade | Existing Customer - Replacement | Existing Customer - Downgrade',
      255,
    ),
    LeadSource: f.picklist('Where the deal came from.', sources, 255),
    NextStep: f.string('What is to be done next.', 255),
    Description: f.textarea('Free text about the deal.', 32000),
    ForecastCategory: f.picklist(
      'Category of the forecast, as a key.',
      forecastCategories,
      40,
      'required',
    ),
    ForecastCategoryName: f.picklist(
      'Category of the forecast, as people see it.',
      forecastCategoryNames,
      255,
    ),
    CampaignId: f.reference('Campaign', 'Campaign', 'Campaign credited with the deal.'),
    ContactId: f.reference(null, 'Contact', 'Primary contact the deal was created with.'),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'Price list of the deal’s products.'),
    HasOpportunityLineItem: f.boolean('Whether products are listed on the deal.', 'required'),
    TotalOpportunityQuantity: f.double('Sum of the quantities of the products.'),
    Fiscal: f.string('Fiscal year and quarter of the close date, such as 2026 3.', 6),
    FiscalQuarter: f.int('Fiscal quarter of the close date, 1 to 4.'),
    FiscalYear: f.int('Fiscal year of the close date.'),
    IsPrivate: f.boolean('Whether only the owner and administrators see the deal.', 'required'),
    HasOpenActivity: f.boolean('Whether a task or event on the deal is still open.', 'required'),
    HasOverdueTask: f.boolean('Whether a task on the deal is overdue.', 'required'),
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
    ...f.activities('WhatId', 'that concern the deal'),
    Notes: f.children('Note', 'ParentId', 'Notes on the deal.'),
    ...f.attached('the deal'),
  },
});

/** Opportunity stages: the steps of the pipeline and what each means for the forecast. */
export const opportunityStage = f.defineObject({
  object: 'OpportunityStage',
  entity: 'query',
  keyPrefix: '01J',
  nameField: 'MasterLabel',
  description: 'A step of the pipeline, named by StageName of opportunities.',
  searchable: false,
  fields: {
    MasterLabel: f.string('Name of the stage.', 255, 'required'),
    ApiName: f.string('Name of the stage in interfaces.', 255, 'required'),
    IsActive: f.boolean('Whether deals may be put into it.', 'required'),
    SortOrder: f.int('Place in the order of stages, from 1.'),
    IsClosed: f.boolean('Whether a deal in it is closed.', 'required'),
    IsWon: f.boolean('Whether a deal in it is won.', 'required'),
    ForecastCategory: f.picklist(
      'Category of the forecast, as a key.',
      forecastCategories,
      40,
      'required',
    ),
    ForecastCategoryName: f.picklist(
      'Category of the forecast, as people see it.',
      forecastCategoryNames,
      255,
      'required',
    ),
    DefaultProbability: f.percent('Chance of winning a deal in it, 0 to 100.'),
    Description: f.string('What the stage means.', 255),
    ...stamps,
  },
  children: {},
});

/** Opportunity histories: what a deal looked like after each change that matters to the forecast. */
export const opportunityHistory = f.defineObject({
  object: 'OpportunityHistory',
  entity: 'query',
  keyPrefix: '008',
  nameField: 'Id',
  description: 'Stage, amount, probability and close date of a deal from one moment on.',
  searchable: false,
  fields: {
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', 'required'),
    StageName: f.picklist('Stage from then on.', stages, 255),
    Amount: f.currency('Value from then on.'),
    PrevAmount: f.currency('Value before.'),
    Probability: f.percent('Chance of winning from then on, 0 to 100.'),
    ExpectedRevenue: f.currency('Amount times probability from then on.'),
    CloseDate: f.date('Close date from then on.'),
    PrevCloseDate: f.date('Close date before.'),
    ForecastCategory: f.picklist('Category of the forecast from then on.', forecastCategories, 40),
    CreatedDate: audit.CreatedDate,
    CreatedById: audit.CreatedById,
    SystemModstamp: audit.SystemModstamp,
    IsDeleted: audit.IsDeleted,
  },
  children: {},
});

/** Opportunity contact roles: who takes part in a deal, and as what. */
export const opportunityContactRole = f.defineObject({
  object: 'OpportunityContactRole',
  entity: 'query',
  keyPrefix: '00K',
  nameField: 'Id',
  description: 'The part a contact plays in a deal.',
  searchable: false,
  fields: {
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', 'required'),
    ContactId: f.reference('Contact', 'Contact', 'The person.', 'required'),
    Role: f.picklist(
      'What the person is in the deal.',
      'Business User | Decision Maker | Economic Buyer | Economic Decision Maker | Evaluator | Executive Sponsor | Influencer | Technical Buyer | Other',
      255,
    ),
    IsPrimary: f.boolean('Whether the person is the primary contact of the deal.', 'required'),
    ...audit,
  },
  children: {},
});

/** Opportunity line items: the products of a deal. */
export const opportunityLineItem = f.defineObject({
  object: 'OpportunityLineItem',
  entity: 'query',
  keyPrefix: '00k',
  nameField: 'Name',
  description: 'A product in a deal, with its quantity and price.',
  searchable: false,
  fields: {
    Name: f.string('Names of the deal and the product; read-only.', 376),
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', 'required'),
    Product2Id: f.reference('Product2', 'Product2', 'The product.'),
    PricebookEntryId: f.reference('PricebookEntry', 'PricebookEntry', 'Where the price is from.'),
    ProductCode: f.string('Code of the product; read-only.', 255),
    Quantity: f.double('How many are sold.', 'required'),
    UnitPrice: f.currency('Price of one in the deal.'),
    ListPrice: f.currency('Price of one in the price book; read-only.'),
    Discount: f.percent('Discount on the line, in percent.'),
    Subtotal: f.currency('Price times quantity, before the discount; read-only.'),
    TotalPrice: f.currency('What the line costs after the discount.'),
    ServiceDate: f.date('Day of delivery or of the start of the service.'),
    Description: f.string('Free text about the line.', 255),
    SortOrder: f.int('Place among the lines.'),
    ...viewed,
    ...audit,
  },
  children: {},
});
