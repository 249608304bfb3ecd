/** Price book entries: what a product costs in a price book. */

import { audit } from '../common.ts';
import { boolean, children, currency, defineObject, reference, string } from '../define.ts';

export const pricebookEntry = defineObject({
  object: 'PricebookEntry',
  entity: 'query',
  keyPrefix: '01u',
  nameField: 'Name',
  description: 'What a product costs in a price book.',
  searchable: false,
  fields: {
    Name: string('Name of the product; read-only.', { length: 255 }),
    Pricebook2Id: reference('Pricebook2', 'Pricebook2', 'The price book.', { required: true }),
    Product2Id: reference('Product2', 'Product2', 'The product.', { required: true }),
    ProductCode: string('Code of the product; read-only.', { length: 255 }),
    UnitPrice: currency('Price of one.', { required: true }),
    IsActive: boolean('Whether the price may be used.', { required: true }),
    UseStandardPrice: boolean('Whether the price is that of the standard price book.', {
      required: true,
    }),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    ...audit,
  },
  children: {
    OpportunityLineItems: children(
      'OpportunityLineItem',
      'PricebookEntryId',
      'Lines of deals with the price.',
    ),
  },
});
