import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  /** Address of the page's script. */
  const script = async (): Promise<string> =>
    /src="(\/graphiql\/assets\/[\w.-]+\.js)"/.exec(await (await open('/')).text())![1]!;

  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), { headers: { accept: 'text/html', ...headers } });

  it.each(['/', '/graphql'])('opens at %s for a browser', async (path) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
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

  it.each([
    ['gzip', true],
    ['deflate, GZIP;q=0.5, br', true],
    ['*', true],
    ['*;q=0.1, identity;q=0', true],
    ['x-gzip', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['*;q=0', false],
    ['identity, gzip;q=0.5', false],
    ['gzip;q=2', false],
    ['agzip', false],
    ['identity', false],
    ['', false],
  ])('compresses its files for who takes that: %j %s', async (accept, isZipped) => {
    const file = await open(await script(), { 'accept-encoding': accept });
    expect(file.headers.get('content-encoding')).toBe(isZipped ? 'gzip' : null);
    await file.body?.cancel();
  });

  it('is less than 400 kB, whose files are never asked for again', async () => {
    const file = await open(await script());
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(Number(file.headers.get('content-length'))).toBeLessThan(400_000);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await file.body?.cancel();
  });

  it('has no other files', async () => {
    expect((await open('/graphiql/../../package.json')).status).toBe(404);
    expect((await open('/graphiql/assets/none.js')).status).toBe(404);
    expect((await open('/graphiql/index.html')).status).toBe(404);
  });

  it('is gone where it is switched off', async () => {
    const closed = await startSmallServer({ graphiql: false });
    const answer = await fetch(new URL('/', closed.url), { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    await closed.close();
  });
});
