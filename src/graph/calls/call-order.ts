/** Order of lists of calls: which end comes first. */

import type { EnumRef } from '@pothos/core';
import type { CallOrder } from '../../participants/call-query.ts';
import type { Builder, Types } from '../builder.ts';

export type CallOrderEnum = EnumRef<Types, CallOrder>;

export const createCallOrder = (builder: Builder): CallOrderEnum =>
  builder.enumType('RelatedCallOrder', {
    description: 'Which end of the calls comes first.',
    values: {
      NEWEST: { value: 'newest' as const, description: 'The latest start first.' },
      OLDEST: { value: 'oldest' as const, description: 'The earliest start first.' },
    },
  });
