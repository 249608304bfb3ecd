/** Files of records: notes, legacy attachments, content documents. */

import { audit, owner, viewed } from '../common-field.ts';
import * as f from '../declaration.ts';

/** Objects that a note or a legacy attachment may belong to. */
const noteParents = f.list(`
  Account | Asset | Campaign | Case | Contact | Contract | Lead | Opportunity | Order |
  Product2 | Solution`);

/** Notes: short texts of a record. */
export const note = f.defineObject({
  object: 'Note',
  entity: 'notes',
  keyPrefix: '002',
  nameField: 'Title',
  description: 'A short text kept with a record.',
  fields: {
    Title: f.string('Title of the note.', 80, 'required'),
    Body: f.textarea('Text of the note.', 32000),
    ParentId: f.reference('Parent', noteParents, 'Record the note belongs to.', 'required'),
    OwnerId: owner,
    IsPrivate: f.boolean('Whether only the owner and administrators see it.', 'required'),
    ...audit,
  },
  children: {},
});

/** Attachments: the legacy way to keep a file with a record. */
export const attachment = f.defineObject({
  object: 'Attachment',
  entity: 'attachments',
  keyPrefix: '00P',
  nameField: 'Name',
  description: 'A file kept with one record, the legacy way.',
  fields: {
    Name: f.string('Name of the file.', 255, 'required'),
    ContentType: f.string('Media type of the file.', 120),
    BodyLength: f.int('Size in bytes.'),
    Body: f.base64('Path of the bytes; the bytes themselves come by download.', 'required'),
    ParentId: f.reference(
      'Parent',
      [...noteParents, 'Task', 'Event', 'EmailMessage'],
      'Record the file belongs to.',
      'required',
    ),
    Description: f.textarea('Free text about the file.', 500),
    OwnerId: f.reference(
      'Owner',
      'User | Calendar',
      'User or calendar that owns the file.',
      'required',
    ),
    IsPrivate: f.boolean('Whether only the owner and administrators see it.', 'required'),
    ...audit,
  },
  children: {},
});

