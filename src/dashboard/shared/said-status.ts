/** Whether words of transcripts are indexed here, before anybody looks for some. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

const fragment = graphql(`
  fragment SaidStatus on Query {
    indexStatus {
      transcripts {
        horizon
      }
    }
  }
`);

export type SaidStatusRef = FragmentType<typeof fragment>;

/** False where they are not; true where that is not known. */
export function indexesWords(query: SaidStatusRef): boolean {
  const { indexStatus } = readFragment(fragment, query);
  return indexStatus == null || indexStatus.transcripts !== null;
}
