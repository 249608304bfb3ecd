/** Inputs and types of other folders that links use. */

import type { InputRef } from '@pothos/core';
import type { CallFilter } from '../calls/call-filter.ts';
import type { CallOrderEnum } from '../calls/call-order.ts';
import type { ComparatorInputs } from '../crm/comparator.ts';
import type { CrmShared } from '../crm/object-type.ts';
import type { OrderDirection } from '../crm/order.ts';
import type { RelativePeriodInput } from '../relative-date.ts';
import type { AboutInput } from './call-content-filter-input.ts';

export interface LinkInputs extends Pick<CrmShared, 'record' | 'filters' | 'outer'> {
  readonly during: RelativePeriodInput;
  readonly about: AboutInput;
  readonly callFilter: InputRef<CallFilter>;
  readonly callOrder: CallOrderEnum;
  readonly comparators: ComparatorInputs;
  readonly direction: OrderDirection;
}
