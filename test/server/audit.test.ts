import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';

let server: SmallServer;
beforeAll(async () => {
  server = await startSmallServer();
});
afterAll(() => server.close());

describe('GraphQL over HTTP', () => {
  for (const audit of serverAudits({ url: () => new URL('/graphql', server.url).href }))
    it(`${audit.id}: ${audit.name}`, async () => {
      const result = await audit.fn();
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
    });
});
