import { describe, expect, it, onTestFinished } from 'vitest';
import { run, startProcess } from '../support/process.ts';

const query = '{ accounts(first: 2) { nodes { name contacts(first: 1) { nodes { email } } } } }';

describe('npm start', () => {
  it('needs nothing, says where it is, and answers its own first query', async () => {
    const started = await startProcess(['src/main.ts']);
    onTestFinished(async () => void (await started.end('SIGKILL')));
    const output = started.output();
    expect(output).toMatch(/^GraphiQL +http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(output).toContain('synthetic company');
    expect(output).toContain('Access     open');
    const suggested = /-d '(.*)'/.exec(output)![1]!;
    for (const body of [suggested, JSON.stringify({ query })]) {
      const response = await fetch(started.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { data, errors } = (await response.json()) as {
        data: { accounts: { nodes: unknown[] } };
        errors?: unknown;
      };
      expect(errors).toBeUndefined();
      expect(data.accounts.nodes.length).toBeGreaterThan(1);
    }
    expect(await started.end('SIGTERM')).toBe(0);
  });

  it('says that its port is taken, and by SIGINT, too, ends gracefully', async () => {
    const started = await startProcess(['src/main.ts']);
    onTestFinished(async () => void (await started.end('SIGKILL')));
    const second = await run(['src/main.ts'], { PORT: started.url.port });
    expect(second).toMatchObject({
      code: 1,
      output: `Expected port ${started.url.port} of 127.0.0.1 to be free; something listens there already. PORT (of \`service\`: --port) chooses another, and 0 any that is free.\n`,
    });
    expect(await started.end('SIGINT')).toBe(0);
  });

  it('lists every fault of a bad configuration and exits with 1', async () => {
    const { code, output } = await run(['src/main.ts'], {
      PORT: 'http',
      CONNECTOR_TOKEN: 'canary-token',
      INDEX: 'perhaps',
    });
    expect(code).toBe(1);
    expect(output).toContain('PORT: expected a port from 0 to 65535; got "http"');
    expect(output).toContain('INDEX: expected one of on, off; got "perhaps"');
    expect(output).toContain('CONNECTOR_BASE_URL: expected a value since CONNECTOR_TOKEN is set');
    expect(output).not.toContain('canary-token');
  });

  it('says which file it can’t read', async () => {
    const { code, output } = await run(['src/main.ts'], { ACCESS_FILE: 'no/such.json' });
    expect(code).toBe(1);
    expect(output).toContain('ACCESS_FILE: expected a file that can be read; got ENOENT');
  });
});
