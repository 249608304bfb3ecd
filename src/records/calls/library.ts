/** The library: folders of calls worth hearing again. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `library_folders`. */
export interface LibraryFolderRecord {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parentFolderId: string | null;
  readonly createdBy: string | null;
  readonly updated: string;
}

/** A row of `library_folder_content`: a call in the folder. */
export interface LibraryCallRecord {
  readonly callId: string;
  readonly title: string;
  readonly started: string;
  /** Seconds. */
  readonly duration: number;
  readonly primaryUserId: string;
  readonly url: string;
}

export const libraryFolders = defineEntity({
  system: 'call-analytics',
  entity: 'library_folders',
  key: 'id',
  operations: {
    list: { answer: 'rows', params: { workspaceId: { type: 'string', required: true } } },
  },
  freshness: freshness.settings,
});

export const libraryFolderContent = defineEntity({
  system: 'call-analytics',
  entity: 'library_folder_content',
  key: 'callId',
  operations: {
    list: {
      answer: 'cursor-page',
      params: { folderId: { type: 'string', required: true }, cursor: { type: 'string' } },
    },
  },
  freshness: freshness.settings,
});
