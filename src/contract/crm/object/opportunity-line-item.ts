/** Opportunity line items: the products of a deal. */

import { audit, viewed } from '../common.ts';
import * as f from '../define.ts';

export const opportunityLineItem = f.defineObject({
  object: 'OpportunityLineItem',
  entity: 'query',
  keyPrefix: '00k',
  nameField: 'Name',
  description: 'A product in a deal, with its quantity and price.',
  searchable: false,
  fields: {
    Name: f.string('Names of the deal and the product; read-only.', { length: 376 }),
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', { required: true }),
    Product2Id: f.reference('Product2', 'Product2', 'The product.'),
    PricebookEntryId: f.reference('PricebookEntry', 'PricebookEntry', 'Where the price is from.'),
    ProductCode: f.string('Code of the product; read-only.', { length: 255 }),
    Quantity: f.double('How many are sold.', { required: true }),
    UnitPrice: f.currency('Price of one in the deal.'),
    ListPrice: f.currency('Price of one in the price book; read-only.'),
    Discount: f.percent('Discount on the line, in percent.'),
    Subtotal: f.currency('Price times quantity, before the discount; read-only.'),
    TotalPrice: f.currency('What the line costs after the discount.'),
    ServiceDate: f.date('Day of delivery or of the start of the service.'),
    Description: f.string('Free text about the line.', { length: 255 }),
    SortOrder: f.int('Place among the lines.'),
    ...viewed,
    ...audit,
  },
  children: {},
});
