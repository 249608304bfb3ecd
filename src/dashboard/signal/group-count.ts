/** Group counts: whether all groups came, and the note where they did not. */

import { number } from '../shared/format.ts';

interface Groups {
  readonly totalCount: number;
  readonly groups: readonly { readonly keys: readonly { readonly value?: string | null }[] }[];
}

/** Where a group is absent from these, its count is 0. */
export const isWhole = (
  counted: Pick<Groups, 'totalCount'> & { readonly groups: readonly unknown[] },
): boolean => counted.groups.length >= counted.totalCount;

/** `The 40 most frequent of 53.`; empty where all are shown. Calls without a value are a group that is not. */
export function cutText(counted: Groups | null | undefined): string {
  if (counted == null || isWhole(counted)) return '';
  const unnamed = counted.groups.filter(({ keys }) => keys[0]?.value == null).length;
  const listed = counted.groups.length - unnamed;
  return `The ${number(listed)} most frequent of ${number(counted.totalCount - unnamed)}.`;
}
