/** Who is signed in, and whose deals and calls they see; nothing where all are shown. */

import { useQuery } from 'urql';
import { documentOf } from '../data/document.ts';
import { useIdentity } from '../data/identity.ts';
import { graphql } from '../graphql/index.ts';
import { plural } from '../shared/format.ts';

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

export function WhoAmI() {
  const { bearer } = useIdentity();
  // Without a key or token everybody sees everything, and nobody has a name.
  const [{ data }] = useQuery({
    query: documentOf(question),
    variables: {},
    pause: bearer === null,
  });
  const viewer = data?.viewer;
  if (bearer === null || viewer == null || viewer.rows === 'ALL') return null;
  const below = Math.max(viewer.crmUsersBelow ?? 0, viewer.usersBelow ?? 0);
  const ofTeam =
    viewer.rows === 'TEAM' && below > 0
      ? ` and those of ${plural(below, 'person', 'people')} below`
      : '';
  return (
    <span className="who">
      <b>{viewer.name ?? viewer.person ?? 'Nobody known'}</b>, own deals and calls{ofTeam}
    </span>
  );
}
