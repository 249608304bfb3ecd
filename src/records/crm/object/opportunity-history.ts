/** Opportunity histories: what a deal looked like after each change that matters to the forecast. */

import { audit } from '../common.ts';
import { currency, date, defineObject, percent, picklist, reference } from '../define.ts';
import { forecastCategories, stages } from './opportunity.ts';

export const opportunityHistory = defineObject({
  object: 'OpportunityHistory',
  entity: 'query',
  keyPrefix: '008',
  nameField: 'Id',
  description: 'Stage, amount, probability and close date of a deal from one moment on.',
  searchable: false,
  fields: {
    OpportunityId: reference('Opportunity', 'Opportunity', 'The deal.', { required: true }),
    StageName: picklist('Stage from then on.', stages, { length: 255 }),
    Amount: currency('Value from then on.'),
    PrevAmount: currency('Value before.'),
    Probability: percent('Chance of winning from then on, 0 to 100.'),
    ExpectedRevenue: currency('Amount times probability from then on.'),
    CloseDate: date('Close date from then on.'),
    PrevCloseDate: date('Close date before.'),
    ForecastCategory: picklist('Category of the forecast from then on.', forecastCategories, {
      length: 40,
    }),
    CreatedDate: audit.CreatedDate,
    CreatedById: audit.CreatedById,
    SystemModstamp: audit.SystemModstamp,
    IsDeleted: audit.IsDeleted,
  },
  children: {},
});
