/** Price book entries: what a product costs in a price book. */

import { audit } from '../common.ts';
import * as f from '../define.ts';

export const pricebookEntry = f.defineObject({
  object: 'PricebookEntry',
  entity: 'query',
  keyPrefix: '01u',
  nameField: 'Name',
  description: 'What a product costs in a price book.',
  searchable: false,
  fields: {
    Name: f.string('Name of the product; read-only.', { length: 255 }),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'The price book.', { required: true }),
    Product2Id: f.reference('Product2', 'Product2', 'The product.', { required: true }),
    ProductCode: f.string('Code of the product; read-only.', { length: 255 }),
    UnitPrice: f.currency('Price of one.', { required: true }),
    IsActive: f.boolean('Whether the price may be used.', { required: true }),
    UseStandardPrice: f.boolean('Whether the price is that of the standard price book.', {
      required: true,
    }),
    IsArchived: f.boolean('Whether it was moved to the archive.', { required: true }),
    ...audit,
  },
  children: {
    OpportunityLineItems: f.children(
      'OpportunityLineItem',
      'PricebookEntryId',
      'Lines of deals with the price.',
    ),
  },
});
