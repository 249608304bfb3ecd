/**
 * The door of the demonstration: opens the synthetic company, and serves it as a connector service or as the
 * vendors' own APIs. The rest of `src` imports nothing else of this folder, and this only to show it.
 */

import type { CustomSchema } from '../contract/crm/custom-schema.ts';
import type { CurrencyChoice } from './company/currency.ts';
import type { CompanySize } from './company/size.ts';
import { type DemoService, type DemoServiceOptions, startDemoService } from './service.ts';
import { openSyntheticBackend, type SyntheticBackend } from './synthetic-backend.ts';
import type { Facade } from './vendor-api/vendor-api.ts';

export type { DemoService, Facade };

export interface CompanyOptions {
  readonly size: CompanySize;
  readonly seed: number;
  readonly currencies: CurrencyChoice;
  /** File of its database; null: in memory. */
  readonly file: string | null;
  /** Null: the shipped example. */
  readonly customSchema: CustomSchema | null;
  /** Receives how much of a large company is made, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** @throws UserInputError when the file holds something else; Error when the port is taken. */
export function openDemoService(
  company: CompanyOptions,
  options: Omit<DemoServiceOptions, 'backend'> = {},
): Promise<{ readonly service: DemoService; readonly backend: SyntheticBackend }> {
  return withCompany(company, async (backend) => ({
    service: await startDemoService({ ...options, backend }),
    backend,
  }));
}

/** @throws UserInputError when the file holds something else; Error when the port is taken. */
export async function openDemoVendors(company: CompanyOptions, port: number): Promise<Facade> {
  const { startFacade } = await import('./vendor-api/vendor-api.ts');
  return withCompany(company, (backend) => startFacade({ backend, port }));
}

async function withCompany<T>(
  options: CompanyOptions,
  start: (backend: SyntheticBackend) => Promise<T>,
): Promise<T> {
  const backend = await openCompany(options);
  try {
    return await start(backend);
  } catch (error) {
    backend.close();
    throw error;
  }
}

async function openCompany(options: CompanyOptions): Promise<SyntheticBackend> {
  const { size, seed, currencies, file, customSchema, progress } = options;
  const now = () => new Date();
  const company = {
    size,
    seed,
    currencies,
    now,
    // Midnight, while a file is made, must not make it another day's.
    day: now().toISOString().slice(0, 10),
    ...(customSchema !== null && { customSchema }),
  };
  if (file === null) return openSyntheticBackend(company);
  if (size === 'large') {
    const { makeCompanyFile } = await import('./database/company-file.ts');
    await makeCompanyFile({ ...company, file }, progress);
  }
  return openSyntheticBackend({ ...company, file });
}
