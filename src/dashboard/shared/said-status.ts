/** Why nothing that was said can be looked for, before anybody does. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment SaidStatus on Query {
    indexStatus {
      transcripts {
        searchable
      }
    }
  }
`);

export type SaidStatusRef = FragmentType<typeof fragment>;

/** In a reader's words; null where what was said can be looked for, and where that is not known. */
export function saidRefusal(query: SaidStatusRef): string | null {
  const { indexStatus } = readFragment(fragment, query);
  if (indexStatus == null || indexStatus.transcripts?.searchable === true) return null;
  return indexStatus.transcripts === null
    ? 'What was said in calls is not searched here.'
    : 'What was said is searched for those who may read transcripts; you may not.';
}
