/** Downloads of file versions and attachments. */

import type { DatabaseSync } from 'node:sqlite';
import { normalizeCrmId } from '../../../../contract/crm/id.ts';
import { type BackendAnswer, crmError, type Operation } from '../../../backend.ts';
import { quoted } from '../crm-table.ts';
import { openFile } from '../file/stored.ts';
import { textOf } from '../param.ts';

const objects: Readonly<Record<string, string>> = {
  content_versions: 'ContentVersion',
  attachments: 'Attachment',
};

/** @throws BackendError 400 MALFORMED_ID, 404 NOT_FOUND for an id that names no file of this kind. */
export function downloadFile(db: DatabaseSync, { entity, params }: Operation): BackendAnswer {
  const object = objects[entity];
  const id = textOf(params, 'id') ?? '';
  const normal = normalizeCrmId(id);
  if (normal === null) throw crmError(400, 'MALFORMED_ID', `malformed id ${id}`);
  const file =
    object !== undefined &&
    db.prepare(`SELECT 1 FROM ${quoted(object)} WHERE Id = ? AND IsDeleted = 0`).get(normal)
      ? openFile(db, normal)
      : null;
  if (!file) throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return file;
}
