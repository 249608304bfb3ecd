/** Support cases and their comments. */

import { audit, ownerOrQueue, viewed } from '../common-field.ts';
import * as f from '../declaration.ts';

/** Cases: customers' requests to support. */
export const supportCase = f.defineObject({
  object: 'Case',
  entity: 'cases',
  keyPrefix: '500',
  nameField: 'CaseNumber',
  description: 'A question or problem a customer brought to support.',
  fields: {
    CaseNumber: f.string('Number of the case, counted up by the CRM.', 30, 'required'),
    Subject: f.string('What it is about.', 255),
    Status: f.picklist('How far it is.', 'New | Working | Escalated | Closed', 255),
    Priority: f.picklist('How urgent it is.', 'High | Medium | Low', 255),
    Origin: f.picklist('How it came in.', 'Phone | Email | Web', 255),
    Type: f.picklist('Kind of case.', 'Problem | Feature Request | Question', 255),
    Reason: f.picklist(
      'Why it was raised.',
      'User didn’t attend training | Complex functionality | Existing problem | Instructions not clear | New problem',
      255,
    ),
    Description: f.textarea('The customer’s words.', 32000),
    AccountId: f.reference('Account', 'Account', 'Company that raised it.'),
    ContactId: f.reference('Contact', 'Contact', 'Person who raised it.'),
    OwnerId: ownerOrQueue,
    ParentId: f.reference('Parent', 'Case', 'Case this one belongs to.'),
    AssetId: f.reference('Asset', 'Asset', 'Bought product it concerns.'),
    SourceId: f.reference('Source', 'EmailMessage | SocialPost', 'Message the case was made from.'),
    IsClosed: f.boolean('Whether the status is a closed one.', 'required'),
    ClosedDate: f.datetime('When it was closed.'),
    IsEscalated: f.boolean('Whether it was escalated.', 'required'),
    ContactEmail: f.email('E-mail address of the contact; read-only.', 80),
    ContactPhone: f.phone('Telephone number of the contact; read-only.', 40),
    ContactMobile: f.phone('Mobile number of the contact; read-only.', 40),
    ContactFax: f.phone('Fax number of the contact; read-only.', 40),
    SuppliedName: f.string('Name given in the web form.', 80),
    SuppliedEmail: f.email('E-mail address given in the web form.', 80),
    SuppliedPhone: f.phone('Telephone number given in the web form.', 40),
    SuppliedCompany: f.string('Company given in the web form.', 80),
    Comments: f.textarea('Latest internal comment; kept as a case comment.', 4000),
    MasterRecordId: f.reference('MasterRecord', 'Case', 'Case this one was merged into.'),
    ...viewed,
    ...audit,
  },
  children: {
    Cases: f.children('Case', 'ParentId', 'Cases that belong to this one.'),
    CaseComments: f.children('CaseComment', 'ParentId', 'Comments on the case.'),
    ...f.activities('WhatId', 'that concern the case'),
    ...f.attached('the case'),
  },
});

/** Case comments by support and customers. */
export const caseComment = f.defineObject({
  object: 'CaseComment',
  entity: 'query',
  keyPrefix: '00a',
  nameField: 'Id',
  description: 'What somebody said on a case.',
  fields: {
    ParentId: f.reference('Parent', 'Case', 'The case.', 'required'),
    CommentBody: f.textarea('Text of the comment.', 4000),
    IsPublished: f.boolean('Whether customers see it.', 'required'),
    ...audit,
  },
  children: {},
});
