/** Price books: lists of products with their prices. */

import { audit, viewed } from '../common.ts';
import { boolean, children, defineObject, string } from '../define.ts';

export const pricebook = defineObject({
  object: 'Pricebook2',
  typeName: 'Pricebook',
  entity: 'query',
  keyPrefix: '01s',
  nameField: 'Name',
  description: 'A list of products with their prices.',
  searchable: false,
  fields: {
    Name: string('Name of the price book.', { required: true, length: 255 }),
    Description: string('What the price book is for.', { length: 255 }),
    IsActive: boolean('Whether it may be used.', { required: true }),
    IsStandard: boolean('Whether it is the standard price book.', { required: true }),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    ...viewed,
    ...audit,
  },
  children: {
    PricebookEntries: children('PricebookEntry', 'Pricebook2Id', 'Prices in the price book.'),
    Opportunities: children('Opportunity', 'Pricebook2Id', 'Deals priced by the price book.'),
  },
});
