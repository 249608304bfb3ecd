/** Products: what is sold. */

import { audit, viewed } from '../common.ts';
import * as f from '../define.ts';

export const product = f.defineObject({
  object: 'Product2',
  typeName: 'Product',
  entity: 'query',
  keyPrefix: '01t',
  nameField: 'Name',
  description: 'Something that is sold.',
  fields: {
    Name: f.string('Name of the product.', { required: true, length: 255 }),
    ProductCode: f.string('Code of the product.', { length: 255 }),
    StockKeepingUnit: f.string('Code of the product in stock.', { length: 180 }),
    Description: f.textarea('Free text about the product.', { length: 4000 }),
    Family: f.picklist('Family of products it belongs to.', [], { length: 255 }),
    IsActive: f.boolean('Whether it may be sold.', { required: true }),
    QuantityUnitOfMeasure: f.picklist('What a quantity of it is counted in.', ['Each'], {
      length: 255,
    }),
    DisplayUrl: f.url('Address of a page about it.', { length: 1000 }),
    ExternalId: f.string('Key of the product in another system.', { length: 255 }),
    ExternalDataSourceId: f.reference(
      'ExternalDataSource',
      'ExternalDataSource',
      'Outside system the product comes from.',
    ),
    IsArchived: f.boolean('Whether it was moved to the archive.', { required: true }),
    ...viewed,
    ...audit,
  },
  children: {
    PricebookEntries: f.children('PricebookEntry', 'Product2Id', 'Prices of the product.'),
    Assets: f.children('Asset', 'Product2Id', 'Pieces of the product that customers own.'),
    Tasks: f.children('Task', 'WhatId', 'Tasks that concern the product.'),
    Events: f.children('Event', 'WhatId', 'Events that concern the product.'),
    Notes: f.children('Note', 'ParentId', 'Notes on the product.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the product.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the product.',
    ),
  },
});
