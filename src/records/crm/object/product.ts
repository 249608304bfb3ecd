/** Products: what is sold. */

import { audit, viewed } from '../common.ts';
import {
  boolean,
  children,
  defineObject,
  picklist,
  reference,
  string,
  textarea,
  url,
} from '../define.ts';

export const product = defineObject({
  object: 'Product2',
  typeName: 'Product',
  entity: 'query',
  keyPrefix: '01t',
  nameField: 'Name',
  description: 'Something that is sold.',
  fields: {
    Name: string('Name of the product.', { required: true, length: 255 }),
    ProductCode: string('Code of the product.', { length: 255 }),
    StockKeepingUnit: string('Code of the product in stock.', { length: 180 }),
    Description: textarea('Free text about the product.', { length: 4000 }),
    Family: picklist('Family of products it belongs to.', [], { length: 255 }),
    IsActive: boolean('Whether it may be sold.', { required: true }),
    QuantityUnitOfMeasure: picklist('What a quantity of it is counted in.', ['Each'], {
      length: 255,
    }),
    DisplayUrl: url('Address of a page about it.', { length: 1000 }),
    ExternalId: string('Key of the product in another system.', { length: 255 }),
    ExternalDataSourceId: reference(
      'ExternalDataSource',
      'ExternalDataSource',
      'Outside system the product comes from.',
    ),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    ...viewed,
    ...audit,
  },
  children: {
    PricebookEntries: children('PricebookEntry', 'Product2Id', 'Prices of the product.'),
    Assets: children('Asset', 'Product2Id', 'Pieces of the product that customers own.'),
    Tasks: children('Task', 'WhatId', 'Tasks that concern the product.'),
    Events: children('Event', 'WhatId', 'Events that concern the product.'),
    Notes: children('Note', 'ParentId', 'Notes on the product.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to the product.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the product.',
    ),
  },
});
