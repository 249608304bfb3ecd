/** The comparison of Team: its figures against the graph's own, each count against the list it leads to, and who is compared with whom. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
} from '../support/dashboard.ts';

interface Row {
  readonly name: string;
  readonly calls: { readonly totalCount: number };
  readonly before: { readonly totalCount: number };
  readonly interaction: { readonly talkRatio: number | null } | null;
  readonly interactionBefore: { readonly talkRatio: number | null } | null;
  readonly manager: { readonly id: string; readonly name: string } | null;
}

const october = '2026-10-01T00:00:00Z';
const november = '2026-11-01T00:00:00Z';
const september = '2026-09-01T00:00:00Z';

describe.skipIf(!hasBrowser)('Team against the month before, in Chromium', () => {
  let dashboard: Dashboard;
  let window: Window;
  let rows: readonly Row[];
  let wonOfOctober: number;
  beforeAll(async () => {
    dashboard = await openDashboard({ trackers: true });
    window = await dashboard.open();
    const { data, errors } = await dashboard.world.ask(`{
      users(first: 100) { nodes { name manager { id name }
        calls: relatedCalls(first: 0, role: [HOST], from: "${october}", to: "${november}") { totalCount }
        before: relatedCalls(first: 0, role: [HOST], from: "${september}", to: "${october}") { totalCount }
        interaction(from: "2026-10-01", to: "2026-11-01") { talkRatio }
        interactionBefore: interaction(from: "2026-09-01", to: "2026-10-01") { talkRatio } } }
      won: opportunities(filter: { isWon: { eq: true }, closeDate: { gte: "2026-10-01", lt: "2026-11-01" } }) { totalCount }
    }`);
    expect(errors).toBeUndefined();
    rows = data.users.nodes;
    wonOfOctober = data.won.totalCount;
  });
  afterAll(() => dashboard.close());

  const texts = (selector: string): Promise<string[]> =>
    window.page.locator(`.team tbody ${selector}`).allInnerTexts();
  const firstLine = (text: string): string => text.split('\n')[0]!.trim();
  const percent = (ratio: number | null | undefined): string =>
    ratio == null ? '–' : `${Math.round(ratio * 100)} %`;

  it('shows each figure of both months as the graph has it', async () => {
    const visit = await dashboard.visit('/team?period=last-month', { window });
    expect(await window.page.locator('.period').innerText()).toBe(
      'October 2026 against September 2026, each whole.',
    );
    const byName = new Map(rows.map((row) => [row.name, row]));
    const names = await texts('th a');
    expect(names.length).toBeGreaterThan(30);
    const calls = await texts('td[data-label="Calls held"] > a');
    const before = await texts('td[data-label="Calls held"] .sub a');
    const ratios = (await texts('td[data-label="Talk ratio"]')).map(firstLine);
    expect(names.map((name, at) => [name, calls[at], before[at], ratios[at]])).toEqual(
      names.map((name) => {
        const row = byName.get(name)!;
        return [
          name,
          String(row.calls.totalCount),
          String(row.before.totalCount),
          percent(row.interaction?.talkRatio),
        ];
      }),
    );
    const won = await texts('td[data-label=Won] > a');
    const deals = won.reduce((sum, text) => sum + Number(/(\d+) deals?$/.exec(text)?.[1] ?? 0), 0);
    expect(deals).toBe(wonOfOctober);
    expectClean(dashboard.world, { ...window, questions: visit.questions });
    await expectAccessible(window);
  });

  it('each count of calls leads to as many calls, and each of deals to their list', async () => {
    const { page } = window;
    await dashboard.visit('/team?period=last-month', { window });
    const counts = await page
      .locator('td[data-label="Calls held"] a')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href')!, link.textContent!] as const),
      );
    for (const [href, count] of [counts[0]!, counts[1]!, counts[31]!]) {
      await dashboard.visit(href.replace('/app', ''), { window });
      const calls = await page.locator('.screen-head .figures b').innerText();
      expect([href, Number.parseInt(calls, 10)]).toEqual([href, Number(count)]);
    }
    await dashboard.visit('/team?period=last-month&sort=won', { window });
    const cell = page.locator('td[data-label=Won] > a').first();
    const count = Number(/(\d+) deals?$/.exec(await cell.innerText())![1]);
    await cell.click();
    const listed = page.locator('.member section', { hasText: 'Won deals' }).locator('ul').first();
    await expect.poll(() => listed.locator('a').count()).toBe(count);
    expect(await listed.locator('a').first().getAttribute('href')).toMatch(/^\/app\/deal\/006/);
    await expectAccessible(window);
  });

  it('saves the figures as exact as they are shown, with the days that they are of', async () => {
    await dashboard.visit('/team?period=last-month', { window });
    const names = await texts('th a');
    const figures = ['Talk ratio', 'Longest monologue', 'Questions an hour', 'Patience'];
    const cells = await Promise.all(
      figures.map(async (measure) => (await texts(`td[data-label="${measure}"]`)).map(firstLine)),
    );
    const saving = window.page.waitForEvent('download');
    await window.page.getByRole('button', { name: /^CSV/ }).click();
    const [head = '', ...lines] = readFileSync(await (await saving).path(), 'utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n');
    const days = 'First day,Last day,Calls held,Talk ratio in percent,Longest monologue in seconds';
    expect(head).toContain(`,Manager,${days},Questions an hour,Patience in seconds,`);
    expect(lines).toHaveLength(names.length);
    for (const [at, line] of lines.entries()) {
      expect(line.replaceAll('"', '')).toContain(names[at]!.replaceAll('"', ''));
      expect(line).toContain(',2026-10-01,2026-10-31,');
      expect(line).toContain(',2026-09-01,2026-09-30,');
      const [, calls, ratio, monologue, questions, patience] =
        /,2026-10-31,(\d*),(\d*),(\d*),(\d*),([\d.]*),/.exec(line)!;
      expect(calls).toMatch(/^\d+$/);
      const seconds = Number(monologue);
      const text = (figure: string, written: string) => (figure === '' ? '–' : written);
      expect(cells.map((ofMeasure) => ofMeasure[at])).toEqual([
        text(ratio!, `${ratio} %`),
        text(monologue!, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`),
        text(questions!, questions!),
        text(patience!, `${Number(patience).toFixed(1)} s`),
      ]);
      expect(line).not.toMatch(/\d\.\d{3}/);
    }
  });

  it('reads the pages of colleagues that follow the first, and then says nothing of them', async () => {
    await dashboard.visit('/team?period=last-month', { window });
    const names = await texts('th a');
    // The company's forty fit on the usual page.
    const visit = await dashboard.visit('/team?period=last-month', {
      before: ({ page }) =>
        page.route('**/graphql', async (route) => {
          const body = route.request().postDataJSON();
          const variables = { ...body.variables, page: 15 };
          const postData = JSON.stringify({ ...body, variables });
          await route.continue({ postData });
        }),
    });
    await expect.poll(() => visit.page.locator('th a').allInnerTexts()).toEqual(names);
    expect(visit.questions()).toBe(3);
    const note = await visit.page.locator('.panel .note').last().innerText();
    expect(note).not.toContain('are being read');
    expect(note).not.toContain('among the first');
  });

  it('shows forty of a larger company at a time, says of how many, and prints all', async () => {
    const { page } = await dashboard.visit('/team?period=last-month', {
      before: (opened) =>
        opened.page.route('**/graphql', async (route) => {
          const response = await route.fetch();
          const answer = await response.json();
          const { users } = answer.data ?? {};
          // A company with each colleague three times.
          if (users)
            users.nodes = ['', '1', '2'].flatMap((copy) =>
              users.nodes.map((user: { id: string }) => ({
                ...user,
                id: user.id + copy,
              })),
            );
          await route.fulfill({ response, json: answer });
        }),
    });
    const colleagues = page.locator('.team th a');
    await expect.poll(() => colleagues.count()).toBe(40);
    const more = page.getByRole('button', { name: /^Show more of \d+ colleagues$/ });
    const total = Number(/\d+/.exec(await more.innerText())![0]);
    expect(total).toBeGreaterThan(90);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => colleagues.count()).toBe(total);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => colleagues.count()).toBe(40);
    await more.click();
    await expect.poll(() => colleagues.count()).toBe(80);
    await more.click();
    await expect.poll(() => colleagues.count()).toBe(total);
    expect(await more.count()).toBe(0);
  });

  it('says that the running month is not over, and compares as many days', async () => {
    await dashboard.visit('/team?period=month', { window });
    expect(await window.page.locator('.period').innerText()).toBe(
      'This month is not over: 1 whole day so far, Nov 1, against as many of the month before, Oct 1.',
    );
    await dashboard.visit('/team?period=quarter', { window });
    expect(await window.page.locator('.period').innerText()).toBe(
      'This quarter is not over: 32 whole days so far, Oct 1 to Nov 1, against as many of the quarter before, Jul 1 to Aug 1.',
    );
  });

  it('shows those below a manager against whom one chooses, by clicking, and keeps it in the address', async () => {
    const { page } = window;
    await dashboard.visit('/team?period=last-month', { window });
    const averages = () =>
      page.locator('.spread path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    const { id, name } = rows.find(({ manager }) => manager?.name === 'Lin Thorsen')!.manager!;
    const team = rows.filter(({ manager }) => manager?.id === id);
    await page.getByLabel('Below').selectOption(`${name} (${team.length})`);
    await expect
      .poll(() => texts('th a').then((names) => names.toSorted()))
      .toEqual(team.map((row) => row.name).toSorted());
    const againstAll = await averages();
    await page.getByLabel('Compared with').selectOption('Those shown');
    await expect.poll(averages).not.toEqual(againstAll);
    const againstShown = await averages();
    // All of them have the same manager.
    await page.getByLabel('Compared with').selectOption('Their own team');
    await expect.poll(() => page.url()).toMatch(/against=team/);
    expect(await averages()).toEqual(againstShown);
    await page.locator('.several summary').click();
    for (const at of [0, 1]) await page.locator('.several input').nth(at).check();
    await expect.poll(() => texts('th a').then((names) => names.length)).toBe(2);
    const shown = await texts('th a');
    await dashboard.visit(page.url().split('/app')[1]!, { window });
    expect(await texts('th a')).toEqual(shown);
    // A manager of managers has all of theirs below.
    const { id: top } = rows.find((row) => row.name === 'Lin Thorsen')!.manager!;
    await dashboard.visit(`/team?period=last-month&manager=${top}`, { window });
    expect((await texts('th a')).length).toBe(rows.length - 1);
  });

  it('is a card each on a phone, beside which nothing lies', async () => {
    const visit = await dashboard.visit('/team?period=last-month', { width: 360, height: 800 });
    const beside = await visit.page
      .locator('.scroll')
      .evaluate((table) => table.scrollWidth - table.clientWidth);
    expect(beside).toBeLessThanOrEqual(0);
    await expectAccessible(visit);
  });
});
