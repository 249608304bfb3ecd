import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Window } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  expectClean,
  openDashboard,
  type Visit,
} from '../support/dashboard.ts';

interface ListedCall {
  readonly id: string;
  readonly title: string;
  readonly durationSeconds: number;
  readonly mediaType: string;
  readonly isPrivate: boolean;
  readonly parties: readonly { readonly speakerId: string | null }[];
}

describe.skipIf(!hasBrowser)('the screen Call, in Chromium', () => {
  let dashboard: Dashboard;
  let calls: readonly ListedCall[];
  let video: ListedCall;
  const path = ({ id }: { id: string }, state = ''): string => `/call/${id}${state}`;
  /** Comes with these rights and no others. */
  const withRights =
    (rights: string) =>
    ({ page }: Window): Promise<unknown> =>
      page.addInitScript((bearer) => {
        const { sessionStorage } = globalThis as unknown as {
          sessionStorage: { setItem(name: string, value: string): void };
        };
        sessionStorage.setItem('switchboard:bearer', bearer);
      }, rights);
  /** Of the line that sounds: a line further off would be scrolled to, while the list still follows the player. */
  const sentenceInView = ({ page }: Visit) => page.locator('.monologue.now .sentence').first();
  /** On a busy machine a click may fall between the page's own steps, and is made again. */
  const plays = (visit: Visit, moment: Locator): Promise<unknown> => {
    const isPlaying = () => visit.page.locator('.play:text("Pause")').isVisible();
    return expect.poll(() => moment.click().then(isPlaying), { interval: 1_000 }).toBe(true);
  };
  const clock = (visit: Visit): Promise<string> => visit.page.locator('.clock').innerText();
  const text = (visit: Visit): Promise<string> => visit.page.locator('main').innerText();

  beforeAll(async () => {
    dashboard = await openDashboard();
    const { data } = await dashboard.world.ask(
      '{ calls(first: 100, filter: { lastDays: 60 }) { nodes { id title durationSeconds mediaType isPrivate parties { speakerId } } } }',
    );
    calls = data.calls.nodes;
    const voices = ({ parties }: ListedCall): number =>
      parties.filter(({ speakerId }) => speakerId !== null).length;
    video = calls
      .filter((call) => call.mediaType === 'Video' && !call.isPrivate && voices(call) > 2)
      .sort((left, right) => right.durationSeconds - left.durationSeconds)[0]!;
  });
  afterEach(() => dashboard.world.service.admin.faults.clear());
  afterAll(() => dashboard.close());

  it('is one question, with a lane for each voice, its words, people and what came of it', async () => {
    const visit = await dashboard.visit(path(video));
    const { page } = visit;
    expect(visit.questions()).toBe(1);
    await expect.poll(() => page.locator('h1').innerText()).toContain(video.title);
    await expect
      .poll(() => page.locator('.lane').count())
      .toBe(video.parties.filter(({ speakerId }) => speakerId !== null).length);
    await expect.poll(() => page.locator('.talk').count()).toBeGreaterThan(1);
    const shares = await page.locator('.person .count:has-text("of the talk")').allInnerTexts();
    expect(shares.reduce((sum, share) => sum + Number.parseInt(share, 10), 0)).toBeGreaterThan(95);
    await expect.poll(() => page.locator('.section').count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator('.person').count()).toBe(video.parties.length);
    for (const heading of ['What came of it', 'Who was there', 'Topics and trackers', 'Scorecards'])
      await expect.poll(() => page.getByRole('heading', { name: heading }).count()).toBe(1);
    expectClean(dashboard.world, visit);
    await expectAccessible(visit);
  });

  it('plays, and goes where keys, the slider, the words and the address say', async () => {
    const visit = await dashboard.visit(path(video, '?t=300'));
    const { page } = visit;
    await expect.poll(() => clock(visit)).toMatch(/^5:00 /);
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('video').readyState"))
      .toBeGreaterThan(0);
    const duration = await page.evaluate<number>("document.querySelector('video').duration");
    expect(Math.abs(duration - video.durationSeconds)).toBeLessThan(0.05);

    await page.keyboard.press('ArrowRight');
    await expect.poll(() => clock(visit)).toMatch(/^5:05 /);
    const slider = page.getByRole('slider');
    await slider.press('PageUp');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('365');
    await slider.press('End');
    await expect
      .poll(() => slider.getAttribute('aria-valuenow'))
      .toBe(String(video.durationSeconds));
    const { width, height } = (await slider.boundingBox())!;
    await slider.click({ position: { x: width / 2, y: height / 2 } });
    await expect
      .poll(async () =>
        Math.abs(Number(await slider.getAttribute('aria-valuenow')) - video.durationSeconds / 2),
      )
      .toBeLessThan(10);
    await expect.poll(() => new URL(page.url()).searchParams.get('t')).not.toBe('300');

    await sentenceInView(visit).click();
    const now = page.locator('.sentence[aria-current]');
    await now.waitFor();
    // What is clicked is heard, and a key stops it and goes on.
    await page.locator('.play:text("Pause")').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Space');
    await page.locator('.play:text("Play")').waitFor();
    const before = await slider.getAttribute('aria-valuenow');
    await page.keyboard.press('Space');
    await page.locator('.play:text("Pause")').waitFor();
    await expect.poll(() => slider.getAttribute('aria-valuenow')).not.toBe(before);
    await page.keyboard.press('Space');
    await page.locator('.play:text("Play")').waitFor();
    await plays(visit, page.locator('.trackers button.moment').first());
    // A topic leads to where it was first talked about.
    await page.locator('h1').click();
    await page.keyboard.press('Space');
    const { data } = await dashboard.world.ask(
      'query ($id: ID!) { call(by: { id: $id }) { content { topics { name durationSeconds } outline { section startSeconds } } } }',
      { id: video.id },
    );
    const { topics, outline } = data.call.content;
    const [longest] = topics.toSorted(
      (a: { durationSeconds: number }, b: { durationSeconds: number }) =>
        b.durationSeconds - a.durationSeconds,
    );
    const { startSeconds } = outline.find(
      ({ section }: { section: string }) => section === longest.name,
    );
    await page.locator('.play:text("Play")').waitFor();
    await plays(visit, page.getByRole('button', { name: `${longest.name} at ` }).first());
    await expect
      .poll(async () => Math.abs(Number(await slider.getAttribute('aria-valuenow')) - startSeconds))
      .toBeLessThan(10);
    // A band of the outline plays from its first moment, wherever in it somebody clicks.
    await page.locator('h1').click();
    await page.keyboard.press('Space');
    await page.locator('.play:text("Play")').waitFor();
    const band = page
      .locator('.section', { has: page.locator(`title:text("${longest.name}, from ")`) })
      .first()
      .locator('rect');
    const { width: wide } = (await band.boundingBox())!;
    await band.click({ position: { x: wide - 2, y: 8 } });
    await page.locator('.play:text("Pause")').waitFor();
    const placeFromStart = async () =>
      Number(await slider.getAttribute('aria-valuenow')) - Math.floor(startSeconds);
    expect(await placeFromStart()).toBeGreaterThanOrEqual(0);
    expect(await placeFromStart()).toBeLessThan(20);
    expectClean(dashboard.world, visit);
  });

  it('has captions of what is said, by button and key, for those who may read it', async () => {
    const visit = await dashboard.visit(path(video, '?t=300'));
    const { page } = visit;
    const shown = () =>
      page.evaluate<string>(`(() => {
        const [track] = document.querySelector('video').textTracks;
        return track.mode + ' ' + [...(track.activeCues ?? [])].map(({ text }) => text).join(' ');
      })()`);
    await page.keyboard.press('c');
    await page.locator('.controls [aria-pressed=true]:text("Captions")').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('captions')).toBe('on');
    const sentence = sentenceInView(visit);
    const words = await sentence.innerText();
    await sentence.click();
    await expect.poll(shown, { timeout: 20_000 }).toContain(words);
    await expect.poll(shown).toMatch(/^showing /);
    await page.getByRole('button', { name: 'Captions' }).click();
    await expect.poll(shown).toMatch(/^hidden /);
    expectClean(dashboard.world, visit);
  });

  it('draws of a long transcript what is looked at, and searches all of it', async () => {
    const { data } = await dashboard.world.ask(
      'query ($id: ID!) { call(by: { id: $id }) { transcript { monologues { sentences { text } } } } }',
      { id: video.id },
    );
    const { monologues } = data.call.transcript as {
      monologues: { sentences: { text: string }[] }[];
    };
    const visit = await dashboard.visit(path(video));
    const { page } = visit;
    expect(monologues.length).toBeGreaterThan(60);
    await expect.poll(() => page.locator('.monologue').count()).toBeLessThan(40);
    const term = monologues.at(-1)!.sentences[0]!.text.slice(0, 12);
    const places = monologues.flatMap(({ sentences }) =>
      sentences.filter((one) => one.text.toLowerCase().includes(term.toLowerCase())),
    ).length;
    await page.getByLabel('Search what was said').fill(term);
    await page.locator(`.find .count:has-text("of ${places}")`).waitFor();
    await page.locator('.words mark').first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(term.trim());
    await page.getByRole('button', { name: 'Follow the player' }).click();
  });

  it('shows nothing of what the viewer has no right to, and says so', async () => {
    const visit = await dashboard.visit(path(video), { before: withRights('media private-calls') });
    await expect.poll(() => text(visit)).toContain('What was said is not shown to you.');
    // Neither how the right is given, nor lanes without a word in them.
    expect(await text(visit)).not.toMatch(/FORBIDDEN|Expected|TRANSCRIPTS/);
    await expect.poll(() => visit.page.locator('.talk, .monologue').count()).toBe(0);
    expect(await visit.page.locator('.lane').count()).toBe(0);
    expect(await visit.page.locator('.behind tbody tr:visible').count()).toBeGreaterThan(1);
    await expect.poll(() => visit.page.locator('video').count()).toBe(1);
    await expect.poll(() => visit.page.getByRole('button', { name: 'Captions' }).count()).toBe(0);
    await expect
      .poll(() => visit.page.evaluate("document.querySelector('video').textTracks.length"))
      .toBe(0);
    await expectAccessible(visit);
    const silent = await dashboard.visit(path(video), { before: withRights('transcripts') });
    await expect.poll(() => text(silent)).toContain('The recording is not shown to you.');
    await expect.poll(() => silent.page.locator('video').count()).toBe(0);
    await expectAccessible(silent);
  });

  it('shows a private call as private, and to others that it is none of theirs', async () => {
    const hidden = calls.find(({ isPrivate }) => isPrivate)!;
    const visit = await dashboard.visit(path(hidden));
    await expect.poll(() => visit.page.locator('.badge.private').count()).toBe(1);
    const other = await dashboard.visit(path(hidden), { before: withRights('transcripts media') });
    await expect.poll(() => text(other)).toContain('is not shown to you');
    await expect.poll(() => text(other)).not.toContain(hidden.title);
    await expectAccessible(other);
  });

  it('says of a call that is gone that it is', async () => {
    const gone = Buffer.from('Call:12345').toString('base64url');
    const visit = await dashboard.visit(path({ id: gone }));
    await expect.poll(() => text(visit)).toContain('There is no such call');
    await expectAccessible(visit);
  });

  it('shows a call with sound alone, and one whose people the CRM does not tell', async () => {
    const audio = calls.find(({ mediaType, isPrivate }) => mediaType === 'Audio' && !isPrivate)!;
    const visit = await dashboard.visit(path(audio), { width: 390, height: 844, dark: true });
    await expect.poll(() => visit.page.locator('.audio-only video').count()).toBe(1);
    await expectAccessible(visit);
    // What is said stands where the picture would be, and follows.
    const spoken = visit.page.locator('.player .spoken');
    const sentence = visit.page.locator('.words .sentence').nth(4);
    const words = await sentence.innerText();
    await sentence.click();
    await expect.poll(() => spoken.innerText()).toContain(words);
    const unread = await dashboard.visit(path(audio, '?t=300'), {
      before: withRights('media private-calls'),
    });
    await expect.poll(() => unread.page.locator('.player .spoken').innerText()).toBe('Sound only');
    dashboard.world.service.admin.faults.add({ kind: 'reset', system: 'crm' });
    const apart = calls.find(({ mediaType, id }) => mediaType === 'Video' && id !== video.id)!;
    const half = await dashboard.visit(path(apart));
    await expect.poll(() => text(half)).toContain('UPSTREAM_UNAVAILABLE');
    await expect.poll(() => half.page.locator('.person').count()).toBe(apart.parties.length);
    await expectAccessible(half);
  });

  it('says of a recording that does not play that it does not, and plays it at the next attempt', async () => {
    let isCut = true;
    const visit = await dashboard.visit(path(video), {
      before: ({ page }) =>
        page.route('**/media/**', (route) => (isCut ? route.abort() : route.continue())),
    });
    const { page } = visit;
    await page.getByText('The recording does not play just now.').waitFor();
    expect(visit.questions()).toBeLessThan(4);
    isCut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.broken').waitFor({ state: 'detached' });
  });
});
