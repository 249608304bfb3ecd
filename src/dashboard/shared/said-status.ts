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

/** In a reader's words; null where what was said can be looked for, and where that is not known. Empty where nobody can, and nobody tried. */
export function saidRefusal(query: SaidStatusRef, term: string): string | null {
  const { indexStatus } = readFragment(fragment, query);
  if (indexStatus == null || indexStatus.transcripts?.searchable === true) return null;
  if (indexStatus.transcripts !== null)
    return 'What was said is searched for those who may read transcripts; you may not.';
  return term === ''
    ? ''
    : `“${term}” is not looked for in what was said: no words of calls are kept here to search in. Trackers, on Signals and in Calls, find calls by what they were about.`;
}
