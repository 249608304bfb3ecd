/** What deals are made of: the pipeline's stages, products and their prices. */

import { stages } from '../company/opportunity.ts';
import { products } from '../text/company.ts';
import { type CrmPlan, integrationUser } from './plan.ts';

const dayMs = 86_400_000;
const forecastKeys: Readonly<Record<string, string>> = {
  'Best Case': 'BestCase',
  Commit: 'Forecast',
};

/** The forecast category's key for its name. */
export const forecastKey = (name: string): string => forecastKeys[name] ?? name;

export function writePriceBook(plan: CrmPlan): void {
  const { writer, world } = plan;
  const stamps = { created: world.calendar.horizon - 880 * dayMs, by: integrationUser(plan) };
  stages.forEach((stage, index) => {
    writer.add('OpportunityStage', stamps, {
      MasterLabel: stage.name,
      ApiName: stage.name,
      IsActive: true,
      SortOrder: index + 1,
      IsClosed: stage.closed,
      IsWon: stage.won,
      ForecastCategory: forecastKey(stage.forecast),
      ForecastCategoryName: stage.forecast,
      DefaultProbability: stage.probability,
    });
  });
  writer.add('Pricebook2', stamps, {
    Name: 'Standard Price Book',
    IsActive: true,
    IsStandard: true,
  });
  products.forEach((name, index) => {
    const code = name.replace(/[^A-Z]/g, '') + index;
    writer.add('Product2', stamps, {
      Name: name,
      ProductCode: code,
      Family: index < 3 ? 'Core' : 'Add-on',
      IsActive: index !== 5,
      QuantityUnitOfMeasure: 'Each',
    });
    writer.add('PricebookEntry', stamps, {
      Name: name,
      Pricebook2Id: writer.idOf('Pricebook2', 0),
      Product2Id: writer.idOf('Product2', index),
      ProductCode: code,
      UnitPrice: 500 * (index + 1),
      IsActive: true,
    });
  });
}
