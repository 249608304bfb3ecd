/** Assets: what customers bought and own. */

import { audit, owner, viewed } from '../common.ts';
import * as f from '../define.ts';

export const asset = f.defineObject({
  object: 'Asset',
  entity: 'query',
  keyPrefix: '02i',
  nameField: 'Name',
  description: 'A piece of a product that a customer owns, or one of a competitor’s.',
  fields: {
    Name: f.string('Name of the asset.', { required: true, length: 255 }),
    AccountId: f.reference('Account', 'Account', 'Company that owns it.'),
    ContactId: f.reference('Contact', 'Contact', 'Person who owns it.'),
    Product2Id: f.reference('Product2', 'Product2', 'Product it is a piece of.'),
    ParentId: f.reference('Parent', 'Asset', 'Asset it is a part of.'),
    RootAssetId: f.reference('RootAsset', 'Asset', 'Asset at the top of its hierarchy.'),
    OwnerId: owner,
    Status: f.picklist(
      'State it is in.',
      ['Purchased', 'Shipped', 'Installed', 'Registered', 'Obsolete'],
      { length: 255 },
    ),
    SerialNumber: f.string('Serial number.', { length: 80 }),
    ProductCode: f.string('Code of the product; read-only.', { length: 255 }),
    Quantity: f.double('How many there are.'),
    Price: f.currency('What was paid for it.'),
    PurchaseDate: f.date('Day it was bought.'),
    InstallDate: f.date('Day it was installed.'),
    UsageEndDate: f.date('Day its use ends.'),
    IsCompetitorProduct: f.boolean('Whether it is a competitor’s.', { required: true }),
    Description: f.textarea('Free text about the asset.', { length: 32000 }),
    ...viewed,
    ...audit,
  },
  children: {
    ChildAssets: f.children('Asset', 'ParentId', 'Assets that are parts of this one.'),
    Cases: f.children('Case', 'AssetId', 'Support cases about it.'),
    Tasks: f.children('Task', 'WhatId', 'Tasks that concern it.'),
    Events: f.children('Event', 'WhatId', 'Events that concern it.'),
    Notes: f.children('Note', 'ParentId', 'Notes on it.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to it.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with it.',
    ),
  },
});
