/**
 * Mercurius with its JIT as it runs in production, over the peers' data layer: hashed API keys, a quota a key, limits of
 * depth, cost and size, rights, metrics, a log line a request, and scalars that check what they show. KIND says by whose
 * means rights and scalars are checked: `packages` (mercurius-auth, graphql-scalars) or `lean` (functions of its own).
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import mercurius from 'mercurius';
import mercuriusAuth from 'mercurius-auth';
import pino from 'pino';
import { Counter, collectDefaultMetrics, Histogram, register } from 'prom-client';
import { costOf } from './cost.ts';
import { resolvers } from './resolvers.ts';
import { leanScalars, packageScalars } from './scalar.ts';
import { typeDefs } from './schema.ts';
import type { Row } from './upstream.ts';

const limits = {
  perMinute: 100_000_000,
  depth: 12,
  cost: 1_000_000,
  questionBytes: 256 * 1024,
  answerBytes: 8 * 2 ** 20,
};

/** Fields that need a right; the others need a key. */
const rights = {
  Query: { call: 'private-calls', calls: 'private-calls' },
  Contact: { relatedCalls: 'private-calls' },
  Call: { transcript: 'transcripts' },
} as const;

interface Client {
  readonly name: string;
  readonly rights: ReadonlySet<string>;
}

const access = JSON.parse(readFileSync(process.env.ACCESS_FILE!, 'utf8'));
const clients = new Map<string, Client>(
  access.keys.map(({ name, sha256, roles }: Row) => [
    sha256,
    { name, rights: new Set(roles.flatMap((role: string) => access.roles[role])) },
  ]),
);
const clientOf = (request: FastifyRequest): Client => (request as Row).client;

const isLean = process.env.KIND === 'lean';
const app = Fastify({
  // One line a request, as below, in place of Fastify's two.
  disableRequestLogging: true,
  bodyLimit: limits.questionBytes,
  loggerInstance: pino(pino.destination({ dest: 1, sync: false, minLength: 4_096 })),
});

app.decorateRequest('client');
app.addHook('onRequest', (request, _reply, done) => {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const client = clients.get(createHash('sha256').update(key).digest('hex'));
  if (client === undefined) return done(new Error('Expected an API key.'));
  (request as Row).client = client;
  done();
});
await app.register(rateLimit, {
  max: limits.perMinute,
  timeWindow: 60_000,
  cache: 10_000,
  keyGenerator: (request) => clientOf(request).name,
});

collectDefaultMetrics();
const requests = new Counter({ name: 'requests_total', help: 'Requests.', labelNames: ['status'] });
const seconds = new Histogram({
  name: 'request_seconds',
  help: 'How long requests took.',
  labelNames: ['status'],
});
const bytes = new Counter({ name: 'answer_bytes_total', help: 'Bytes of answers.' });
app.addHook('onSend', (request, _reply, payload: string, done) => {
  const size = Buffer.byteLength(payload);
  (request as Row).bytes = size;
  bytes.inc(size);
  if (size > limits.answerBytes) return done(new Error('The answer is too large.'));
  done(null, payload);
});
app.addHook('onResponse', (request, reply, done) => {
  const status = String(reply.statusCode);
  requests.inc({ status });
  seconds.observe({ status }, reply.elapsedTime / 1_000);
  request.log.info(
    {
      client: clientOf(request).name,
      operation: (request as Row).operation,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      bytes: (request as Row).bytes,
    },
    'request',
  );
  done();
});
app.get('/metrics', async (_request, reply) =>
  reply.type(register.contentType).send(await register.metrics()),
);

/** Resolvers of fields that need a right, with the check before them. */
function guarded(): Row {
  const all: Row = { ...resolvers };
  for (const [type, fields] of Object.entries(rights)) {
    all[type] = { ...all[type] };
    for (const [field, right] of Object.entries(fields)) {
      const resolve = all[type][field];
      all[type][field] = (row: Row, args: Row, context: Row, info: Row) => {
        if (!context.client.rights.has(right)) throw new Error(`Expected the right ${right}.`);
        return resolve(row, args, context, info);
      };
    }
  }
  return all;
}

await app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    ...(isLean ? guarded() : resolvers),
    ...(isLean ? leanScalars : packageScalars),
  } as mercurius.IResolvers,
  jit: 1,
  queryDepth: limits.depth,
  context: (request) => ({ client: clientOf(request) }),
});
if (!isLean)
  await app.register(mercuriusAuth, {
    mode: 'external',
    policy: rights,
    authContext: (context: Row) => ({ rights: context.client.rights }),
    applyPolicy: async (right: string, _row, _args, context: Row) => context.auth.rights.has(right),
  });
app.graphql.addHook('preExecution', async (_schema, document, context, variables) => {
  const cost = costOf(document)(variables ?? {});
  (context.reply.request as Row).operation = (document.definitions[0] as Row).name?.value;
  if (cost > limits.cost) throw new Error(`The cost is ${cost} and may be ${limits.cost}.`);
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address() as { port: number };
process.stdout.write(`Graph http://127.0.0.1:${address.port}/graphql\n`);
