/** Contracts: agreements with accounts. */

import { addressFields, audit, lastActivity, owner, viewed } from '../common.ts';
import * as f from '../define.ts';

const statuses = ['Draft', 'In Approval Process', 'Activated'];

export const contract = f.defineObject({
  object: 'Contract',
  entity: 'query',
  keyPrefix: '800',
  nameField: 'ContractNumber',
  description: 'An agreement with an account.',
  fields: {
    ContractNumber: f.string('Number of the contract, counted up by the CRM.', {
      required: true,
      length: 30,
    }),
    AccountId: f.reference('Account', 'Account', 'Company it was made with.', { required: true }),
    OwnerId: owner,
    Status: f.picklist('State it is in.', statuses, { required: true, length: 255 }),
    StatusCode: f.picklist('Kind of that state.', ['Draft', 'InApproval', 'Activated'], {
      required: true,
      length: 40,
    }),
    StartDate: f.date('First day.'),
    EndDate: f.date('Last day; read-only.'),
    ContractTerm: f.int('Length in months.'),
    OwnerExpirationNotice: f.picklist('Days before the end at which the owner is told.', [
      '15',
      '30',
      '45',
      '60',
      '90',
      '120',
    ]),
    Pricebook2Id: f.reference('Pricebook2', 'Pricebook2', 'Price list that holds.'),
    CompanySignedId: f.reference('CompanySigned', 'User', 'User who signed.'),
    CompanySignedDate: f.date('Day the organisation signed.'),
    CustomerSignedId: f.reference(
      'CustomerSigned',
      'Contact',
      'Person who signed for the company.',
    ),
    CustomerSignedTitle: f.string('Job title of the person who signed.', { length: 40 }),
    CustomerSignedDate: f.date('Day the company signed.'),
    SpecialTerms: f.textarea('Terms agreed beside the usual ones.', { length: 4000 }),
    ActivatedById: f.reference('ActivatedBy', 'User', 'User who activated it.'),
    ActivatedDate: f.datetime('When it was activated.'),
    LastApprovedDate: f.datetime('When it was last approved.'),
    Description: f.textarea('Free text about the contract.', { length: 32000 }),
    ...addressFields('Billing', 'Billing address'),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    Tasks: f.children('Task', 'WhatId', 'Tasks that concern the contract.'),
    Events: f.children('Event', 'WhatId', 'Events that concern the contract.'),
    Notes: f.children('Note', 'ParentId', 'Notes on the contract.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the contract.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the contract.',
    ),
  },
});
