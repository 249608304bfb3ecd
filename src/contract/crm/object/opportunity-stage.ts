/** Opportunity stages: the steps of the pipeline and what each means for the forecast. */

import { audit } from '../common.ts';
import * as f from '../define.ts';
import { forecastCategories, forecastCategoryNames } from './opportunity.ts';

const { IsDeleted: _, ...stamps } = audit;

export const opportunityStage = f.defineObject({
  object: 'OpportunityStage',
  entity: 'query',
  keyPrefix: '01J',
  nameField: 'MasterLabel',
  description: 'A step of the pipeline, named by StageName of opportunities.',
  searchable: false,
  fields: {
    MasterLabel: f.string('Name of the stage.', { required: true, length: 255 }),
    ApiName: f.string('Name of the stage in interfaces.', { required: true, length: 255 }),
    IsActive: f.boolean('Whether deals may be put into it.', { required: true }),
    SortOrder: f.int('Place in the order of stages, from 1.'),
    IsClosed: f.boolean('Whether a deal in it is closed.', { required: true }),
    IsWon: f.boolean('Whether a deal in it is won.', { required: true }),
    ForecastCategory: f.picklist('Category of the forecast, as a key.', forecastCategories, {
      required: true,
      length: 40,
    }),
    ForecastCategoryName: f.picklist(
      'Category of the forecast, as people see it.',
      forecastCategoryNames,
      { required: true, length: 255 },
    ),
    DefaultProbability: f.percent('Chance of winning a deal in it, 0 to 100.'),
    Description: f.string('What the stage means.', { length: 255 }),
    ...stamps,
  },
  children: {},
});
