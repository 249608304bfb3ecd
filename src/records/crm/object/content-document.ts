/** Content documents: files, as the sum of their versions. */

import { audit, owner, viewed } from '../common.ts';
import {
  boolean,
  children,
  datetime,
  defineObject,
  int,
  picklist,
  reference,
  string,
  textarea,
} from '../define.ts';

export const contentDocument = defineObject({
  object: 'ContentDocument',
  entity: 'query',
  keyPrefix: '069',
  nameField: 'Title',
  description: 'A file, whatever its versions.',
  fields: {
    Title: string('Name of the file without its extension.', { required: true, length: 255 }),
    LatestPublishedVersionId: reference(
      'LatestPublishedVersion',
      'ContentVersion',
      'Newest version.',
    ),
    FileExtension: string('Extension of the file’s name, without the dot.', { length: 40 }),
    FileType: string('Type of the content, such as PDF.', { length: 20 }),
    ContentSize: int('Size of the newest version in bytes.'),
    Description: textarea('Free text about the file.', { length: 1000 }),
    OwnerId: owner,
    ParentId: reference(null, 'ContentWorkspace', 'Library the file is kept in.'),
    PublishStatus: picklist('Who can see the file.', ['U', 'P', 'R'], {
      required: true,
      length: 1,
    }),
    SharingOption: picklist('Whether it may be shared on.', ['A', 'R'], {
      required: true,
      length: 40,
    }),
    SharingPrivacy: picklist('Whether it is visible to all with access to its record.', ['N', 'P']),
    ContentModifiedDate: datetime('When the content was last changed.'),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    ArchivedDate: datetime('When it was moved to the archive.'),
    ArchivedById: reference(null, 'User', 'User who archived it.'),
    ...viewed,
    ...audit,
  },
  children: {
    ContentVersions: children('ContentVersion', 'ContentDocumentId', 'Versions of the file.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'ContentDocumentId',
      'Records and users the file is shared with.',
    ),
  },
});
