/** The embedded connector service, in a thread of its own: it starts beside the gateway and never takes its time. */

import { Worker } from 'node:worker_threads';

/** What the thread is told. */
export interface EmbeddedOptions {
  readonly size: 'small' | 'large';
  readonly seed: number;
  /** Where the company's database lies; null: in memory. */
  readonly file: string | null;
  /** JSON of the custom schema; null: the shipped example. */
  readonly customSchema: string | null;
}

/** What the thread says once it listens. */
export interface EmbeddedAddress {
  readonly url: string;
  readonly token: string;
  readonly instances: { readonly callAnalytics: string; readonly crm: string };
}

export interface EmbeddedService {
  /** Resolves when it listens; rejects with what kept it from starting. */
  readonly address: Promise<EmbeddedAddress>;
  close(): Promise<void>;
}

export function startEmbedded(options: EmbeddedOptions): EmbeddedService {
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    workerData: options,
  });
  const address = new Promise<EmbeddedAddress>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The embedded connector service ended with ${code} before it listened.`)),
    );
  });
  return {
    address,
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}
