/** Contracts: agreements with accounts. */

import { addressFields, audit, lastActivity, owner, viewed } from '../common.ts';
import {
  children,
  date,
  datetime,
  defineObject,
  int,
  picklist,
  reference,
  string,
  textarea,
} from '../define.ts';

const statuses = ['Draft', 'In Approval Process', 'Activated'];

export const contract = defineObject({
  object: 'Contract',
  entity: 'query',
  keyPrefix: '800',
  nameField: 'ContractNumber',
  description: 'An agreement with an account.',
  fields: {
    ContractNumber: string('Number of the contract, counted up by the CRM.', {
      required: true,
      length: 30,
    }),
    AccountId: reference('Account', 'Account', 'Company it was made with.', { required: true }),
    OwnerId: owner,
    Status: picklist('State it is in.', statuses, { required: true, length: 255 }),
    StatusCode: picklist('Kind of that state.', ['Draft', 'InApproval', 'Activated'], {
      required: true,
      length: 40,
    }),
    StartDate: date('First day.'),
    EndDate: date('Last day; read-only.'),
    ContractTerm: int('Length in months.'),
    OwnerExpirationNotice: picklist('Days before the end at which the owner is told.', [
      '15',
      '30',
      '45',
      '60',
      '90',
      '120',
    ]),
    Pricebook2Id: reference('Pricebook2', 'Pricebook2', 'Price list that holds.'),
    CompanySignedId: reference('CompanySigned', 'User', 'User who signed.'),
    CompanySignedDate: date('Day the organisation signed.'),
    CustomerSignedId: reference('CustomerSigned', 'Contact', 'Person who signed for the company.'),
    CustomerSignedTitle: string('Job title of the person who signed.', { length: 40 }),
    CustomerSignedDate: date('Day the company signed.'),
    SpecialTerms: textarea('Terms agreed beside the usual ones.', { length: 4000 }),
    ActivatedById: reference('ActivatedBy', 'User', 'User who activated it.'),
    ActivatedDate: datetime('When it was activated.'),
    LastApprovedDate: datetime('When it was last approved.'),
    Description: textarea('Free text about the contract.', { length: 32000 }),
    ...addressFields('Billing', 'Billing address'),
    ...lastActivity,
    ...viewed,
    ...audit,
  },
  children: {
    Tasks: children('Task', 'WhatId', 'Tasks that concern the contract.'),
    Events: children('Event', 'WhatId', 'Events that concern the contract.'),
    Notes: children('Note', 'ParentId', 'Notes on the contract.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to the contract.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the contract.',
    ),
  },
});
