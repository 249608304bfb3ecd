import { describe, expect, it, onTestFinished } from 'vitest';
import { opportunities, query } from '../../src/contract/crm/entity.ts';
import { normalizeCrmId } from '../../src/contract/crm/id.ts';
import type { TeamRule } from '../../src/row-access/people.ts';
import type { RowAccess } from '../../src/row-access/row-access.ts';
import { createRowAccess } from '../../src/row-access/tenant-access.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { createResources } from '../../src/upstream/shared-resource.ts';
import { manualClock } from '../support/clock.ts';
import { closing, unlimited } from '../support/connect.ts';
import { openRawTables, openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today } from '../support/world.ts';

const at = (name: string): string => `${name}@lumenridge.example.com`;

/** A company whose rows the test changes, and what is read of it over a socket with a clock of the test's. */
async function openCompany(rule: TeamRule = 'manager') {
  const backend = openSynthetic({ now: () => today, customSchema });
  const world = closing(await openWorld({ backend, index: false }));
  const clock = manualClock();
  const { service } = world;
  const connector = createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': { id: service.instances.callAnalytics, budget: unlimited },
      crm: { id: service.instances.crm, budget: unlimited },
    },
    resources: createResources({ runtime: { clock, random: () => 0 } }),
  });
  onTestFinished(() => connector.close());
  const db = openRawTables(backend.file);
  onTestFinished(() => db.close());
  const idOf = (email: string): string =>
    String(db.prepare('SELECT Id FROM User WHERE Email = ?').get(email)?.Id);
  const accessOf = createRowAccess({ connector, monotonic: clock.monotonic }, rule);
  return {
    world,
    clock,
    connector,
    own: (person: string) => accessOf({ level: 'own', person }),
    team: (person: string) => accessOf({ level: 'team', person }),
    /** Changes rows behind the service's back. */
    run(statement: string, ...values: readonly string[]) {
      backend.changes.together(() => {});
      db.prepare(statement).run(...values);
    },
    idOf,
    /** Ids of a statement's rows. */
    ids: (statement: string, ...values: readonly string[]) =>
      new Set(
        db
          .prepare(statement)
          .all(...values)
          .map((row) => String(Object.values(row)[0])),
      ),
    insertAccounts(count: number, email: string) {
      backend.changes.together(() => {});
      const owner = idOf(email);
      const insert = db.prepare(
        "INSERT INTO Account (Id, Name, _sort, OwnerId, IsDeleted) VALUES (?, 'Big', 'big', ?, 0)",
      );
      db.exec('BEGIN');
      for (let index = 0; index < count; index += 1)
        insert.run(normalizeCrmId(`001Bg${String(index).padStart(10, '0')}`), owner);
      db.exec('COMMIT');
    },
    calls: () => service.calls().length,
  };
}

const sizes = async (access: RowAccess) => {
  const { crmUserIds, platformUserIds, crmUser, platformUser } = await access.people();
  return [crmUserIds.size, platformUserIds.size, crmUser.reason, platformUser.reason];
};

describe('the person', () => {
  it('is found by any address of the platform’s user, in any case', async () => {
    const { own, idOf } = await openCompany();
    const ada = await own(at('ADA.Rousseau')).people();
    expect([...ada.crmUserIds]).toEqual([idOf(at('ada.rousseau'))]);
    expect(ada.emails).toContain(at('ada.rousseau'));
    // The CRM knows one of her aliases.
    const main = await own(at('siobhan.ohallorahan')).people();
    const alias = [...main.emails].find((email) => email !== at('siobhan.ohallorahan'))!;
    const byAlias = await own(alias).people();
    expect(main.crmUserIds.size).toBe(1);
    expect(byAlias.crmUserIds).toEqual(main.crmUserIds);
    expect(byAlias.platformUserIds).toEqual(main.platformUserIds);
  });

  it('is nobody where two active users have the address, or none has', async () => {
    const { own, run, connector } = await openCompany();
    const [ada, bao] = [at('ada.rousseau'), at('bao.lombardi')];
    expect(await sizes(own(ada))).toEqual([1, 1, null, null]);
    run('UPDATE User SET Email = ? WHERE Email = ?', ada.toUpperCase(), bao);
    await connector.forget(query, []);
    expect(await sizes(own(ada))).toEqual([0, 1, 'several users', null]);
    expect((await own(ada).anchors()).dealIds.size).toBe(0);
    run('UPDATE User SET IsActive = 0 WHERE Email = ?', ada.toUpperCase());
    await connector.forget(query, []);
    expect(await sizes(own(ada))).toEqual([0, 1, 'no user', null]);
    expect(await sizes(own(at('nobody')))).toEqual([0, 0, 'no user', 'no user']);
    expect(await sizes(own('no address'))).toEqual([0, 0, 'no person', 'no person']);
  });
});

