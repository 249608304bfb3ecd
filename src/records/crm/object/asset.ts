/** Assets: what customers bought and own. */

import { audit, owner, viewed } from '../common.ts';
import {
  boolean,
  children,
  currency,
  date,
  defineObject,
  double,
  picklist,
  reference,
  string,
  textarea,
} from '../define.ts';

export const asset = defineObject({
  object: 'Asset',
  entity: 'query',
  keyPrefix: '02i',
  nameField: 'Name',
  description: 'A piece of a product that a customer owns, or one of a competitor’s.',
  fields: {
    Name: string('Name of the asset.', { required: true, length: 255 }),
    AccountId: reference('Account', 'Account', 'Company that owns it.'),
    ContactId: reference('Contact', 'Contact', 'Person who owns it.'),
    Product2Id: reference('Product2', 'Product2', 'Product it is a piece of.'),
    ParentId: reference('Parent', 'Asset', 'Asset it is a part of.'),
    RootAssetId: reference('RootAsset', 'Asset', 'Asset at the top of its hierarchy.'),
    OwnerId: owner,
    Status: picklist(
      'State it is in.',
      ['Purchased', 'Shipped', 'Installed', 'Registered', 'Obsolete'],
      { length: 255 },
    ),
    SerialNumber: string('Serial number.', { length: 80 }),
    ProductCode: string('Code of the product; read-only.', { length: 255 }),
    Quantity: double('How many there are.'),
    Price: currency('What was paid for it.'),
    PurchaseDate: date('Day it was bought.'),
    InstallDate: date('Day it was installed.'),
    UsageEndDate: date('Day its use ends.'),
    IsCompetitorProduct: boolean('Whether it is a competitor’s.', { required: true }),
    Description: textarea('Free text about the asset.', { length: 32000 }),
    ...viewed,
    ...audit,
  },
  children: {
    ChildAssets: children('Asset', 'ParentId', 'Assets that are parts of this one.'),
    Cases: children('Case', 'AssetId', 'Support cases about it.'),
    Tasks: children('Task', 'WhatId', 'Tasks that concern it.'),
    Events: children('Event', 'WhatId', 'Events that concern it.'),
    Notes: children('Note', 'ParentId', 'Notes on it.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to it.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with it.',
    ),
  },
});
