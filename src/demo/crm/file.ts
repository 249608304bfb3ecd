/** Files on records: documents with versions and links, and legacy attachments. Sizes and checksums are those of the bytes. */

import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import { type DocumentType, mediaTypes } from '../file/document.ts';
import { type FileKind, fileInserter, hugeSize, smallBytes } from '../file/stored-file.ts';
import { fileTitles } from '../text/company-data.ts';
import { type CrmPlan, ownerOf, stampsOf } from './writer.ts';

const kinds: readonly DocumentType[] = ['txt', 'csv', 'pdf', 'png', 'gif', 'html', 'json'];
const fileTypes: Readonly<Record<DocumentType, string>> = {
  txt: 'TEXT',
  csv: 'CSV',
  html: 'HTML',
  json: 'UNKNOWN',
  pdf: 'PDF',
  png: 'PNG',
  gif: 'GIF',
};

interface Measured {
  readonly kind: FileKind;
  readonly extension: string;
  readonly fileType: string;
  readonly size: number;
  readonly checksum: string | null;
  readonly seed: number;
}

/** The first file is huge, the second's bytes are missing, the rest are small and of all types. */
function measured(random: Random, index: number): Measured {
  const seed = random.word();
  if (index === 0)
    return {
      kind: 'huge',
      extension: 'bin',
      fileType: 'UNKNOWN',
      size: hugeSize,
      checksum: null,
      seed,
    };
  const type = memberAt(kinds, index % kinds.length);
  const bytes = smallBytes(type, seed);
  const checksum = createHash('md5').update(bytes).digest('hex');
  return {
    kind: index === 1 ? 'missing' : type,
    extension: type,
    fileType: fileTypes[type],
    size: bytes.length,
    checksum,
    seed,
  };
}

export function writeFiles(plan: CrmPlan, db: DatabaseSync): void {
  const { world, writer } = plan;
  const insert = fileInserter(db);
  let version = 0;
  for (let index = 0; version < world.volume.files; index += 1) {
    const random = new Random(world.seed, purpose.files, index);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const stamps = stampsOf(world.calendar, random, owner, 500);
    const title = index === 0 ? 'Database dump' : `${random.pick(fileTitles)} ${index}`;
    const versions = index > 1 && random.chance(0.2) ? random.between(2, 3) : 1;
    const document = writer.idOf('ContentDocument', index);
    const parent = aPlace(plan, random);
    let latest: Measured | null = null;
    let latestId = '';
    for (let number = 1; number <= versions; number += 1) {
      latest = measured(random, index);
      const created = stamps.created + (number - 1) * 3_600_000;
      latestId = writer.add(
        'ContentVersion',
        { created, by: owner },
        {
          Title: title,
          ContentDocumentId: document,
          FileExtension: latest.extension,
          FileType: latest.fileType,
          ContentSize: latest.size,
          VersionNumber: String(number),
          IsLatest: number === versions,
          IsMajorVersion: true,
          PathOnClient: `${title}.${latest.extension}`,
          ReasonForChange: number > 1 ? 'Corrected prices' : null,
          OwnerId: owner,
          Checksum: latest.checksum,
          PublishStatus: 'P',
          Origin: 'H',
          ContentLocation: 'S',
          ContentModifiedDate: new Date(created),
          ContentModifiedById: owner,
          FirstPublishLocationId: parent,
          SharingOption: 'A',
          SharingPrivacy: 'N',
        },
      );
      insert({
        id: latestId,
        kind: latest.kind,
        name: `${title}.${latest.extension}`,
        seed: latest.seed,
      });
      version += 1;
    }
    writer.add('ContentDocument', stamps, {
      Title: title,
      LatestPublishedVersionId: latestId,
      FileExtension: latest?.extension,
      FileType: latest?.fileType,
      ContentSize: latest?.size,
      OwnerId: owner,
      PublishStatus: 'P',
      SharingOption: 'A',
      SharingPrivacy: 'N',
      ContentModifiedDate: new Date(stamps.created),
    });
    for (const entity of new Set([
      owner,
      parent,
      ...(random.chance(0.3) ? [aPlace(plan, random)] : []),
    ]))
      writer.add('ContentDocumentLink', stamps, {
        ContentDocumentId: document,
        LinkedEntityId: entity,
        ShareType: entity === owner ? 'I' : 'V',
        Visibility: 'AllUsers',
      });
  }
}

export function writeAttachments(plan: CrmPlan, db: DatabaseSync): void {
  const { world, writer } = plan;
  const insert = fileInserter(db);
  for (let index = 0; index < world.volume.attachments; index += 1) {
    const random = new Random(world.seed, purpose.files, index, 1);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    // Attachments are never huge; the bytes of the first are missing.
    const file = measured(random, index + 1);
    const name = `${random.pick(fileTitles)}.${file.extension}`;
    const id = writer.add('Attachment', () => stampsOf(world.calendar, random, owner, 500), {
      Name: name,
      ContentType: mediaTypes[file.extension as DocumentType].split(';')[0],
      BodyLength: file.size,
      ParentId: aPlace(plan, random),
      Description: random.chance(0.3) ? 'Sent by mail' : null,
      OwnerId: owner,
      IsPrivate: random.chance(0.1),
    });
    insert({ id, kind: file.kind, name, seed: file.seed });
  }
}

/** A record files are put on. */
function aPlace({ world: { volume }, writer }: CrmPlan, random: Random): string {
  const [object, count] = random.pick([
    ['Account', volume.accounts],
    ['Opportunity', volume.opportunities],
    ['Contact', volume.contacts],
    ['Case', volume.cases],
  ] as const);
  return writer.idOf(object, random.int(count));
}