describe('the team', () => {
  it('is everybody below, inactive people too, whatever circles and gaps there are', async () => {
    const { own, team, run, idOf, ids, connector } = await openCompany();
    const [uma, ada] = [at('uma.marchetti'), at('ada.rousseau')];
    const below = ids('SELECT Id FROM User WHERE ManagerId = ?', idOf(uma));
    run('UPDATE User SET IsActive = 0 WHERE ManagerId = ?', idOf(uma));
    expect((await team(uma).people()).crmUserIds).toEqual(below.union(new Set([idOf(uma)])));
    expect((await own(uma).people()).crmUserIds.size).toBe(1);
    // Somebody below leads the leader; and ada reports to nobody who is there.
    const [first] = below;
    run('UPDATE User SET ManagerId = ? WHERE Id = ?', first!, idOf(uma));
    run('UPDATE User SET ManagerId = ? WHERE Email = ?', '005000000000000AAA', ada);
    await connector.forget(query, []);
    expect((await team(uma).people()).crmUserIds).toEqual(below.union(new Set([idOf(uma)])));
    expect((await team(ada).people()).crmUserIds.size).toBe(1);
  });

  it('is that of the CRM’s roles, where the tenant says so', async () => {
    const { team, run, ids, connector } = await openCompany('role');
    const jana = at('jana.reinholt');
    const [top] = ids("SELECT Id FROM UserRole WHERE ParentRoleId IS NULL OR ParentRoleId = ''");
    run('UPDATE User SET UserRoleId = ? WHERE Email = ?', top!, jana);
    const below = ids('SELECT Id FROM User WHERE UserRoleId <> ? AND UserRoleId IS NOT NULL', top!);
    const { crmUserIds, platformUserIds } = await team(jana).people();
    expect(crmUserIds.size).toBe(below.size + 1);
    expect(below.isSubsetOf(crmUserIds)).toBe(true);
    expect(platformUserIds.size).toBeGreaterThan(20);
    // Of one role nobody is below the other.
    run('UPDATE User SET UserRoleId = ?', top!);
    await connector.forget(query, []);
    expect(await sizes(team(jana))).toEqual([1, 1, null, null]);
  });

  it('loses who leaves it within the freshness of the rows, and at once after a hint', async () => {
    const { team, run, idOf, connector, clock } = await openCompany();
    const uma = at('uma.marchetti');
    const { size } = (await team(uma).people()).crmUserIds;
    const leave = () =>
      run(
        'UPDATE User SET ManagerId = NULL WHERE Id = (SELECT Id FROM User WHERE ManagerId = ? LIMIT 1)',
        idOf(uma),
      );
    leave();
    expect((await team(uma).people()).crmUserIds.size).toBe(size);
    await clock.advance(91_000);
    expect((await team(uma).people()).crmUserIds.size).toBe(size - 1);
    leave();
    await connector.forget(query, [idOf(uma)]);
    expect((await team(uma).people()).crmUserIds.size).toBe(size - 2);
  });
});