/** Content documents: files, as the sum of their versions. */
export const contentDocument = f.defineObject({
  object: 'ContentDocument',
  entity: 'query',
  keyPrefix: '069',
  nameField: 'Title',
  description: 'A file, whatever its versions.',
  fields: {
    Title: f.string('Name of the file without its extension.', 255, 'required'),
    LatestPublishedVersionId: f.reference(
      'LatestPublishedVersion',
      'ContentVersion',
      'Newest version.',
    ),
    FileExtension: f.string('Extension of the file’s name, without the dot.', 40),
    FileType: f.string('Type of the content, such as PDF.', 20),
    ContentSize: f.int('Size of the newest version in bytes.'),
    Description: f.textarea('Free text about the file.', 1000),
    OwnerId: owner,
    ParentId: f.reference(null, 'ContentWorkspace', 'Library the file is kept in.'),
    PublishStatus: f.picklist('Who can see the file.', 'U | P | R', 1, 'required'),
    SharingOption: f.picklist('Whether it may be shared on.', 'A | R', 40, 'required'),
    SharingPrivacy: f.picklist('Whether it is visible to all with access to its record.', 'N | P'),
    ContentModifiedDate: f.datetime('When the content was last changed.'),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
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

/** Objects that a file may be shared with. Custom objects are added from configuration. */
const fileHolders = f.list(`
  Account | Asset | Campaign | Case | Contact | Contract | Event | Group | Lead | Opportunity |
  Order | Product2 | Solution | Task | User`);

/** Content document links: which records a file is shared with. */
export const contentDocumentLink = f.defineObject({
  object: 'ContentDocumentLink',
  entity: 'query',
  keyPrefix: '06A',
  nameField: 'Id',
  description: 'That a file is shared with a record, a group or a user.',
  searchable: false,
  fields: {
    ContentDocumentId: f.reference(
      'ContentDocument',
      'ContentDocument',
      'File that is shared.',
      'required',
    ),
    LinkedEntityId: f.reference('LinkedEntity', fileHolders, 'What it is shared with.', 'required'),
    ShareType: f.picklist('What may be done with it: view, collaborate, or inferred.', 'V | C | I'),
    Visibility: f.picklist(
      'Who sees the file through this link.',
      'AllUsers | InternalUsers | SharedUsers',
    ),
    IsDeleted: audit.IsDeleted,
    SystemModstamp: audit.SystemModstamp,
  },
  children: {},
});

/** Content versions: the states of a file, each with its bytes. */
export const contentVersion = f.defineObject({
  object: 'ContentVersion',
  entity: 'content_versions',
  keyPrefix: '068',
  nameField: 'Title',
  description: 'One version of a file; the newest is marked as the latest.',
  fieldsSelector: false,
  fields: {
    Title: f.string('Name of the file without its extension.', 255, 'required'),
    ContentDocumentId: f.reference(
      'ContentDocument',
      'ContentDocument',
      'File this is a version of.',
      'required',
    ),
    FileExtension: f.string('Extension of the file’s name, without the dot.', 40),
    FileType: f.string('Type of the content, such as PDF.', 20, 'required'),
    ContentSize: f.int('Size in bytes.'),
    VersionNumber: f.string('Number of the version, counted from 1.', 20),
    IsLatest: f.boolean('Whether no newer version exists.', 'required'),
    IsMajorVersion: f.boolean('Whether it counts as a full version.', 'required'),
    PathOnClient: f.string('Name the file had when it was uploaded.', 500),
    Description: f.textarea('Free text about the version.', 1000),
    ReasonForChange: f.string('Why this version was made.', 1000),
    OwnerId: owner,
    VersionData: f.base64('Path of the bytes; the bytes themselves come by download.'),
    Checksum: f.string('MD5 of the bytes, in hexadecimal.', 50),
    TextPreview: f.string('Beginning of the text in the file.', 255),
    TagCsv: f.string('Tags, separated by commas.', 2000),
    PublishStatus: f.picklist('Who can see the file.', 'U | P | R', 1, 'required'),
    Origin: f.picklist('Whether it came as content or by chatter.', 'C | H', 1, 'required'),
    ContentLocation: f.picklist(
      'Where the bytes are: here, outside or on a social site.',
      'S | E | L',
    ),
    ContentUrl: f.url('Address, where the content is a link.', 1300),
    ContentBodyId: f.reference('ContentBody', 'ContentBody', 'Stored bytes of the version.'),
    ContentModifiedDate: f.datetime('When the content was changed.'),
    ContentModifiedById: f.reference('ContentModifiedBy', 'User', 'User who changed the content.'),
    FirstPublishLocationId: f.reference(
      'FirstPublishLocation',
      fileHolders,
      'Record or user the file was first shared with.',
    ),
    SharingOption: f.picklist('Whether it may be shared on.', 'A | R', 40, 'required'),
    SharingPrivacy: f.picklist('Whether it is visible to all with access to its record.', 'N | P'),
    PositiveRatingCount: f.int('How many people liked it.'),
    NegativeRatingCount: f.int('How many people disliked it.'),
    RatingCount: f.int('How many people rated it.'),
    FeaturedContentBoost: f.int('Weight in search results while it is featured.'),
    FeaturedContentDate: f.date('Day it was featured.'),
    IsAssetEnabled: f.boolean('Whether it serves as an asset file.', 'required'),
    ExternalDataSourceId: f.reference(
      'ExternalDataSource',
      'ExternalDataSource',
      'Outside system the file lives in.',
    ),
    ExternalDocumentInfo1: f.string('Address of the file in the outside system.', 1000),
    ExternalDocumentInfo2: f.string('Key of the file in the outside system.', 1000),
    ...audit,
  },
  children: {},
});
