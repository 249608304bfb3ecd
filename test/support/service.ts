/** Starts a connector service for a test, and talks to it as a client would. */

import {
  type DemoService,
  type DemoServiceOptions,
  startDemoService,
} from '../../src/demo/service.ts';

import { type MemoryBackend, memoryBackend } from './backend.ts';

export interface TestService extends DemoService {
  readonly backend: MemoryBackend;
  /** Sends an execute call; `instance` defaults to the one of call analytics. */
  post(body: unknown, options?: PostOptions): Promise<Response>;
  /** Sends it, and reads the answer as JSON. */
  execute(body: unknown, options?: PostOptions): Promise<{ status: number; body: TestAnswer }>;
}

export interface PostOptions {
  readonly instance?: string;
  readonly crm?: true;
  readonly headers?: Readonly<Record<string, string>>;
}

interface TestRow {
  readonly id: string;
  readonly Id: string;
  readonly [field: string]: unknown;
}

interface TestPage {
  readonly totalSize: number;
  readonly done: boolean;
  readonly nextRecordsUrl: string;
  readonly records: readonly TestRow[];
  readonly searchRecords: readonly TestRow[];
}

/** An answer as it came, with everything either wrapper may have: tests know which is there. */
export interface TestAnswer {
  readonly result: readonly TestRow[] & TestPage & TestRow;
  readonly connector_metadata: TestPage & {
    readonly pagination: { readonly cursor: string; readonly totalRecords: number };
    readonly cursor: string;
  };
  readonly message: string;
  readonly errors: readonly {
    readonly field: string;
    readonly message: string;
    readonly error_code: string;
  }[];
  readonly [field: string]: unknown;
}

export async function openService(
  options: Partial<DemoServiceOptions> & {
    readonly memory?: Parameters<typeof memoryBackend>[0];
  } = {},
): Promise<TestService> {
  const backend = memoryBackend(options.memory);
  const service = await startDemoService({ backend, ...options });
  const post = (body: unknown, { instance, crm, headers }: PostOptions = {}): Promise<Response> => {
    const id = instance ?? (crm ? service.instances.crm : service.instances.callAnalytics);
    return fetch(`${service.url}/api/v1/connectors/instances/${id}/execute`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
  };
  return {
    ...service,
    backend,
    post,
    async execute(body, where) {
      const response = await post(body, where);
      return { status: response.status, body: (await response.json()) as TestAnswer };
    },
  };
}
