/** What a click on an argument or a condition begins with. */

import { readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { firstValue } from '../../src/graphiql/explorer/preset.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);

/** The value of a member of an input object; `opportunities.orderBy` of an argument. */
function firstOf(path: string): string {
  const [typeName = '', name = ''] = path.split('.');
  const type = schema.getType(typeName);
  if (isInputObjectType(type)) return firstValue(type.getFields()[name]!);
  const field = schema.getQueryType()!.getFields()[typeName]!;
  return firstValue(field.args.find((argument) => argument.name === name)!);
}

it.each([
  ['OpportunityFilter.isClosed', '{ eq: false }'],
  ['OpportunityFilter.isWon', '{ eq: true }'],
  ['OpportunityFilter.amount', '{ gte: 0 }'],
  ['OpportunityFilter.closeDate', '{ during: { period: THIS_QUARTER } }'],
  ['OpportunityFilter.stageName', '{ eq: "" }'],
  ['AccountFilter.name', '{ contains: "" }'],
  ['AccountFilter.billingCity', '{ contains: "" }'],
  ['AccountFilter.industry', '{ eq: "" }'],
  ['OpportunityOrder.nulls', 'LAST'],
  ['opportunities.orderBy', '[{ field: AMOUNT, direction: DESC, nulls: LAST }]'],
  ['accounts.orderBy', '[{ field: ANNUAL_REVENUE, direction: DESC, nulls: LAST }]'],
  ['opportunitiesAggregate.groupBy', '[{ field: STAGE_NAME }]'],
  ['callsAggregate.groupBy', '[OWNER]'],
  ['calls.order', 'NEWEST'],
  ['calls.first', '20'],
  ['CallFilter.lastDays', '30'],
  ['CallFilter.during', '{ period: THIS_QUARTER }'],
  ['CallTrackerFilter.atLeast', '1'],
])('%s begins with %s', (path, text) => {
  expect(firstOf(path)).toBe(text);
});
