/** A connector to the embedded service with faults on demand. */

import { users } from '../../src/contract/calls/user.ts';
import { findEntity } from '../../src/contract/entity-catalogue.ts';
import type { DemoServiceOptions } from '../../src/demo/service.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { ConnectorOptions } from '../../src/upstream/connector-instance.ts';
import { attemptEndTopic, attemptStartTopic } from '../../src/upstream/diagnostics-channel.ts';
import type { BudgetLimits } from '../../src/upstream/rate-counter.ts';
import { userId } from '../support/backend.ts';
import { closing, unhurried, unlimited, until } from '../support/connect.ts';
import { openService, type TestService } from '../support/service.ts';

export const accounts = findEntity('crm', 'accounts')!;
export const attachments = findEntity('crm', 'attachments')!;
export const uncached = { cache: 'off' } as const;

/** The embedded service with faults on demand, and a connector to it. */
export async function faulty(
  options: Parameters<typeof openService>[0] = {},
  own: Partial<ConnectorOptions> & { readonly budget?: Partial<BudgetLimits> } = {},
): Promise<{ service: TestService; connector: UpstreamConnector }> {
  const service = closing(await openService(options as Partial<DemoServiceOptions>));
  const { budget = unlimited, ...rest } = own;
  const connector = closing(
    createConnector({
      baseUrl: service.url,
      credential: { kind: 'token', token: service.token },
      instances: {
        'call-analytics': { id: service.instances.callAnalytics, budget },
        crm: { id: service.instances.crm, budget },
      },
      ...(rest.runtime === undefined && { limits: unhurried }),
      ...rest,
    }),
  );
  return { service, connector };
}

export const getUser = (connector: UpstreamConnector, n: number) =>
  connector.execute(users, 'get', { id: userId(n) }, uncached);

/** Waits until no attempt is on a socket, so that whatever goes on waits for the clock. */
export function attemptWatch() {
  let under = 0;
  const stops = [
    attemptStartTopic.subscribe(() => {
      under += 1;
    }),
    attemptEndTopic.subscribe(() => {
      under -= 1;
    }),
  ];
  closing({
    close: async () => {
      for (const stop of stops) stop();
    },
  });
  return () => until(() => under === 0, 'the attempts to end');
}
