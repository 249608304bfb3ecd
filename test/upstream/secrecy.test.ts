import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { callsExtensive } from '../../src/contract/calls/call.ts';
import { findEntity } from '../../src/contract/entity-catalogue.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import {
  attemptEndTopic,
  attemptStartTopic,
  breakerTopic,
  callTopic,
  tokenTopic,
  waitTopic,
} from '../../src/upstream/diagnostics-channel.ts';
import { memoryBackend } from '../support/backend.ts';
import { email, faults, line, secret, text, trace } from '../support/canary.ts';
import { sample } from '../support/cases.ts';
import { closing, outcome, unlimited } from '../support/connect.ts';
import { openService } from '../support/service.ts';

const accounts = findEntity('crm', 'accounts')!;
const attachments = findEntity('crm', 'attachments')!;

/** A company whose every row is a canary. */
function leakyBackend() {
  const backend = memoryBackend();
  return {
    ...backend,
    execute: async (operation: Parameters<typeof backend.execute>[0]) => {
      const answer = await backend.execute(operation);
      const mark = { emailAddress: email, text: line };
      if (answer.kind === 'soql-page') {
        return { ...answer, records: answer.records.map((row) => ({ ...row, ...mark })) };
      }
      return answer;
    },
  };
}

describe('a canary token, e-mail and transcript line', () => {
  it('leaves no trace in any error or event, through every fault', async () => {
    const service = closing(await openService({ backend: leakyBackend(), token: secret }));
    const events: unknown[] = [];
    const stops = [
      callTopic.subscribe((event) => events.push(event)),
      attemptStartTopic.subscribe((event) => events.push(event)),
      attemptEndTopic.subscribe((event) => events.push(event)),
      waitTopic.subscribe((event) => events.push(event)),
      breakerTopic.subscribe((event) => events.push(event)),
      tokenTopic.subscribe((event) => events.push(event)),
    ];
    const errors: unknown[] = [];
    const tried = sample(faults, 2);
    for (const fault of tried) {
      service.admin.faults.clear();
      service.admin.faults.add(fault);
      const connector = createConnector({
        baseUrl: service.url,
        credential: { kind: 'token', token: secret },
        instances: {
          'call-analytics': { id: service.instances.callAnalytics, budget: unlimited },
          crm: { id: service.instances.crm, budget: unlimited },
        },
        limits: { attemptMs: 100, requestMs: 150, answerBytes: 1_000_000 },
      });
      const read = async (): Promise<void> => {
        const { body } = await connector.download(attachments, { id: email });
        let bytes = 0;
        for await (const chunk of body) {
          bytes += (chunk as Buffer).length;
          if (bytes > 1_000_000) break;
        }
      };
      const ends = await Promise.all([
        outcome(
          connector.execute(accounts, 'list', {
            q: `SELECT Id FROM Account WHERE Name = '${email} ${line}'`,
          }),
        ),
        outcome(connector.execute(accounts, 'search', { q: `FIND {${email}} RETURNING Account` })),
        outcome(connector.execute(accounts, 'get', { id: email, fields: line })),
        outcome(
          connector.execute(callsExtensive, 'list', {
            filter: { callIds: [email], workspaceId: line },
            cursor: secret,
          }),
        ),
        outcome(read()),
      ]);
      errors.push(...ends.map(({ error }) => error).filter((error) => error !== undefined));
      await connector.close();
    }
    const refused = await outcome(
      (async () =>
        createConnector({
          baseUrl: `http://user:${secret}@127.0.0.1`,
          credential: { kind: 'token', token: secret },
          instances: {},
        }))(),
    );
    errors.push(refused.error);
    for (const stop of stops) stop();

    expect(errors.length).toBeGreaterThan(tried.length * 2);
    expect(events.length).toBeGreaterThan(tried.length * 5);
    for (const error of errors) {
      expect(inspect(error, { depth: 12, showHidden: true })).not.toMatch(trace);
      expect(JSON.stringify(error)).not.toMatch(trace);
    }
    for (const event of events) expect(inspect(event, { depth: 12 })).not.toMatch(trace);
  });

  it('leaves none in the error about an answer that is no HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\n${text}\r\nbad header\r\n\r\n${line}`),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing({ close: () => new Promise<void>((closed) => server.close(() => closed())) });
    const connector = closing(
      createConnector({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        credential: { kind: 'token', token: secret },
        instances: { crm: { id: 'a', budget: unlimited } },
      }),
    );
    const { error } = await outcome(connector.execute(accounts, 'list', { q: email }));
    expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(inspect(error, { depth: 12, showHidden: true })).not.toMatch(trace);
  });
});