describe('anchors', () => {
  it('are what is owned, what a team is for, and deals of such accounts', async () => {
    const { own, ids, idOf } = await openCompany();
    const ada = idOf(at('ada.rousseau'));
    const anchors = await own(at('ada.rousseau')).anchors();
    const accounts = 'SELECT Id FROM Account WHERE OwnerId = ?1';
    const teams = 'SELECT AccountId FROM AccountTeamMember WHERE UserId = ?1';
    expect(anchors.accountIds).toEqual(ids(`${accounts} UNION ${teams}`, ada));
    expect(anchors.teamAccountIds).toEqual(ids(teams, ada));
    expect(anchors.teamAccountIds.size).toBeGreaterThan(0);
    const deals = `SELECT Id FROM Opportunity WHERE OwnerId = ?1 OR AccountId IN (${accounts}) OR AccountId IN (${teams})
      UNION SELECT OpportunityId FROM OpportunityTeamMember WHERE UserId = ?1`;
    expect(anchors.dealIds).toEqual(ids(deals, ada));
    const above = ['Opportunity', 'Contact', 'Case'].map(
      (object) => `SELECT AccountId FROM "${object}" WHERE OwnerId = ?1 AND AccountId IS NOT NULL`,
    );
    expect(anchors.accountIdsAbove.union(anchors.accountIds)).toEqual(
      ids(`${above.join(' UNION ')} UNION ${accounts} UNION ${teams}`, ada),
    );
    expect(anchors.accountIdsAbove.isDisjointFrom(anchors.accountIds)).toBe(true);
  });

  it('are read once, stay one object while they are the same, and cost nothing meanwhile', async () => {
    const { own, calls, clock } = await openCompany();
    const ada = own(at('ada.rousseau'));
    const anchors = await ada.anchors();
    const before = calls();
    expect(await own(at('ada.rousseau')).anchors()).toBe(anchors);
    // Known and fresh they come without a promise.
    expect(ada.anchors()).toBe(anchors);
    expect(calls()).toBe(before);
    await clock.advance(95_000);
    expect(await ada.anchors()).toBe(anchors);
    expect(calls()).toBeGreaterThan(before);
  });

  it('follow a deal to another’s hands, at once after a hint, and others keep theirs', async () => {
    const { own, run, ids, idOf, connector } = await openCompany();
    const [ada, bao] = [own(at('ada.rousseau')), own(at('bao.lombardi'))];
    const before = await bao.anchors();
    const { dealIds } = await ada.anchors();
    const [deal] = ids(
      `SELECT Id FROM Opportunity WHERE OwnerId = ?1
         AND AccountId NOT IN (SELECT Id FROM Account WHERE OwnerId = ?1)
         AND AccountId NOT IN (SELECT AccountId FROM AccountTeamMember WHERE UserId = ?1)`,
      idOf(at('ada.rousseau')),
    );
    expect(before.dealIds).not.toContain(deal);
    run('UPDATE Opportunity SET OwnerId = ? WHERE Id = ?', idOf(at('bao.lombardi')), deal!);
    run('DELETE FROM OpportunityTeamMember WHERE OpportunityId = ?', deal!);
    expect((await ada.anchors()).dealIds).toEqual(dealIds);
    // No answer that the new owner has read holds the deal.
    await connector.forget(opportunities, [deal!]);
    expect((await bao.anchors()).dealIds).toContain(deal);
    expect((await ada.anchors()).dealIds).not.toContain(deal);
  });

  it('come without teams where the organisation has none, which is learnt once', async () => {
    const { own, world, calls, clock } = await openCompany();
    const names = ['AccountTeamMember', 'OpportunityTeamMember'];
    world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names });
    const { accountIds, teamAccountIds } = await own(at('ada.rousseau')).anchors();
    expect(teamAccountIds.size).toBe(0);
    expect(accountIds.size).toBeGreaterThan(0);
    await clock.advance(95_000);
    const before = calls();
    await own(at('ada.rousseau')).anchors();
    const asked = world.service.calls().slice(before);
    expect(asked.filter(({ params }) => JSON.stringify(params).includes('TeamMember'))).toEqual([]);
  });

  it('are not known where their reading fails, and are read again', async () => {
    const { own, world } = await openCompany();
    const { faults } = world.service.admin;
    faults.add({ kind: 'status', status: 403, entity: 'opportunities', times: 1 });
    await expect(own(at('ada.rousseau')).anchors()).rejects.toMatchObject({
      code: 'UPSTREAM_FORBIDDEN',
    });
    expect((await own(at('ada.rousseau')).anchors()).dealIds.size).toBeGreaterThan(0);
    faults.add({ kind: 'status', status: 403, entity: 'users', times: 1 });
    const { own: ownAgain, world: other } = await openCompany();
    other.service.admin.faults.add({ kind: 'status', status: 403, entity: 'users', times: 1 });
    await expect(ownAgain(at('ada.rousseau')).people()).rejects.toThrow();
  });

  it('of more than 10,000 are refused with their number', async () => {
    const { own, insertAccounts } = await openCompany();
    insertAccounts(10_001, at('ada.rousseau'));
    await expect(async () => own(at('ada.rousseau')).anchors()).rejects.toThrow(
      /more than 10000 accounts and deals \(100\d\d were read\)/,
    );
  });
});
