/** Which of a deal's own calls a panel is made of, where these are not all. */

import { number } from '../shared/format.ts';
import type { CallList } from './deal-calls.ts';

export const CallsOfPanel = ({ list: { calls, total } }: { list: CallList<unknown> }) =>
  total === null || calls.length >= total
    ? null
    : `Of the newest ${number(calls.length)} of ${number(total)} calls about this deal.`;
