/** Opportunity line items: the products of a deal. */

import { audit, viewed } from '../common.ts';
import {
  currency,
  date,
  defineObject,
  double,
  int,
  percent,
  reference,
  string,
} from '../define.ts';

export const opportunityLineItem = defineObject({
  object: 'OpportunityLineItem',
  entity: 'query',
  keyPrefix: '00k',
  nameField: 'Name',
  description: 'A product in a deal, with its quantity and price.',
  searchable: false,
  fields: {
    Name: string('Names of the deal and the product; read-only.', { length: 376 }),
    OpportunityId: reference('Opportunity', 'Opportunity', 'The deal.', { required: true }),
    Product2Id: reference('Product2', 'Product2', 'The product.'),
    PricebookEntryId: reference('PricebookEntry', 'PricebookEntry', 'Where the price is from.'),
    ProductCode: string('Code of the product; read-only.', { length: 255 }),
    Quantity: double('How many are sold.', { required: true }),
    UnitPrice: currency('Price of one in the deal.'),
    ListPrice: currency('Price of one in the price book; read-only.'),
    Discount: percent('Discount on the line, in percent.'),
    Subtotal: currency('Price times quantity, before the discount; read-only.'),
    TotalPrice: currency('What the line costs after the discount.'),
    ServiceDate: date('Day of delivery or of the start of the service.'),
    Description: string('Free text about the line.', { length: 255 }),
    SortOrder: int('Place among the lines.'),
    ...viewed,
    ...audit,
  },
  children: {},
});
