/** Opportunity histories: what a deal looked like after each change that matters to the forecast. */

import { audit } from '../common.ts';
import * as f from '../define.ts';
import { forecastCategories, stages } from './opportunity.ts';

export const opportunityHistory = f.defineObject({
  object: 'OpportunityHistory',
  entity: 'query',
  keyPrefix: '008',
  nameField: 'Id',
  description: 'Stage, amount, probability and close date of a deal from one moment on.',
  searchable: false,
  fields: {
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', { required: true }),
    StageName: f.picklist('Stage from then on.', stages, { length: 255 }),
    Amount: f.currency('Value from then on.'),
    PrevAmount: f.currency('Value before.'),
    Probability: f.percent('Chance of winning from then on, 0 to 100.'),
    ExpectedRevenue: f.currency('Amount times probability from then on.'),
    CloseDate: f.date('Close date from then on.'),
    PrevCloseDate: f.date('Close date before.'),
    ForecastCategory: f.picklist('Category of the forecast from then on.', forecastCategories, {
      length: 40,
    }),
    CreatedDate: audit.CreatedDate,
    CreatedById: audit.CreatedById,
    SystemModstamp: audit.SystemModstamp,
    IsDeleted: audit.IsDeleted,
  },
  children: {},
});
