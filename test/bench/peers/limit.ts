/**
 * The least a program can do: one hand-written function an operation, which makes the fewest
 * upstream calls there are and builds exactly the answer's JSON. No schema, no query, no checks.
 */

import { listen } from './listen.ts';
import { byScheduled, list, quoted, type Row, soql } from './upstream.ts';

type Build = (variables: Row) => Promise<object>;

const iso = (text: string | null): string | null => (text ? new Date(text).toISOString() : null);
const rowsOf = (page: Row): readonly Row[] => page?.records ?? [];

const answers: Record<string, Build> = {
  async Accounts() {
    const rows = await soql(
      'accounts',
      `SELECT Id, Name, Industry, AnnualRevenue, OwnerId, Owner.Name, Owner.Email, (SELECT Name, Title, Email FROM Contacts ORDER BY Id LIMIT 5), (SELECT Name, StageName, Amount, CloseDate, OwnerId, Owner.Name FROM Opportunities ORDER BY Id LIMIT 5) FROM Account ORDER BY Id LIMIT 20`,
    );
    return {
      accounts: {
        nodes: rows.map((row) => ({
          name: row.Name,
          industry: row.Industry,
          annualRevenue: row.AnnualRevenue,
          owner: row.Owner && { name: row.Owner.Name, email: row.Owner.Email },
          contacts: {
            nodes: rowsOf(row.Contacts).map((one) => ({
              name: one.Name,
              title: one.Title,
              email: one.Email,
            })),
          },
          opportunities: {
            nodes: rowsOf(row.Opportunities).map((one) => ({
              name: one.Name,
              stageName: one.StageName,
              amount: one.Amount,
              closeDate: one.CloseDate,
              owner: one.Owner && { name: one.Owner.Name },
            })),
          },
        })),
      },
    };
  },

  async Deals() {
    const rows = await soql(
      'opportunities',
      `SELECT Name, StageName, Amount, CloseDate, AccountId, Account.Name, Account.Industry, Account.Owner.Name, (SELECT Role, IsPrimary, ContactId, Contact.Name, Contact.Email FROM OpportunityContactRoles ORDER BY Id LIMIT 3) FROM Opportunity WHERE IsClosed = false ORDER BY Id LIMIT 50`,
    );
    return {
      opportunities: {
        nodes: rows.map((row) => ({
          name: row.Name,
          stageName: row.StageName,
          amount: row.Amount,
          closeDate: row.CloseDate,
          account: row.Account && {
            name: row.Account.Name,
            industry: row.Account.Industry,
            owner: row.Account.Owner && { name: row.Account.Owner.Name },
          },
          opportunityContactRoles: {
            nodes: rowsOf(row.OpportunityContactRoles).map((one) => ({
              role: one.Role,
              isPrimary: one.IsPrimary,
              contact: one.Contact && { name: one.Contact.Name, email: one.Contact.Email },
            })),
          },
        })),
      },
    };
  },

  async Calls({ from }) {
    const page = await list('calls', 'calls_extensive', {
      filter: { fromDateTime: from },
      contentSelector: { context: 'Extended', exposedFields: { parties: true } },
    });
    const rows = byScheduled(page.rows, (row) => row.metaData).slice(0, 50);
    const [users, contactOf] = await Promise.all([
      usersOf(rows.map((row) => row.metaData.primaryUserId)),
      contactsOf(rows.flatMap((row) => row.parties)),
    ]);
    return {
      calls: {
        nodes: rows.map(({ metaData, parties }) => {
          const host = users.get(metaData.primaryUserId);
          return {
            title: metaData.title,
            startedAt: iso(metaData.started),
            durationSeconds: metaData.duration,
            primaryUser: host
              ? { name: `${host.firstName} ${host.lastName}`, title: host.title }
              : null,
            parties: parties.map((party: Row) => {
              const contact = contactOf(party);
              return {
                name: party.name ?? null,
                affiliation: party.affiliation,
                contact: contact
                  ? {
                      name: contact.Name,
                      account: contact.Account && { name: contact.Account.Name },
                    }
                  : null,
              };
            }),
          };
        }),
      },
    };
  },
};

/** Users come by pages of 100 or one by one; whichever is fewer calls, decided page by page. */
async function usersOf(ids: readonly string[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  let missing = [...new Set(ids)];
  let pagesLeft = 1;
  for (let cursor: string | null = null, pages = 0; missing.length > pagesLeft; ) {
    const page = await list('calls', 'users', cursor === null ? {} : { cursor });
    for (const row of page.rows) found.set(row.id, row);
    missing = missing.filter((id) => !found.has(id));
    pages += 1;
    cursor = page.cursor;
    if (cursor === null) return found;
    pagesLeft = Math.max(1, Math.ceil((page.total ?? 0) / 100) - pages);
  }
  const rest = await Promise.all(missing.map((id) => list('calls', 'users', { id }, 'get')));
  for (const { rows } of rest) found.set(rows[0].id, rows[0]);
  return found;
}

async function contactsOf(parties: readonly Row[]): Promise<(party: Row) => Row | undefined> {
  const linked = (party: Row): string[] =>
    (party.context ?? [])
      .flatMap((one: Row) => one.objects ?? [])
      .filter((one: Row) => one.objectType === 'Contact')
      .map((one: Row) => one.objectId);
  const address = (party: Row): string | null => party.emailAddress?.trim().toLowerCase() || null;
  const ids = [...new Set(parties.flatMap(linked))].sort();
  const emails = [...new Set(parties.flatMap((party) => address(party) ?? []))].sort();
  const rows = await soql(
    'contacts',
    `SELECT Id, Name, Email, AccountId, Account.Name FROM Contact WHERE Id IN (${quoted(ids)}) OR Email IN (${quoted(emails)}) ORDER BY Id LIMIT 2000`,
  );
  const byId = new Map(rows.map((row) => [row.Id, row]));
  const byEmail = new Map<string, Row>();
  for (const row of rows) {
    const email = row.Email?.toLowerCase();
    if (email && !byEmail.has(email)) byEmail.set(email, row);
  }
  return (party) =>
    linked(party)
      .sort()
      .map((id) => byId.get(id))
      .find(Boolean) ?? byEmail.get(address(party) ?? '');
}

listen(async ({ query, variables }) => {
  const name = /^query (\w+)/.exec(query)?.[1] ?? '';
  return { data: await answers[name]!(variables) };
});
