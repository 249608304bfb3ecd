/** docs/operate/proxy.md: the real nginx and Caddy, with the page's configuration in front of a gateway, asked by https and its public name. */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { hostRuleOf } from '../../src/main/host-rule.ts';
import { blocksOf } from '../docs/page.ts';
import { startMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const page = 'docs/operate/proxy.md';
const name = 'graph.example';

/** The page's block, with the addresses of this test in place of those it shows; a name that is not there is a change of the page. */
function configuration(language: string, changes: Readonly<Record<string, string>>): string {
  const block = blocksOf(page).find((each) => each.language === language);
  return Object.entries(changes).reduce((text, [shown, real]) => {
    expect(text, shown).toContain(shown);
    return text.replace(shown, real);
  }, block?.text ?? '');
}

interface Proxy {
  readonly program: string;
  /** Writes the configuration. @returns the words that check it, and those that run it. */
  prepare(place: { folder: string; port: number; upstream: string }): {
    readonly check: readonly string[];
    readonly run: readonly string[];
  };
}

const nginx: Proxy = {
  program: 'nginx',
  prepare({ folder, port, upstream }) {
    const at = (file: string) => join(folder, file);
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
        ...['-subj', `/CN=${name}`, '-keyout', at('tls.key'), '-out', at('tls.crt')],
      ],
      { stdio: 'ignore' },
    );
    const server = configuration('nginx', {
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/ssl/graph.example.crt': at('tls.crt'),
      '/etc/ssl/graph.example.key': at('tls.key'),
      'http://127.0.0.1:4000': upstream,
    });
    // A distribution's nginx.conf has this around a site; the files are the test's own.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${at(kind)};`)
      .join('\n');
    writeFileSync(
      at('nginx.conf'),
      `daemon off; master_process off; pid ${at('pid')}; error_log ${at('error.log')};
      events {} http { access_log off; ${temporary}\n${server} }`,
    );
    const run = ['-c', at('nginx.conf'), '-e', at('error.log')];
    return { check: ['-t', ...run], run };
  },
};

const caddy: Proxy = {
  program: 'caddy',
  prepare({ folder, port, upstream }) {
    const site = configuration('text', { '127.0.0.1:4000': new URL(upstream).host });
    // Its certificate comes from an authority of its own in place of the world's.
    const options = `{
      admin off
      local_certs
      skip_install_trust
      auto_https disable_redirects
      https_port ${port}
      default_bind 127.0.0.1
    }\n`;
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, options + site);
    const words = ['--config', file, '--adapter', 'caddyfile'];
    return { check: ['validate', ...words], run: ['run', ...words] };
  },
};

/** Debian has both in a folder that is not in everybody's path. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const isThere = (program: string, word: string): boolean => {
  const found = spawnSync(program, [word], { env: { PATH } }).status === 0;
  if (!found)
    process.stderr.write(`SKIPPED: no ${program} on the PATH; its lines for a proxy are not run\n`);
  return found;
};

/** Everything but accounts waits while it is set. */
let gate: Promise<void> | null = null;
let world: World;
beforeAll(async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  world = await openWorld({
    index: 'copied',
    media: true,
    backend: {
      ...backend,
      async execute(operation) {
        if (operation.entity !== 'accounts') await gate;
        return backend.execute(operation);
      },
    },
    server: { allowsHost: hostRuleOf(loadConfig({ PUBLIC_URL: `https://${name}` })) },
  });
});
afterAll(() => world.close());

describe.each([
  { proxy: nginx, has: isThere('nginx', '-v') && isThere('openssl', 'version') },
  { proxy: caddy, has: isThere('caddy', 'version') },
])('$proxy.program', ({ proxy, has }) => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-proxy-'));
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  let child: ChildProcess;
  let port: number;

  const send = async (
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<IncomingMessage> => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      servername: name,
      // Nobody trusts the authority; that the name is served by https is what counts.
      rejectUnauthorized: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: name, 'content-type': 'application/json', ...headers },
    });
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  };
  const ask = async (query: string, headers = {}) => {
    const response = await send('/graphql', { query }, headers);
    return { response, text: await textOf(response) };
  };

  beforeAll(async () => {
    if (!has) return;
    port = await drawPort();
    const { check, run } = proxy.prepare({ folder, port, upstream: world.url.origin });
    const checked = await promisify(execFile)(proxy.program, [...check], { env });
    expect(checked.stderr).not.toMatch(/\[warn\]/);
    child = spawn(proxy.program, [...run], { env, stdio: 'ignore' });
    const listens = () =>
      ask('{ __typename }').then(
        () => true,
        () => false,
      );
    await vi.waitUntil(listens, { timeout: startMs, interval: 50 });
  });
  afterAll(async () => {
    if (child !== undefined) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!has)('answers what the page says is right, and 421 for another name', async () => {
    const command = blocksOf(page).find(({ language }) => language === 'sh')?.text ?? '';
    const words = `--insecure --connect-to ${name}:443:127.0.0.1:${port} https://${name}`;
    const line = command.replace(`https://${name}`, words);
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
    expect(stdout).toContain('{"data":{"__typename":"Query"}');
    const lies = { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '10.0.0.1' };
    expect((await ask('{ __typename }', lies)).response.statusCode).toBe(200);
    // Caddy serves no other name at all.
    const other = await ask('{ __typename }', { host: 'other.example' });
    expect(other.text).not.toContain('__typename');
    if (proxy === nginx) expect(other.response.statusCode).toBe(421);
  });

  it.skipIf(!has)('hands on each part of an answer before the next is there', async () => {
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const query =
      '{ accounts(first: 1) { nodes { name ... @defer { relatedCalls(first: 1) { nodes { title } } } } } }';
    try {
      const response = await send('/graphql', { query }, { accept: 'multipart/mixed' });
      expect(response.headers['content-type']).toMatch(/^multipart\/mixed/);
      const parts = response.setEncoding('utf8')[Symbol.asyncIterator]();
      let text = '';
      while (!text.includes('"hasNext":true')) text += (await parts.next()).value;
      expect(text).toContain('"name":');
      expect(text).not.toContain('"title"');
      open();
      for (let part = await parts.next(); part.done !== true; part = await parts.next())
        text += part.value;
      expect(text).toContain('"title"');
    } finally {
      open();
      gate = null;
    }
  });

  it.skipIf(!has)('hands on what players and logs need', async () => {
    const { response, text } = await ask('{ calls(first: 20) { nodes { media { audioUrl } } } }', {
      'x-request-id': 'from-the-client',
    });
    // nginx names requests itself, as the page has it.
    const id = proxy === nginx ? /^[\da-f]{32}$/ : /^from-the-client$/;
    expect(response.headers['x-request-id']).toMatch(id);
    const nodes: { media: { audioUrl: string | null } | null }[] =
      JSON.parse(text).data.calls.nodes;
    const link = new URL(nodes.flatMap(({ media }) => media?.audioUrl ?? [])[0] ?? '');
    const part = await send(link.pathname + link.search, undefined, { range: 'bytes=4-7' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      expect.stringMatching(/^bytes 4-7\//),
    ]);
    expect(Buffer.byteLength(await textOf(part), 'latin1')).toBeGreaterThan(0);
    if (proxy !== nginx) return;
    const large = await send('/graphql', ' '.repeat(2 ** 18 + 1));
    expect(large.statusCode).toBe(413);
    large.resume();
  });
});
