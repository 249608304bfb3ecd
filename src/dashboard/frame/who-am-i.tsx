/** Who is signed in, and whose deals and calls they see; nothing where all are shown. */

import { useViewer } from '../data/viewer.ts';
import { plural } from '../shared/format.ts';

export function WhoAmI() {
  const viewer = useViewer();
  if (viewer == null || viewer.rows === 'ALL') return null;
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
