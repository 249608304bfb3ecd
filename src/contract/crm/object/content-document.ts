/** Content documents: files, as the sum of their versions. */

import { audit, owner, viewed } from '../common.ts';
import * as f from '../define.ts';

export const contentDocument = f.defineObject({
  object: 'ContentDocument',
  entity: 'query',
  keyPrefix: '069',
  nameField: 'Title',
  description: 'A file, whatever its versions.',
  fields: {
    Title: f.string('Name of the file without its extension.', { required: true, length: 255 }),
    LatestPublishedVersionId: f.reference(
      'LatestPublishedVersion',
      'ContentVersion',
      'Newest version.',
    ),
    FileExtension: f.string('Extension of the file’s name, without the dot.', { length: 40 }),
    FileType: f.string('Type of the content, such as PDF.', { length: 20 }),
    ContentSize: f.int('Size of the newest version in bytes.'),
    Description: f.textarea('Free text about the file.', { length: 1000 }),
    OwnerId: owner,
    ParentId: f.reference(null, 'ContentWorkspace', 'Library the file is kept in.'),
    PublishStatus: f.picklist('Who can see the file.', ['U', 'P', 'R'], {
      required: true,
      length: 1,
    }),
    SharingOption: f.picklist('Whether it may be shared on.', ['A', 'R'], {
      required: true,
      length: 40,
    }),
    SharingPrivacy: f.picklist('Whether it is visible to all with access to its record.', [
      'N',
      'P',
    ]),
    ContentModifiedDate: f.datetime('When the content was last changed.'),
    IsArchived: f.boolean('Whether it was moved to the archive.', { required: true }),
    ArchivedDate: f.datetime('When it was moved to the archive.'),
    ArchivedById: f.reference(null, 'User', 'User who archived it.'),
    ...viewed,
    ...audit,
  },
  children: {
    ContentVersions: f.children('ContentVersion', 'ContentDocumentId', 'Versions of the file.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'ContentDocumentId',
      'Records and users the file is shared with.',
    ),
  },
});
