/** Eight people of the synthetic company, two of each kind: representatives, managers, colleagues known in one system alone, and people whom nobody can tell. */

import type { Oracle, RawTables, Viewer } from './oracle.ts';

/** Two active users of the CRM have one address from now on: nobody knows which of them asks. */
export function makeTwins({ db }: RawTables): string {
  const address = 'katya.andrade@lumenridge.example.com';
  db.prepare(
    "UPDATE User SET Email = ? WHERE Email IN ('katya.andrade@lumenridge.example.com', 'bao.lombardi@lumenridge.example.com')",
  ).run(address);
  return address;
}

/** Below one sales team of the CRM's roles is another from now on; whoever leads the first is returned. */
export function makeRoles({ db }: RawTables): Viewer {
  db.prepare(
    "UPDATE UserRole SET ParentRoleId = (SELECT Id FROM UserRole WHERE Name = 'Sales West') WHERE Name = 'Sales East'",
  ).run();
  return { level: 'team', person: 'lin.thorsen@lumenridge.example.com', team: 'role' };
}

export function eightViewers(oracle: Oracle, twin: string): Readonly<Record<string, Viewer>> {
  const address = (name: string): string => `${name}@lumenridge.example.com`;
  const platformAlone = oracle.users.find(({ emailAddress }) => {
    const { crm, platform } = oracle.persons({ level: 'own', person: emailAddress });
    return crm.size === 0 && platform.size === 1 && emailAddress !== twin;
  });
  return {
    representative: { level: 'own', person: address('ada.rousseau') },
    // Known to the CRM by an alias.
    'representative by alias': { level: 'own', person: address('esther.rousseau') },
    director: { level: 'team', person: address('lin.thorsen') },
    'manager of managers': { level: 'team', person: address('jana.reinholt') },
    'colleague in the CRM alone': { level: 'own', person: address('integration') },
    'colleague on the platform alone': { level: 'team', person: platformAlone!.emailAddress },
    'one of two with an address': { level: 'own', person: twin },
    'somebody unknown': { level: 'team', person: 'nobody@elsewhere.example' },
  };
}
