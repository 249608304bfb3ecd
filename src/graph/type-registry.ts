/** Type registry: the builder, the CRM model and the types by name, shared by all functions that define the schema. */

import type { InputRef } from '@pothos/core';
import type { CrmModel } from '../contract/crm/model.ts';
import type { Builder } from './builder.ts';
import type { CallTypes } from './calls/type-reference.ts';
import type { CrmTypes } from './crm/type-reference.ts';
import type { KeyInput } from './root-lookup.ts';

export interface TypeRegistry {
  readonly builder: Builder;
  readonly model: CrmModel;
  /** Input that names one object in a root lookup. */
  readonly key: InputRef<KeyInput>;
  readonly calls: CallTypes;
  readonly crm: CrmTypes;
}
