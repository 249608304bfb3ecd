/** Products, price books, assets and contracts. */

import { addressFields, audit, lastActivity, owner, viewed } from '../common-field.ts';
import * as f from '../declaration.ts';

/** Products: what is sold. */
export const product = f.defineObject({
  object: 'Product2',
  typeName: 'Product',
  entity: 'query',
  keyPrefix: '01t',
  nameField: 'Name',
  description: 'Something that is sold.',
  fields: {
    Name: f.string('Name of the product.', 255, 'required'),
    ProductCode: f.string('Code of the product.', 255),
    StockKeepingUnit: f.string('Code of the product in stock.', 180),
    Description: f.textarea('Free text about the product.', 4000),
    Family: f.picklist('Family of products it belongs to.', '', 255),
    IsActive: f.boolean('Whether it may be sold.', 'required'),
    QuantityUnitOfMeasure: f.picklist('What a quantity of it is counted in.', 'Each', 255),
    DisplayUrl: f.url('Address of a page about it.', 1000),
    ExternalId: f.string('Key of the product in another system.', 255),
    ExternalDataSourceId: f.reference(
      'ExternalDataSource',
      'ExternalDataSource',
      'Outside system the product comes from.',
    ),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
    ...viewed,
    ...audit,
  },
  children: {
    PricebookEntries: f.children('PricebookEntry', 'Product2Id', 'Prices of the product.'),
    Assets: f.children('Asset', 'Product2Id', 'Pieces of the product that customers own.'),
    ...f.activities('WhatId', 'that concern the product'),
    Notes: f.children('Note', 'ParentId', 'Notes on the product.'),
    ...f.attached('the product'),
  },
});

/** Price books: lists of products with their prices. */
export const pricebook = f.defineObject({
  object: 'Pricebook2',
  typeName: 'Pricebook',
  entity: 'query',
  keyPrefix: '01s',
  nameField: 'Name',
  description: 'A list of products with their prices.',
  searchable: false,
  fields: {
    Name: f.string('Name of the price book.', 255, 'required'),
    Description: f.string('What the price book is for.', 255),
    IsActive: f.boolean('Whether it may be used.', 'required'),
    IsStandard: f.boolean('Whether it is the standard price book.', 'required'),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
    ...viewed,
    ...audit,
  },
  children: {
    PricebookEntries: f.children('PricebookEntry', 'Pricebook2Id', 'Prices in the price book.'),
    Opportunities: f.children('Opportunity', 'Pricebook2Id', 'Deals priced by the price book.'),
  },
});

/** Price book entries: what a product costs in a price book. */
export const pricebookEntry = f.defineObject({
  object: 'PricebookEntry',
  entity: 'query',
  keyPrefix: '01u',
  nameField: 'Name',
  description: 'What a product costs in a price book.',
  searchable: false,
  fields: {
    Name: f.string('Name of the product; read-only.', 255),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'The price book.', 'required'),
    Product2Id: f.reference('Product2', 'Product2', 'The product.', 'required'),
    ProductCode: f.string('Code of the product; read-only.', 255),
    UnitPrice: f.currency('Price of one.', 'required'),
    IsActive: f.boolean('Whether the price may be used.', 'required'),
    UseStandardPrice: f.boolean(
      'Whether the price is that of the standard price book.',
      'required',
    ),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
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

/** Assets: what customers bought and own. */
export const asset = f.defineObject({
  object: 'Asset',
  entity: 'query',
  keyPrefix: '02i',
  nameField: 'Name',
  description: 'A piece of a product that a customer owns, or one of a competitor’s.',
  fields: {
    Name: f.string('Name of the asset.', 255, 'required'),
    AccountId: f.reference('Account', 'Account', 'Company that owns it.'),
    ContactId: f.reference('Contact', 'Contact', 'Person who owns it.'),
    Product2Id: f.reference('Product2', 'Product2', 'Product it is a piece of.'),
    ParentId: f.reference('Parent', 'Asset', 'Asset it is a part of.'),
    RootAssetId: f.reference('RootAsset', 'Asset', 'Asset at the top of its hierarchy.'),
    OwnerId: owner,
    Status: f.picklist(
      'State it is in.',
      'Purchased | Shipped | Installed | Registered | Obsolete',
      255,
    ),
    SerialNumber: f.string('Serial number.', 80),
    ProductCode: f.string('Code of the product; read-only.', 255),
    Quantity: f.double('How many there are.'),
    Price: f.currency('What was paid for it.'),
    PurchaseDate: f.date('Day it was bought.'),
    InstallDate: f.date('Day it was installed.'),
    UsageEndDate: f.date('Day its use ends.'),
    IsCompetitorProduct: f.boolean('Whether it is a competitor’s.', 'required'),
    Description: f.textarea('Free text about the asset.', 32000),
    ...viewed,
    ...audit,
  },
  children: {
    ChildAssets: f.children('Asset', 'ParentId', 'Assets that are parts of this one.'),
    Cases: f.children('Case', 'AssetId', 'Support cases about it.'),
    ...f.activities('WhatId', 'that concern it'),
    Notes: f.children('Note', 'ParentId', 'Notes on it.'),
    ...f.attached('it'),
  },
});

const statuses = f.list('Draft | In Approval Process | Activated');

/** Contracts: agreements with accounts. */
export const contract = f.defineObject({
  object: 'Contract',
  entity: 'query',
  keyPrefix: '800',
  nameField: 'ContractNumber',
  description: 'An agreement with an account.',
  fields: {
    ContractNumber: f.string('Number of the contract, counted up by the CRM.', 30, 'required'),
    AccountId: f.reference('Account', 'Account', 'Company it was made with.', 'required'),
    OwnerId: owner,
    Status: f.picklist('State it is in.', statuses, 255, 'required'),
    StatusCode: f.picklist('Kind of that state.', 'Draft | InApproval | Activated', 40, 'required'),
    StartDate: f.date('First day.'),
    EndDate: f.date('Last day; read-only.'),
    ContractTerm: f.int('Length in months.'),
    OwnerExpirationNotice: f.picklist(
      'Days before the end at which the owner is told.',
      '15 | 30 | 45 | 60 | 90 | 120',
    ),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'Price list that holds.'),
    CompanySignedId: f.reference('CompanySigned', 'User', 'User who signed.'),
    CompanySignedDate: f.date('Day the organisation signed.'),
    CustomerSignedId: f.reference(
      'CustomerSigned',
      'Contact',
      'Person who signed for the company.',
    ),
    CustomerSignedTitle: f.string('Job title of the person who signed.', 40),
    CustomerSignedDate: f.date('Day the company signed.'),
    SpecialTerms: f.textarea('Terms agreed beside the usual ones.', 4000),
    ActivatedById: f.reference('ActivatedBy', 'User', 'User who activated it.'),
    ActivatedDate: f.datetime('When it was activated.'),
    LastApprovedDate: f.datetime('When it was last approved.'),
    Description: f.textarea('Free text about the contract.', 32000),
    ...addressFields('Billing', 'Billing address'),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    ...f.activities('WhatId', 'that concern the contract'),
    Notes: f.children('Note', 'ParentId', 'Notes on the contract.'),
    ...f.attached('the contract'),
  },
});
