/** Shared state of the functions that define the schema: builder, CRM model and types by name. */

import type { InputRef } from '@pothos/core';
import type { CrmModel } from '../contract/crm/model.ts';
import type { Builder } from './builder.ts';
import type { CallTypes } from './calls/type.ts';
import type { CrmTypes } from './crm/type.ts';
import type { KeyInput } from './root-lookup.ts';

/** A list from upstream may be wrong as a whole, and each of its items by itself. */
export const wireList = { list: true, items: true } as const;

export interface Graph {
  readonly builder: Builder;
  readonly model: CrmModel;
  /** Input that names one object in a root lookup. */
  readonly key: InputRef<KeyInput>;
  readonly calls: CallTypes;
  readonly crm: CrmTypes;
}
