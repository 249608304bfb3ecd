/** Notes: short texts kept with a record. */

import { audit, owner } from '../common.ts';
import * as f from '../define.ts';

/** Objects that a note or a legacy attachment may belong to. */
export const noteParents = [
  'Account',
  'Asset',
  'Campaign',
  'Case',
  'Contact',
  'Contract',
  'Lead',
  'Opportunity',
  'Order',
  'Product2',
  'Solution',
] as const;

export const note = f.defineObject({
  object: 'Note',
  entity: 'notes',
  keyPrefix: '002',
  nameField: 'Title',
  description: 'A short text kept with a record.',
  fields: {
    Title: f.string('Title of the note.', { required: true, length: 80 }),
    Body: f.textarea('Text of the note.', { length: 32000 }),
    ParentId: f.reference('Parent', noteParents, 'Record the note belongs to.', { required: true }),
    OwnerId: owner,
    IsPrivate: f.boolean('Whether only the owner and administrators see it.', { required: true }),
    ...audit,
  },
  children: {},
});
