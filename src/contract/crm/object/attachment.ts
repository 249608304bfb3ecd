/** Attachments: the legacy way to keep a file with a record. */

import { audit } from '../common.ts';
import * as f from '../define.ts';
import { noteParents } from './note.ts';

export const attachment = f.defineObject({
  object: 'Attachment',
  entity: 'attachments',
  keyPrefix: '00P',
  nameField: 'Name',
  description: 'A file kept with one record, the legacy way.',
  fields: {
    Name: f.string('Name of the file.', { required: true, length: 255 }),
    ContentType: f.string('Media type of the file.', { length: 120 }),
    BodyLength: f.int('Size in bytes.'),
    Body: f.base64('Path of the bytes; the bytes themselves come by download.', { required: true }),
    ParentId: f.reference(
      'Parent',
      [...noteParents, 'Task', 'Event', 'EmailMessage'],
      'Record the file belongs to.',
      { required: true },
    ),
    Description: f.textarea('Free text about the file.', { length: 500 }),
    OwnerId: f.reference('Owner', ['User', 'Calendar'], 'User or calendar that owns the file.', {
      required: true,
    }),
    IsPrivate: f.boolean('Whether only the owner and administrators see it.', { required: true }),
    ...audit,
  },
  children: {},
});
