/** Tables of `switchboard query`: what lists in a row, groups and answers with several lists look like to people. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../support/here.ts';
import { openWorld, type World } from '../support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
type Any = any;

const directory = mkdtempSync(join(tmpdir(), 'switchboard-table-'));
let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
});
afterAll(async () => {
  await world.close();
  rmSync(directory, { recursive: true });
});

/** Asks for the answer itself, and then for it in this format: the answer's data, and the lines with single gaps. */
async function shown(query: string, format = 'table') {
  const file = join(directory, 'asked.graphql');
  writeFileSync(file, query);
  const asked = await world.ask(query);
  const before = world.service.calls().length;
  const url = new URL('/graphql', world.url).href;
  const { code, output } = await runHere(['query', file, '--format', format, '--url', url]);
  // A table takes no further calls.
  expect(world.service.calls().length - before).toBe(asked.calls.length);
  return { code, data: asked.data, lines: output.replaceAll(/ {2,}/g, '  ').trimEnd().split('\n') };
}

/** Names joined as in a table, whose cells have 60 places. */
const fitting = (names: readonly string[]): string => {
  const all = names.join(', ');
  if (all.length <= 60) return all;
  for (let shown = names.length - 1; ; shown -= 1) {
    const text = `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
    if (text.length <= 60) return text;
  }
};

describe('a list in a row', () => {
  it('prints the names of its items, and how many are not shown', async () => {
    const { code, data, lines } = await shown(
      '{ calls(first: 10) { nodes { title parties { name affiliation } } pageInfo { hasNextPage } } }',
    );
    expect({ code, lines }).toMatchObject({ code: 0 });
    const { nodes } = data.calls;
    expect(lines.slice(1, -1)).toEqual(
      nodes.map(
        ({ title, parties }: { title: string; parties: Any }) =>
          `${title}  ${fitting(parties.map(({ name, affiliation }: Any) => name ?? affiliation))}`,
      ),
    );
    expect(lines.join('\n')).toMatch(/ and \d more/);
    expect(lines.join('\n')).not.toMatch(/[[{]/);
  });

  it('counts those outside its window, too', async () => {
    const { data, lines } = await shown(
      '{ accounts(first: 3, orderBy: [{ field: NAME }]) { nodes { counted: contacts(first: 1) { totalCount nodes { name } } paged: contacts(first: 1) { edges { node { name } } pageInfo { hasNextPage } } } pageInfo { hasNextPage } } }',
    );
    expect(lines[0]).toBe(
      'counted.totalCount  counted.nodes  paged.edges  paged.pageInfo.hasNextPage',
    );
    const texts = data.accounts.nodes.map(({ counted: { totalCount, nodes } }: Any) => {
      const [first] = nodes;
      const [few, some] = totalCount > 1 ? [` and ${totalCount - 1} more`, ' and more'] : ['', ''];
      return [totalCount, `${first.name}${few}`, `${first.name}${some}`, totalCount > 1].join('  ');
    });
    expect(texts.join('\n')).toContain(' more');
    expect(lines.slice(1, -1).map((line) => line.trim())).toEqual(texts);
  });

  it('prints all values of items without a name, and ids only where there is nothing else', async () => {
    const { data, lines } = await shown(
      '{ opportunities(first: 2, filter: { opportunityContactRoles: { some: { role: { isNull: false } } } }) { nodes { roles: opportunityContactRoles(first: 1) { nodes { id role isPrimary contact { id name } } } ids: opportunityContactRoles(first: 1) { nodes { upstreamId } } } } }',
    );
    expect(lines.slice(1, 3)).toEqual(
      data.opportunities.nodes.map(({ roles, ids }: Any) => {
        const [{ role, isPrimary, contact }] = roles.nodes;
        const cell = `${role} isPrimary ${isPrimary} ${contact.name}`;
        return `${cell}  ${ids.nodes[0].upstreamId}`;
      }),
    );
  });

  it('stays JSON in CSV', async () => {
    const { data, lines } = await shown(
      '{ calls(first: 1) { nodes { parties { name } } } }',
      'csv',
    );
    const json = JSON.stringify(data.calls.nodes[0].parties);
    expect(lines[1]?.trimEnd()).toBe(`"${json.replaceAll('"', '""')}"`);
  });
});

