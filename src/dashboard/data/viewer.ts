/** Who is signed in, as the graph knows them; asked once, by the head. */

import { useQuery } from 'urql';
import { graphql } from '../graphql/index.ts';
import { documentOf } from './document.ts';
import { useIdentity } from './identity.ts';

const question = graphql(`
  query Who {
    viewer {
      rows
      name
      person
      crmUsersBelow
      usersBelow
    }
  }
`);

/** Null without a key or token: then everybody sees everything, and nobody has a name. Absent until it is known. */
export function useViewer() {
  const { bearer } = useIdentity();
  const [{ data, error }] = useQuery({
    query: documentOf(question),
    variables: {},
    pause: bearer === null,
  });
  if (bearer === null || error !== undefined) return null;
  return data?.viewer;
}
