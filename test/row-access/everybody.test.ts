/** The people and anchors of everybody in the company, as they are read, against the loops. */

import { expect, it, onTestFinished } from 'vitest';
import { createRowAccess } from '../../src/row-access/tenant-access.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { sample } from '../support/cases.ts';
import { makeTwins } from '../support/row-access/company-viewer.ts';
import { Oracle, openTables } from '../support/row-access/oracle.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today } from '../support/world.ts';

/** Visible accounts: those above may be anchors as well. */
const accountsOf = (anchors: Iterable<string>, above: Iterable<string>): string[] =>
  sorted(new Set([...anchors, ...above])).filter((id) => id.startsWith('001'));

const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

it('everybody has the people and the anchors that the loops find', async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  // Its tables are written to from outside: nobody else gets this copy.
  backend.changes.together(() => undefined);
  const tables = await openTables(backend);
  makeTwins(tables);
  const oracle = new Oracle(tables);
  const world = await openWorld({ backend, index: false });
  onTestFinished(async () => {
    tables.db.close();
    await world.close();
  });
  const source = { connector: world.connector, monotonic: systemClock.monotonic };
  const accessOf = createRowAccess(source, 'manager');
  const addresses = [
    ...oracle.users.flatMap(({ emailAddress, emailAliases }) => [emailAddress, ...emailAliases]),
    ...oracle.rows('User').map(({ Email }) => ` ${String(Email).toUpperCase()} `),
    'nobody@elsewhere.example',
  ];
  let anchors = 0;
  for (const level of ['own', 'team'] as const)
    for (const person of sample(addresses, 16)) {
      const access = accessOf({ level, person });
      const [people, found] = [await access.people(), await access.anchors()];
      const persons = oracle.persons({ level, person });
      const expected = oracle.anchors(persons);
      anchors += expected.anchors.size;
      expect({
        person,
        crm: sorted(people.crmUserIds),
        platform: sorted(people.platformUserIds),
        addresses: sorted(people.emails),
        anchors: sorted([...found.accountIds, ...found.dealIds]),
        accounts: accountsOf(found.accountIds, found.accountIdsAbove),
      }).toEqual({
        person,
        crm: sorted(persons.crm),
        platform: sorted(persons.platform),
        addresses: sorted(persons.addresses),
        anchors: sorted(expected.anchors),
        accounts: accountsOf(expected.anchors, expected.accountsAbove),
      });
    }
  expect(anchors).toBeGreaterThan(50);
});
