/** The whole synthetic company through real sockets: the index equals a join over everything, for every contact. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
import { callsExtensive } from '../../src/contract/calls/call.ts';
import { users } from '../../src/contract/calls/user.ts';
import { accounts, contacts } from '../../src/contract/crm/entity.ts';
import type { EntitySpec } from '../../src/contract/entity-spec.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import type { ParticipantKeys } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import type { SyncReport } from '../../src/participants/sync/sync-run.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { verifyIndex } from '../../src/participants/verify.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { openSynthetic } from '../support/synthetic.ts';

const today = new Date('2026-11-02T12:00:00Z');
const clock = { ...systemClock, now: () => today.getTime() };
const backend: Backend = openSynthetic({ now: () => today });
afterAll(() => backend.close());

/** What a row says, by names the platform gives it. */
interface WireCall {
  readonly metaData: {
    readonly id: string;
    readonly started: string;
    readonly primaryUserId: string;
  };
  readonly parties: readonly {
    readonly emailAddress?: string;
    readonly userId?: string;
    readonly context?: WireContext;
  }[];
  readonly context?: WireContext;
}

type WireContext = readonly { readonly objects: readonly { readonly objectId: string }[] }[];

describe.each(['older', 'newer'] as const)('over the %s wrapper', (wrapper) => {
  let service: DemoService;
  let connector: UpstreamConnector;
  let participants: Participants;
  let syncer: Syncer;
  let report: SyncReport;

  beforeAll(async () => {
    // The backend outlives the service of each wrapper.
    const shared = { ...backend, execute: backend.execute.bind(backend), close: () => {} };
    service = await startDemoService({
      backend: shared,
      clock: () => today.getTime(),
      callAnalytics: { wrapper },
      crm: { wrapper },
      // Some calls fail once: the connector tries again.
      faults: [{ kind: 'status', status: 503, share: 0.05, entity: 'calls_extensive' }],
    });
    connector = createConnector({
      baseUrl: service.url,
      credential: { kind: 'token', token: service.token },
      instances: {
        'call-analytics': {
          id: service.instances.callAnalytics,
          budget: { perSecond: null, perDay: null },
        },
        crm: { id: service.instances.crm },
      },
    });
    const database = await openStore({});
    syncer = new Syncer({
      tenant: 'acme',
      database,
      connector,
      clock,
      settings: { callsPerWalk: 300 },
    });
    participants = createIndexParticipants(new Map([['acme', syncer]]));
    report = await syncer.run();
  });
  afterAll(async () => {
    await connector.close();
    await service.close();
    await syncer.database.close();
  });

  const everything = async (entity: EntitySpec, params = {}): Promise<readonly object[]> => {
    const rows: object[] = [];
    for (let cursor: string | null = null; ; ) {
      const answer = await connector.execute(entity, 'list', {
        ...params,
        ...(cursor && { cursor }),
      });
      rows.push(...answer.rows);
      cursor = answer.page.cursor;
      if (cursor === null) return rows;
    }
  };

  it('equals a join over all calls, for every contact, account and user', async () => {
    expect(report).toMatchObject({ complete: 1, skippedRows: 0 });
    const calls = (await everything(callsExtensive, {
      filter: { fromDateTime: '2000-01-01T00:00:00Z', toDateTime: '2100-01-01T00:00:00Z' },
      contentSelector: { context: 'Extended', exposedFields: { parties: true } },
    })) as readonly WireCall[];
    expect(report.calls).toBe(calls.length);
    const byKey = joined(calls);
    const people = (await everything(users)) as readonly {
      id: string;
      emailAddress: string;
      emailAliases: string[];
      trustedEmailAddress: string | null;
    }[];
    const emailsOf = new Map(
      people.map((user) => [
        user.emailAddress.toLowerCase(),
        [user.emailAddress, ...user.emailAliases, user.trustedEmailAddress ?? ''],
      ]),
    );
    const list = async (entity: EntitySpec, q: string) =>
      (await connector.execute(entity, 'list', { q })).rows as readonly {
        Id: string;
        Email: string | null;
      }[];
    const everyContact = await list(contacts, 'SELECT Id, Email FROM Contact LIMIT 2000');
    const everyAccount = await list(accounts, 'SELECT Id FROM Account LIMIT 2000');
    const subjects: ParticipantKeys[] = [
      ...everyContact.map(({ Email }) => ({ emails: [Email] })),
      ...everyContact.map(({ Id }) => ({ crmIds: [Id] })),
      ...everyAccount.map(({ Id }) => ({ crmIds: [Id] })),
      ...people.map(({ id }) => ({ userIds: [id] })),
      ...people.map(({ emailAddress }) => ({ emails: [emailAddress] })),
    ];
    const keysOf = ({ emails = [], crmIds = [], userIds = [] }: ParticipantKeys): string[] => [
      ...emails.flatMap((email) => emailsOf.get(email?.toLowerCase() ?? '') ?? [email ?? '']),
      ...crmIds.map((id) => id!.slice(0, 15)),
      ...userIds.map((id) => id!),
    ];
    const asks = subjects.map((subject) => ({ subject, first: 5_000 }));
    const answers = await participants.calls('acme', asks);
    let found = 0;
    for (const [i, { value }] of answers.entries()) {
      const expected = new Map<string, number>();
      for (const key of keysOf(subjects[i]!))
        for (const [id, at] of byKey.get(plain(key)) ?? []) expected.set(id, at);
      expect(new Map(value.calls.map((call) => [call.callId, call.startedAt]))).toEqual(expected);
      found += expected.size;
    }
    expect(found).toBeGreaterThan(calls.length * 3);
  });

  // The comparison reads everything once more, and so does `stays so`; the wrapper has no part in it.
  if (wrapper === 'newer') return;
  it('is found to be sound by its own comparison, and stays so', async () => {
    const { database } = syncer;
    const sound = { calls: report.calls, missing: 0, extra: 0, different: 0 };
    expect(await verifyIndex({ tenant: 'acme', database, connector, clock })).toMatchObject(sound);
    expect(await syncer.run({ reconcile: 'all' })).toMatchObject({ written: 0, removed: 0 });
  });
});

const plain = (key: string): string => (key.includes('@') ? key.trim().toLowerCase() : key);

/** Every key of every call, the long way round. */
function joined(calls: readonly WireCall[]): Map<string, Map<string, number>> {
  const byKey = new Map<string, Map<string, number>>();
  const add = (key: string | undefined, call: WireCall): void => {
    if (key === undefined || key.trim() === '') return;
    const known = byKey.get(plain(key)) ?? new Map<string, number>();
    byKey.set(plain(key), known.set(call.metaData.id, Date.parse(call.metaData.started)));
  };
  const addContext = (context: WireContext | undefined, call: WireCall): void => {
    for (const { objects } of context ?? [])
      for (const { objectId } of objects) add(objectId.slice(0, 15), call);
  };
  for (const call of calls) {
    add(call.metaData.primaryUserId, call);
    addContext(call.context, call);
    for (const party of call.parties) {
      add(party.emailAddress, call);
      add(party.userId, call);
      addContext(party.context, call);
    }
  }
  return byKey;
}
