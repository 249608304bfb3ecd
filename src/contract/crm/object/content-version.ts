/** Content versions: the states of a file, each with its bytes. */

import { audit, owner } from '../common.ts';
import * as f from '../define.ts';
import { fileHolders } from './content-document-link.ts';

export const contentVersion = f.defineObject({
  object: 'ContentVersion',
  entity: 'content_versions',
  keyPrefix: '068',
  nameField: 'Title',
  description: 'One version of a file; the newest is marked as the latest.',
  fieldsSelector: false,
  fields: {
    Title: f.string('Name of the file without its extension.', { required: true, length: 255 }),
    ContentDocumentId: f.reference(
      'ContentDocument',
      'ContentDocument',
      'File this is a version of.',
      { required: true },
    ),
    FileExtension: f.string('Extension of the file’s name, without the dot.', { length: 40 }),
    FileType: f.string('Type of the content, such as PDF.', { required: true, length: 20 }),
    ContentSize: f.int('Size in bytes.'),
    VersionNumber: f.string('Number of the version, counted from 1.', { length: 20 }),
    IsLatest: f.boolean('Whether no newer version exists.', { required: true }),
    IsMajorVersion: f.boolean('Whether it counts as a full version.', { required: true }),
    PathOnClient: f.string('Name the file had when it was uploaded.', { length: 500 }),
    Description: f.textarea('Free text about the version.', { length: 1000 }),
    ReasonForChange: f.string('Why this version was made.', { length: 1000 }),
    OwnerId: owner,
    VersionData: f.base64('Path of the bytes; the bytes themselves come by download.'),
    Checksum: f.string('MD5 of the bytes, in hexadecimal.', { length: 50 }),
    TextPreview: f.string('Beginning of the text in the file.', { length: 255 }),
    TagCsv: f.string('Tags, separated by commas.', { length: 2000 }),
    PublishStatus: f.picklist('Who can see the file.', ['U', 'P', 'R'], {
      required: true,
      length: 1,
    }),
    Origin: f.picklist('Whether it came as content or by chatter.', ['C', 'H'], {
      required: true,
      length: 1,
    }),
    ContentLocation: f.picklist('Where the bytes are: here, outside or on a social site.', [
      'S',
      'E',
      'L',
    ]),
    ContentUrl: f.url('Address, where the content is a link.', { length: 1300 }),
    ContentBodyId: f.reference('ContentBody', 'ContentBody', 'Stored bytes of the version.'),
    ContentModifiedDate: f.datetime('When the content was changed.'),
    ContentModifiedById: f.reference('ContentModifiedBy', 'User', 'User who changed the content.'),
    FirstPublishLocationId: f.reference(
      'FirstPublishLocation',
      fileHolders,
      'Record or user the file was first shared with.',
    ),
    SharingOption: f.picklist('Whether it may be shared on.', ['A', 'R'], {
      required: true,
      length: 40,
    }),
    SharingPrivacy: f.picklist('Whether it is visible to all with access to its record.', [
      'N',
      'P',
    ]),
    PositiveRatingCount: f.int('How many people liked it.'),
    NegativeRatingCount: f.int('How many people disliked it.'),
    RatingCount: f.int('How many people rated it.'),
    FeaturedContentBoost: f.int('Weight in search results while it is featured.'),
    FeaturedContentDate: f.date('Day it was featured.'),
    IsAssetEnabled: f.boolean('Whether it serves as an asset file.', { required: true }),
    ExternalDataSourceId: f.reference(
      'ExternalDataSource',
      'ExternalDataSource',
      'Outside system the file lives in.',
    ),
    ExternalDocumentInfo1: f.string('Address of the file in the outside system.', { length: 1000 }),
    ExternalDocumentInfo2: f.string('Key of the file in the outside system.', { length: 1000 }),
    ...audit,
  },
  children: {},
});
