/** Arguments for random queries. */

import type { World } from '../../support/world.ts';

/** Values for the arguments of random queries, as they find something in the tests' company. */
export async function samples(world: World): Promise<Map<string, readonly string[]>> {
  const { data } = await world.ask(
    `{ workspaces { nodes { id } } users(first: 3) { nodes { id } } accounts(first: 2) { nodes { id } }
       calls(first: 2) { nodes { id } } contacts(first: 2) { nodes { id } } tasks(first: 2) { nodes { id } }
       scorecards(first: 1) { nodes { id } } opportunities(first: 2) { nodes { id } } }`,
  );
  const after = await cursors(world);
  const ids = (name: string): string[] =>
    data[name].nodes.map(({ id }: { id: string }) => JSON.stringify(id));
  const all = Object.keys(data).flatMap(ids);
  const by = (name: string): string[] => ids(name).map((id) => `{ id: ${id} }`);
  return new Map<string, readonly string[]>([
    ...after,
    ['workspace', ids('workspaces')],
    ['manager', ids('users')],
    ['id', all],
    ['ids', [`[${all.join()}]`, `[${ids('accounts').join()}]`]],
    ['term', ['"an"']],
    ['query', ['"SELECT Id, Name FROM Account"', '"SELECT Id FROM Task LIMIT 7"']],
    ['first', ['1', '3', '25', '60', '100']],
    ['from', ['"2026-10-01T00:00:00Z"']],
    ...['User.activity', 'User.interaction', 'User.dailyActivity', 'User.calls'].map(
      (field) => [`${field}.from`, ['"2026-10-20"']] as const,
    ),
    ...['activity', 'dailyActivity', 'interaction', 'coaching'].map(
      (field) => [`Query.${field}.from`, ['"2026-10-20"']] as const,
    ),
    ['User.coaching.from', ['"2026-10-20"']],
    [
      'Query.calls.filter',
      ['{ lastDays: 7 }', '{ scope: ["External"] }', '{ titleContains: "x" }'],
    ],
    [
      'Query.accounts.filter',
      ['{ lastCall: { none: true } }', '{ lastCall: { after: "2026-10-25T00:00:00Z" } }'],
    ],
    ['Query.contacts.filter', ['{ lastCall: { before: "2026-10-25T00:00:00Z" } }']],
    ['Query.account.by', by('accounts')],
    ['Query.contact.by', by('contacts')],
    ['Query.task.by', by('tasks')],
    ['Query.opportunity.by', by('opportunities')],
    ['Query.call.by', by('calls')],
    ['Query.user.by', by('users')],
    ['Query.workspace.by', by('workspaces')],
    ['Query.scorecard.by', by('scorecards')],
  ]);
}

/** Cursors in the middle of lists, whose walks have to find their place again. */
async function cursors(world: World) {
  const at = ['accounts', 'contacts', 'calls', 'users', 'answeredScorecards'];
  const query = '"SELECT Id, Name FROM Account"';
  const shown = '(first: 7) { pageInfo { endCursor } }';
  const { data } = await world.ask(
    `{ ${at.map((list) => `${list}${shown}`).join(' ')} soql(query: ${query}, first: 7) { pageInfo { endCursor } } }`,
  );
  return [...at, 'soql'].map(
    (list) => [`Query.${list}.after`, [JSON.stringify(data[list].pageInfo.endCursor)]] as const,
  );
}
