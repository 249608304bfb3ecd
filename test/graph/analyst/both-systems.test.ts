/** Questions an analyst asks across both systems, answered from the raw tables by plain loops, with the least calls. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruthRow } from '../../support/truth.ts';
import { openRawCompany, type RawCompany, sorted } from './raw-company.ts';

let raw: RawCompany;
beforeAll(async () => {
  raw = await openRawCompany();
});
afterAll(() => raw.world.close());

describe('an analyst of both systems asks', () => {
  it('what is found under a word, and how often those deals were spoken about', async () => {
    const { data, calls } = await raw.ask(`{
      search(term: "renewal", types: [OPPORTUNITY, TASK], first: 50) {
        objectName recordName
        ... on Opportunity { upstreamId account { name } relatedCalls(first: 1) { totalCount } lastCall { startedAt } }
      }
    }`);
    const found = data.search.filter(({ objectName }: TruthRow) => objectName === 'Opportunity');
    const named = raw.of('Opportunity').filter(({ Name }) => /\brenewal/i.test(Name));
    expect(found.length).toBe(Math.min(50, named.length));
    for (const { upstreamId, recordName, account, relatedCalls, lastCall } of found) {
      const deal = raw.byId('Opportunity', upstreamId)!;
      const [newest, ...others] = raw.join.callsOf({ crmIds: [upstreamId] });
      expect(recordName).toBe(deal.Name);
      expect(account).toEqual(raw.accountOf(deal));
      expect(relatedCalls.totalCount).toBe(newest === undefined ? 0 : 1 + others.length);
      expect(lastCall.startedAt).toBe(newest ? new Date(newest.startedAt).toISOString() : null);
    }
    expect(calls).toEqual({ 'opportunities search': 1 });
  });

  it('a query of their own, and goes on from its rows into the graph', async () => {
    const { data, calls } = await raw.ask(`{
      soql(query: "SELECT Name, Id, (SELECT Email FROM Contacts WHERE Email != null ORDER BY Id) FROM Account WHERE Name LIKE 'C%' ORDER BY Name DESC", first: 6) {
        columns totalCount nodes { values record { objectName ... on Account { industry contacts(first: 1) { totalCount } relatedCalls(first: 2) { nodes { upstreamId title } } } } }
      }
    }`);
    const accounts = sorted(
      raw.of('Account').filter(({ Name }) => /^c/i.test(Name)),
      ({ Name }) => Name.toLowerCase(),
      -1,
    );
    expect(data.soql.columns).toEqual(['Name', 'Id', 'Contacts']);
    expect(data.soql.totalCount).toBe(accounts.length);
    expect(data.soql.nodes).toEqual(
      accounts.slice(0, 6).map((account) => {
        const people = raw.children('Contact', 'AccountId', account.Id);
        const spoken = raw.join.callsOf(raw.join.account(account as never)).slice(0, 2);
        const emails = people.filter(({ Email }) => Email !== null).map(({ Email }) => ({ Email }));
        return {
          values: [account.Name, account.Id, emails.length === 0 ? null : emails],
          record: {
            objectName: 'Account',
            industry: account.Industry,
            contacts: { totalCount: people.length },
            relatedCalls: {
              nodes: spoken.map(({ id, call }) => ({ upstreamId: id, title: call.metaData.title })),
            },
          },
        };
      }),
    );
    // The query; the records with their people's addresses; a count of all their people; the calls.
    expect(calls).toEqual({
      'query list': 1,
      'accounts list': 1,
      'contacts list': 1,
      'calls_extensive list': 1,
    });
  });

  it('what those who were in calls have bought, and in which deals they stand', async () => {
    const { data, calls } = await raw.ask(`{
      calls(first: 15, filter: {from: "2026-10-20T00:00:00Z"}) { nodes { upstreamId parties { emailAddress contactMatches { record {
        upstreamId account { name opportunities(first: 2, filter: {isWon: {eq: true}}) { nodes { name amount } } }
        opportunityContactRoles(first: 3) { nodes { role isPrimary opportunity { name stageName } } }
      } } } } }
    }`);
    let people = 0;
    for (const { parties } of data.calls.nodes)
      for (const { emailAddress, contactMatches } of parties) {
        const known = contactMatches.map(({ record }: TruthRow) => record.upstreamId);
        const email = emailAddress?.toLowerCase();
        for (const { Id, Email } of raw.of('Contact'))
          if (email && Email?.trim().toLowerCase() === email) expect(known).toContain(Id);
        for (const { record } of contactMatches) {
          people += 1;
          const { AccountId } = raw.byId('Contact', record.upstreamId)!;
          const account = raw.byId('Account', AccountId);
          expect(record.account).toEqual(
            account && {
              name: account.Name,
              opportunities: {
                nodes: raw
                  .children('Opportunity', 'AccountId', AccountId)
                  .filter(({ IsWon }) => IsWon)
                  .slice(0, 2)
                  .map(({ Name, Amount }) => ({ name: Name, amount: Amount })),
              },
            },
          );
          expect(record.opportunityContactRoles.nodes).toEqual(
            raw
              .children('OpportunityContactRole', 'ContactId', record.upstreamId)
              .slice(0, 3)
              .map((role) => {
                const deal = raw.byId('Opportunity', role.OpportunityId)!;
                return {
                  role: role.Role,
                  isPrimary: role.IsPrimary,
                  opportunity: { name: deal.Name, stageName: deal.StageName },
                };
              }),
          );
        }
      }
    expect(people).toBeGreaterThan(10);
    // People come with their own children; those of their accounts need the accounts' ids.
    expect(calls).toEqual({ 'calls_extensive list': 1, 'contacts list': 1, 'accounts list': 1 });
  });

  it('how members of campaigns have been spoken with since', async () => {
    const since = '2026-08-01T00:00:00Z';
    const { data, calls } = await raw.ask(`{
      campaigns(first: 6) { nodes { name campaignMembers(first: 5) { nodes { status
        contact { name relatedCalls(first: 1, from: "${since}", scope: ["External"]) { totalCount nodes { upstreamId } } }
        lead { company relatedCalls(first: 1, from: "${since}", scope: ["External"]) { totalCount } }
      } } } }
    }`);
    const filter = { from: Date.parse(since), scope: ['External'] };
    const expected = raw
      .of('Campaign')
      .slice(0, 6)
      .map(({ Id, Name }) => ({
        name: Name,
        campaignMembers: {
          nodes: raw
            .children('CampaignMember', 'CampaignId', Id)
            .slice(0, 5)
            .map(({ Status, ContactId, LeadId }) => {
              const contact = raw.byId('Contact', ContactId);
              const lead = raw.byId('Lead', LeadId);
              const spoken =
                contact === null
                  ? []
                  : raw.join.callsOf(raw.join.contact(contact as never), filter);
              return {
                status: Status,
                contact: contact && {
                  name: contact.Name,
                  relatedCalls: {
                    totalCount: spoken.length,
                    nodes: spoken.slice(0, 1).map(({ id }) => ({ upstreamId: id })),
                  },
                },
                lead: lead && {
                  company: lead.Company,
                  relatedCalls: {
                    totalCount: raw.join
                      .callsOf(raw.join.contact(lead as never))
                      .filter(
                        ({ call, startedAt }) =>
                          startedAt >= filter.from && call.metaData.scope === 'External',
                      ).length,
                  },
                },
              };
            }),
        },
      }));
    expect(data.campaigns.nodes).toEqual(expected);
    // Of a call only its id is shown, which the index knows.
    expect(calls).toEqual({ 'campaigns list': 1 });
  });

  it('where a product is hardly used, and which problems showed there', async () => {
    const { data, calls } = await raw.ask(`{
      accounts(first: 100, filter: {productUsages: {some: {adoption: {lt: 20}}}}) { nodes { name
        worst: productUsages(first: 1, orderBy: [{field: ADOPTION}], filter: {product: {eq: "Core"}}) {
          nodes { month adoption cases(first: 2) { nodes { subject severity contact { email } } } }
        }
        latest: productUsages(last: 1, orderBy: [{field: MONTH}]) { nodes { month storageGB } }
        lastCall { startedAt }
      } }
    }`);
    const poor = raw
      .of('Account')
      .filter(({ Id }) =>
        raw
          .children('Product_Usage__c', 'Account__c', Id)
          .some(({ Adoption__c }) => Adoption__c !== null && Adoption__c < 20),
      );
    expect(poor.length).toBeGreaterThan(3);
    expect(data.accounts.nodes).toEqual(
      poor.slice(0, 100).map((account) => {
        const usages = raw.children('Product_Usage__c', 'Account__c', account.Id);
        const [worst] = sorted(
          usages.filter(({ Product__c }) => Product__c === 'Core'),
          (one) => one.Adoption__c,
          1,
          'first',
        );
        const latest = sorted(usages, ({ Month__c }) => Month__c, 1).at(-1)!;
        const newest = raw.join.callsOf(raw.join.account(account as never))[0];
        return {
          name: account.Name,
          worst: {
            nodes: (worst === undefined ? [] : [worst]).map((usage) => ({
              month: usage.Month__c,
              adoption: usage.Adoption__c,
              cases: {
                nodes: raw
                  .children('Case', 'Product_Usage__c', usage.Id)
                  .slice(0, 2)
                  .map((one) => ({
                    subject: one.Subject,
                    severity: one.Severity__c,
                    contact: one.ContactId && { email: raw.byId('Contact', one.ContactId)!.Email },
                  })),
              },
            })),
          },
          latest: { nodes: [{ month: latest.Month__c, storageGB: latest.Storage_GB__c }] },
          lastCall: { startedAt: newest ? new Date(newest.startedAt).toISOString() : null },
        };
      }),
    );
    // Two windows of one relationship are two statements; the cases of the worst months one more.
    expect(calls).toEqual({ 'accounts list': 2, 'query list': 1 });
  });

  it('for things of every kind by their ids at once', async () => {
    const kinds = [
      'calls',
      'users',
      'accounts',
      'tasks',
      'territories',
      'scorecards',
      'workspaces',
    ];
    const { data: known } = await raw.ask(
      `{ ${kinds.map((kind) => `${kind}(first: 2) { nodes { id __typename upstreamId } }`).join(' ')} }`,
    );
    const nodes = kinds.flatMap((kind) => known[kind].nodes);
    const ids = [...nodes, ...nodes.toReversed()].map(({ id }: TruthRow) => id);
    const { data, calls } = await raw.ask(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
        ... on CrmRecord { recordName upstreamId }
        ... on Account { owner { name } contacts(first: 1) { totalCount nodes { name } } }
        ... on Task { what { ... on Opportunity { amount } } }
        ... on Call { title primaryUser { name crmUsers { name } } }
        ... on User { manager { name } }
        ... on Scorecard { name } ... on Workspace { name }
      } }`,
      { ids },
    );
    expect(data.nodes.map(({ id }: TruthRow) => id)).toEqual(ids);
    expect(data.nodes.slice(nodes.length)).toEqual(data.nodes.slice(0, nodes.length).toReversed());
    for (const [at, { __typename, upstreamId }] of nodes.entries()) {
      const shown = data.nodes[at];
      expect(shown.__typename).toBe(__typename);
      if (__typename === 'Account') {
        const people = raw.children('Contact', 'AccountId', upstreamId);
        expect(shown.contacts.totalCount).toBe(people.length);
        expect(shown.contacts.nodes).toEqual(
          people.slice(0, 1).map(({ Name }) => ({ name: Name })),
        );
        expect(shown.owner.name).toBe(
          raw.byId('User', raw.byId('Account', upstreamId)!.OwnerId)!.Name,
        );
      }
      if (__typename === 'Call')
        expect(shown.title).toBe(
          raw.all.calls.find(({ metaData }) => metaData.id === upstreamId)!.metaData.title,
        );
      if (__typename === 'User') {
        const { managerId } = raw.all.users.find(({ id }) => id === upstreamId)!;
        const manager = raw.all.users.find(({ id }) => id === managerId);
        expect(shown.manager).toEqual(
          manager ? { name: `${manager.firstName} ${manager.lastName}` } : null,
        );
      }
    }
    for (const count of Object.values(calls)) expect(count).toBeLessThanOrEqual(2);
  });
});
