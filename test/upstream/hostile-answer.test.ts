/** Answers, pages and files that would lead a caller astray. */

import { describe, expect, it } from 'vitest';
import { users } from '../../src/contract/calls/user.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { closing, outcome, unhurried } from '../support/connect.ts';
import { startUpstream } from '../support/upstream.ts';
import { accounts, attachments, faulty, getUser } from './faulty.ts';

describe('answers that attack', () => {
  it('without an end are cut at the cap', async () => {
    const { service, connector } = await faulty(
      { faults: [{ kind: 'endless' }] },
      { limits: { ...unhurried, answerBytes: 2_000_000 } },
    );
    const { error } = await outcome(getUser(connector, 1));
    expect(error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      message: expect.stringContaining('larger'),
    });
    expect(service.calls()).toHaveLength(1);
  });

  it('that redirect are not followed, and the token goes nowhere', async () => {
    const trap = closing(await startUpstream(() => ({ body: { result: [] } })));
    const { connector } = await faulty({
      faults: [{ kind: 'redirect', location: `${trap.baseUrl}/api` }],
    });
    expect((await outcome(getUser(connector, 1))).error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      status: 307,
    });
    expect((await outcome(connector.download(attachments, { id: '00P' }))).error).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
    });
    expect(trap.received).toEqual([]);
  });

  it('name a foreign next page in vain', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'cursor', change: 'foreign', value: 'http://127.0.0.1:1/services/data' }],
    });
    const answer = await connector.execute(accounts, 'list', { q: 'SELECT Id FROM Account' });
    expect(answer.page).toMatchObject({ done: false, nextRecordsUrl: null });
  });

  it('give a file a type that would run, or a name that leads elsewhere', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'file-headers', contentType: 'text/html', fileName: '../../x"\\.html' }],
    });
    const file = await connector.download(attachments, { id: '00P' });
    expect(file.contentType).toBe('application/octet-stream');
    expect(file.fileName).not.toMatch(/[/\\"]/);
    file.body.destroy();
  });
});

describe('pages and streams', () => {
  it('a cursor that died is CURSOR_EXPIRED, not a bad request', async () => {
    const { connector } = await faulty({
      faults: [{ kind: 'cursor', change: 'expired', after: 1 }],
    });
    const { page } = await connector.execute(users, 'list', {});
    expect(
      (await outcome(connector.execute(users, 'list', { cursor: page.cursor }))).error,
    ).toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  it('a page path is taken back where the service takes it, and refused where it does not', async () => {
    const { service, connector } = await faulty({ crm: { locatorParam: 'nextRecordsUrl' } });
    const all = { q: 'SELECT Id FROM Account' };
    const first = await connector.execute(accounts, 'list', all);
    const locator = first.page.nextRecordsUrl ?? '';
    await expect(connector.execute(accounts, 'list', all, { locator })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const taking = closing(
      createConnector({
        baseUrl: service.url,
        credential: { kind: 'token', token: service.token },
        instances: { crm: { id: service.instances.crm, locatorParam: 'nextRecordsUrl' } },
      }),
    );
    expect(taking.takesLocators('crm')).toBe(true);
    const second = await taking.execute(accounts, 'list', all, { locator });
    expect(second.rows).toHaveLength(200);
    expect(second.rows[0]).not.toEqual(first.rows[0]);
    await expect(
      taking.execute(accounts, 'list', all, { locator: 'https://elsewhere.example/x' }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('a stream that is cut half way is an error with the bytes it had', async () => {
    const { connector } = await faulty({
      memory: { fileSize: 1_000_000 },
      faults: [{ kind: 'cut-stream', at: 0.5 }],
    });
    const { body, contentLength } = await connector.download(attachments, { id: '00P' });
    let bytes = 0;
    const end = await outcome(
      (async () => {
        for await (const chunk of body) bytes += (chunk as Buffer).length;
      })(),
    );
    expect(end.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(contentLength ?? 0);
  });
});