describe('groups', () => {
  it('have a column for each thing they have in common, with its name, or the value where nothing has one', async () => {
    const { data, lines } = await shown(
      '{ callsAggregate(groupBy: [OWNER, RESULT], first: 1000) { totalCount groups { keys { field value user { id name } } count } } }',
    );
    const { groups } = data.callsAggregate;
    expect(groups.length).toBeGreaterThan(20);
    const texts = groups.map(({ keys: [owner, result], count }: Any) => [
      owner.user?.name ?? owner.value,
      result.value ?? '',
      count,
    ]);
    expect(lines.slice(0, 1 + groups.length)).toEqual([
      'owner  result  count',
      ...texts.map((cells: Any) => cells.filter((cell: Any) => cell !== '').join('  ')),
    ]);
  });

  it('of records print the names of what they refer to', async () => {
    const { data, lines } = await shown(
      '{ opportunitiesAggregate(groupBy: [{ field: ACCOUNT_ID }, { field: CLOSE_DATE, by: YEAR }], first: 3) { keys { field by value number record { recordName } } count } }',
    );
    expect(lines.slice(1, 4)).toEqual(
      data.opportunitiesAggregate.map(({ keys: [account, year], count }: Any) =>
        [account.record.recordName, year.value, count].join('  '),
      ),
    );
    expect(lines[0]).toBe('accountId  closeDate.year  count');
  });
});

describe('an answer with several lists', () => {
  it('prints a table of each under its name, after its other values', async () => {
    const { code, data, lines } = await shown(
      '{ open: opportunities(filter: { isClosed: { eq: false } }) { totalCount } accounts(first: 2) { nodes { name } pageInfo { hasNextPage } } who: users(first: 100) { totalCount nodes { name } } }',
    );
    expect(code).toBe(0);
    const names = ({ nodes }: Any) => nodes.map(({ name }: Any) => name);
    expect(lines).toEqual([
      ...['open.totalCount', `  ${data.open.totalCount}`, ''],
      ...['accounts', 'name', ...names(data.accounts), ''],
      ...['who', 'name', ...names(data.who)],
      'accounts: More rows follow: this is the first page.',
    ]);
  });

  it('prints those that could be read, and says which is null', async () => {
    const { code, lines } = await shown(
      '{ gone: call(by: { upstreamId: "999" }) { parties { name } } bad: accounts(last: 0, first: 1) { nodes { name } } users(first: 1) { nodes { name } } }',
    );
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/^Error at bad: BAD_USER_INPUT /m);
    expect(lines).toContain('gone.parties: null');
    expect(lines).toContain('users');
  });

  it('counts alone are one row', async () => {
    const { data, lines } = await shown('{ accounts { totalCount } contacts { totalCount } }');
    expect(lines.slice(0, 2).map((line) => line.trim())).toEqual([
      'accounts.totalCount  contacts.totalCount',
      `${data.accounts.totalCount}  ${data.contacts.totalCount}`,
    ]);
  });

  it.each([
    ['{ accounts { nodes { name } } users { nodes { name } } }', 'csv', '--format table'],
    [
      '# column a = name: b\n{ accounts { nodes { name } } users { nodes { name } } }',
      'table',
      'where the header names no columns',
    ],
    ['{ accounts { rows: nodes { name } } }', 'table', '--format json'],
    ['{ __schema { types { name } } }', 'table', '--format json'],
  ])('what can’t be one says what can: %s as %s', async (query, format, advice) => {
    const file = join(directory, 'not.graphql');
    writeFileSync(file, query);
    const { code, output } = await runHere([
      'query',
      file,
      '--format',
      format,
      '--url',
      new URL('/graphql', world.url).href,
    ]);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(advice) });
  });
});
