import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

describe('the GraphiQL page', () => {
  let server: SmallServer;
  beforeAll(async () => {
    server = await startSmallServer({
      showcases: [
        {
          name: 'nasty',
          query: '# </script><script>alert(1)</script>\n{ hello }',
          variables: null,
        },
      ],
    });
  });
  afterAll(() => server.close());

  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), { headers: { accept: 'text/html', ...headers } });

  it.each(['/', '/graphql'])('opens at %s for a browser', async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('cannot be broken out of by what a query contains', async () => {
    const html = await (await open('/')).text();
    expect(html).not.toContain('</script><script>alert');
    expect(html).toContain('\\u003c/script>');
    const injected = await (await open('/graphql?query=%3C/script%3E%3Cscript%3Ealert(1)')).text();
    expect(injected).toBe(html);
  });

  it('names nothing that is not on this server', async () => {
    expect(await (await open('/')).text()).not.toMatch(/https?:\/\//);
  });

  it('compresses its files once and answers a second visit without a body', async () => {
    const first = await fetch(new URL('/graphiql/graphiql.js', server.url));
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(Number(first.headers.get('content-length'))).toBeLessThan(2_000_000);
    const again = await open('/graphiql/graphiql.js', {
      'if-none-match': first.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
    await first.body?.cancel();
  });

  it('has no other files', async () => {
    expect((await open('/graphiql/../../package.json')).status).toBe(404);
    expect((await open('/graphiql/asset.ts')).status).toBe(404);
  });

  it('is gone where it is switched off', async () => {
    const closed = await startSmallServer({ graphiql: false });
    const answer = await fetch(new URL('/', closed.url), { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    await closed.close();
  });
});

describe.skipIf(!hasBrowser)('GraphiQL in Chromium', () => {
  let server: SmallServer;
  let browser: Chromium;
  beforeAll(async () => {
    const showcases = Array.from({ length: 16 }, (_, n) => ({
      name: `hello-${n}`,
      query: `query HelloNumber${n} {\n  hello(name: "tab ${n}")\n  items(first: 3) {\n    id\n    name\n  }\n}\n`,
      variables: null,
    }));
    [server, browser] = await Promise.all([startSmallServer({ showcases }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each([
    ['wide', 1280, 800],
    ['narrow', 390, 844],
  ])('runs a showcase in a %s window and asks nobody but this server', async (name, w, h) => {
    const { page, requested, complaints } = await browser.open(w, h);
    await page.goto(server.url.href);
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText('Hello tab 0').waitFor();
    // By the mouse, as people do: the tab must stay under it between press and release.
    const tab = (name: string) => page.locator('.graphiql-tab', { hasText: name });
    await tab('HelloNumber1').first().click();
    await expect.poll(() => tab('HelloNumber1').first().getAttribute('aria-selected')).toBe('true');
    await page.locator('.graphiql-query-editor').getByText('"tab 1"').waitFor();
    await tab('HelloNumber14').click();
    await expect.poll(() => tab('HelloNumber14').getAttribute('aria-selected')).toBe('true');
    await page.screenshot({ path: `.switchboard/graphiql-${name}.png` });
    const strangers = requested.filter(
      (url) => /^(https?|wss?):/.test(url) && new URL(url).host !== server.url.host,
    );
    expect(strangers).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
