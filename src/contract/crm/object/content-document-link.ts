/** Content document links: which records a file is shared with. */

import { audit } from '../common.ts';
import { defineObject, picklist, reference } from '../define.ts';

/** Objects that a file may be shared with. Custom objects are added from configuration. */
export const fileHolders = [
  'Account',
  'Asset',
  'Campaign',
  'Case',
  'Contact',
  'Contract',
  'Event',
  'Group',
  'Lead',
  'Opportunity',
  'Order',
  'Product2',
  'Solution',
  'Task',
  'User',
] as const;

export const contentDocumentLink = defineObject({
  object: 'ContentDocumentLink',
  entity: 'query',
  keyPrefix: '06A',
  nameField: 'Id',
  description: 'That a file is shared with a record, a group or a user.',
  searchable: false,
  fields: {
    ContentDocumentId: reference('ContentDocument', 'ContentDocument', 'File that is shared.', {
      required: true,
    }),
    LinkedEntityId: reference('LinkedEntity', fileHolders, 'What it is shared with.', {
      required: true,
    }),
    ShareType: picklist('What may be done with it: view, collaborate, or inferred.', [
      'V',
      'C',
      'I',
    ]),
    Visibility: picklist('Who sees the file through this link.', [
      'AllUsers',
      'InternalUsers',
      'SharedUsers',
    ]),
    IsDeleted: audit.IsDeleted,
    SystemModstamp: audit.SystemModstamp,
  },
  children: {},
});
