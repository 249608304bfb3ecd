/** The cassettes' answers, which have the members and oddities of published recordings and values of our own, as a fixture. */

import { readdirSync, readFileSync } from 'node:fs';
import type { LiveFixture } from './server/fixture.ts';
import type { Row } from './server/platform-row.ts';

const folder = new URL('../contract/vendor/cassette/', import.meta.url);
const answers = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { response: Row }).response,
  ]),
);

const rows = (cassette: string, key: string): Row[] => answers.get(cassette)?.[key] ?? [];

export function cassetteFixture(): LiveFixture {
  const calls = rows('calls-extensive-selector', 'calls');
  const records = ['query-accounts-page1', 'query-accounts-page2'].flatMap((name) =>
    rows(name, 'records'),
  );
  return {
    note: 'Of the cassettes',
    company: {
      ...{
        workspaces: rows('workspaces-list', 'workspaces'),
        users: rows('users-list', 'users'),
        calls,
      },
      transcripts: rows('call-transcripts-by-id', 'callTranscripts'),
      ...{ scorecards: rows('scorecards', 'scorecards'), reviews: [] },
      trackers: rows('trackers', 'keywordTrackers'),
      folders: rows('library-folders', 'folders').map((folder) => ({ ...folder, calls: [] })),
    },
    tables: { Account: records, Contact: rows('query-contacts', 'records') },
    ...{ hidden: [], lacking: [] },
  };
}
