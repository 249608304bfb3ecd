/** Attachments: the legacy way to keep a file with a record. */

import { audit } from '../common.ts';
import { base64, boolean, defineObject, int, reference, string, textarea } from '../define.ts';
import { noteParents } from './note.ts';

export const attachment = defineObject({
  object: 'Attachment',
  entity: 'attachments',
  keyPrefix: '00P',
  nameField: 'Name',
  description: 'A file kept with one record, the legacy way.',
  fields: {
    Name: string('Name of the file.', { required: true, length: 255 }),
    ContentType: string('Media type of the file.', { length: 120 }),
    BodyLength: int('Size in bytes.'),
    Body: base64('Path of the bytes; the bytes themselves come by download.', { required: true }),
    ParentId: reference(
      'Parent',
      [...noteParents, 'Task', 'Event', 'EmailMessage'],
      'Record the file belongs to.',
      { required: true },
    ),
    Description: textarea('Free text about the file.', { length: 500 }),
    OwnerId: reference('Owner', ['User', 'Calendar'], 'User or calendar that owns the file.', {
      required: true,
    }),
    IsPrivate: boolean('Whether only the owner and administrators see it.', { required: true }),
    ...audit,
  },
  children: {},
});
