/** Inputs and types of other folders that links use. */

import type { InputRef } from '@pothos/core';
import type { CallFilter } from '../calls/call-filter.ts';
import type { CallOrderEnum } from '../calls/call-order.ts';
import type { SaidInput } from '../calls/said-filter.ts';
import type { ComparatorInputs } from '../crm/comparator.ts';
import type { CrmShared } from '../crm/object-type.ts';
import type { OrderDirection } from '../crm/order.ts';
import type { CallInputs } from './call-condition.ts';
import type { FactInputs } from './call-fact-input.ts';

export interface LinkInputs extends CallInputs, Pick<CrmShared, 'record' | 'filters' | 'outer'> {
  readonly said: SaidInput;
  readonly facts: FactInputs;
  readonly callFilter: InputRef<CallFilter>;
  readonly callOrder: CallOrderEnum;
  readonly comparators: ComparatorInputs;
  readonly direction: OrderDirection;
}
