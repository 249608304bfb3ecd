/** The gateway's graph on bare Yoga: its schema, connectors and caches, and nothing of its server. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createYoga } from 'graphql-yoga';
import { loadConfig } from '../../src/config.ts';
import type { GraphContext } from '../../src/engine/context.ts';
import { CompanySizes } from '../../src/engine/list-size-estimate.ts';
import { defaultPageLimits } from '../../src/fetch/connection.ts';
import { createCursorCodec } from '../../src/fetch/cursor.ts';
import { IncompleteLists } from '../../src/fetch/incomplete-list.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelFor } from '../../src/main/crm-model.ts';
import { openTenants } from '../../src/main/open-tenant.ts';
import { signingKey } from '../../src/main/signing-key.ts';
import { openParticipants } from '../../src/main/start-index.ts';
import { participantsOf } from '../../src/participants/viewer-participant.ts';
import { createLog } from '../../src/server/log.ts';
import { RequestAllowance } from '../../src/upstream/request-allowance.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';

const config = loadConfig();
const { environment: env, access } = config;
const model = crmModelFor(config);
const tenants = openTenants(env, access, await startConnectorServices(config).services);
const sizes = new CompanySizes();
const index = await openParticipants(env, tenants, createLog('silent'), sizes, () => {});
const cursors = createCursorCodec(signingKey(env.SIGNING_KEY, env.DATA_DIR));
const [tenant] = tenants.names;
const permissions = new Set(['private-calls', 'transcripts', 'media', 'free-soql'] as const);

const yoga = createYoga({
  schema: buildSchema(model),
  logging: false,
  graphiql: false,
  landingPage: false,
  context: ({ request }): GraphContext => ({
    tenant: tenant!,
    viewer: { client: 'bench', permissions, rowScope: RowScope.ofConnectedUser(tenant!) },
    connector: tenants.connector(tenant!),
    rowAccess: null,
    allowance: new RequestAllowance(),
    notes: { sent: () => {}, ended: () => {} },
    incomplete: new IncompleteLists(),
    sizes,
    participants: participantsOf(index.participants, null),
    model,
    cursors,
    pageLimits: defaultPageLimits,
    fileUrl: () => '',
    deadline: performance.now() + env.REQUEST_TIMEOUT_MS,
    signal: request.signal,
    now: new Date(),
    timeZone: env.COMPANY_TIME_ZONE,
    memos: new Map(),
  }),
});

const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Graph http://127.0.0.1:${port}/graphql`);
});
