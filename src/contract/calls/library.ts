/** The library: a tree of folders in each workspace, with selected calls. */

import { defineEntity, freshness } from '../entity-spec.ts';
import { plainCall } from './call.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const libraryFolders = defineEntity({
  system: 'call-analytics',
  entity: 'library_folders',
  key: 'id',
  operations: {
    list: { answer: 'rows', params: { workspaceId: { type: 'string', required: true } } },
  },
  decode: declaredDecoder((): f.ObjectSpec => libraryFolder),
  freshness: freshness.settings,
});

export const libraryFolderContent = defineEntity({
  system: 'call-analytics',
  entity: 'library_folder_content',
  key: 'callId',
  // With the folder's note, and the stretch of the call that is in the folder.
  differsByList: true,
  operations: {
    list: {
      answer: 'cursor-page',
      params: { folderId: { type: 'string', required: true }, cursor: { type: 'string' } },
    },
  },
  decode: declaredDecoder((): f.ObjectSpec => plainCall),
  freshness: freshness.settings,
});

export const libraryFolder = f.node(
  'LibraryFolder',
  'A folder of a library.',
  { entity: libraryFolders, part: 'folder' },
  {
    name: f.text('name', 'What it is called.'),
    updatedAt: f.instant('updated', 'When it was last changed.'),
    creator: f.orNull(
      f.link('User', 'createdBy', 'Who made it; null for one that the platform brought along.'),
    ),
  },
);

/** A folder without a parent lies at the top. */
export type LibraryFolderRecord = f.RecordOf<typeof libraryFolder> & {
  readonly id: string;
  readonly parentFolderId: string | null;
};
