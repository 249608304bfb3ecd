import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSchema, parse, print, validate } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema as buildGraph } from '../../src/graph/schema.ts';
import { readDashboardDocuments } from '../../src/server/dashboard.ts';
import { createServer } from '../../src/server/server.ts';
import { bareServer, smallContext } from '../support/small-server.ts';

const manifest = new URL('../../src/dashboard/graphql/persisted-documents.json', import.meta.url);
const documents = readDashboardDocuments(manifest);
const small = buildSchema('type Query { hello: String }');

/** A server whose dashboard was built, or not. */
async function serve(
  isBuilt: boolean,
  more: object = {},
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  if (isBuilt) {
    mkdirSync(join(folder, 'assets/folder.js'), { recursive: true });
    mkdirSync(join(folder, 'folder.html'));
    writeFileSync(join(folder, 'index.html'), '<p>page</p>');
    writeFileSync(join(folder, 'team.html'), '<p>team</p>');
    writeFileSync(join(folder, 'assets/main-abc.js'), 'go();'.repeat(100));
    writeFileSync(join(folder, 'assets/secret.txt'), 'no');
    writeFileSync(join(folder, 'secret.js'), 'no');
  }
  const files = pathToFileURL(`${folder}/`);
  const server = createServer({
    ...bareServer,
    schema: small,
    createContext: () => smallContext({}),
    dashboard: { files, documents: [], frameAncestors: [], ...more },
  });
  const { url } = await server.listen();
  onTestFinished(async () => {
    await server.close(0);
    rmSync(folder, { recursive: true });
  });
  return (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init });
}

describe('the dashboard', () => {
  it('is one page at every address below /app, under a policy without exceptions', async () => {
    const get = await serve(true);
    for (const path of ['/app', '/app/', '/app/account/1?month=2026-01']) {
      const answer = await get(path);
      expect(await answer.text()).toBe('<p>page</p>');
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|data:|blob:|\*/);
    }
    expect((await get('/apple')).status).toBe(404);
  });

  it('brings each screen’s files along with the page of its address', async () => {
    const get = await serve(true);
    for (const path of ['/app/team', '/app/team?days=60', '/app/team/1'])
      expect(await (await get(path)).text()).toBe('<p>team</p>');
    for (const path of ['/app/..%2fteam', '/app/Team', '/app/secret'])
      expect([path, await (await get(path)).text()]).toEqual([path, '<p>page</p>']);
  });

  it('has files that browsers keep for ever, and none that were not meant for them', async () => {
    const get = await serve(true);
    const file = await get('/app/assets/main-abc.js');
    expect(file.headers.get('cache-control')).toMatch(/immutable/);
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(await file.text()).toMatch(/^go/);
    for (const name of ['other.js', 'secret.txt', '..%2fsecret.js', '..%5csecret.js', '.js'])
      expect([name, (await get(`/app/assets/${name}`)).status]).toEqual([name, 404]);
  });

  it('takes a file that cannot be read for a fault, and for nothing missing', async () => {
    const get = await serve(true);
    // A folder in a file's place stands for every reading that fails: it is there, and gives no bytes.
    for (const path of ['/app/folder', '/app/assets/folder.js'])
      expect([path, (await get(path)).status]).toEqual([path, 500]);
  });

  it('says what to run where it was not built', async () => {
    const answer = await (await serve(false))('/app');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run dashboard');
  });

  it('is where / leads, and may be framed by those who are configured', async () => {
    const open = await serve(true, { frameAncestors: ['https://intranet.example'] });
    expect((await open('/')).headers.get('location')).toBe('/app');
    expect((await open('/app')).headers.get('content-security-policy')).toContain(
      'frame-ancestors https://intranet.example',
    );
  });

  it('is read, by whatever path; who means to ask is told where the graph is', async () => {
    const get = await serve(true);
    for (const path of ['/', '/app', '/app/team', '/app/assets/main-abc.js', '/queries'])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await get(path, { method });
        expect([path, answer.status, answer.headers.get('allow')]).toEqual([
          path,
          405,
          'GET, HEAD',
        ]);
        expect(await answer.text()).toContain('The graph is at /graphql.');
      }
    expect(
      (await get('/queries', { method: 'HEAD', headers: { accept: 'application/json' } })).status,
    ).toBe(200);
  });

  it('asks nothing that is not in the graph of every organisation, its own fields left out', () => {
    const schema = buildGraph(buildCrmModel());
    expect(documents.length).toBeGreaterThan(0);
    for (const { name, query } of documents) {
      const document = parse(query);
      expect([name, validate(schema, document).map(({ message }) => message)]).toEqual([name, []]);
      expect(print(document)).toContain('query');
    }
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toBeTypeOf('object');
  });
});
