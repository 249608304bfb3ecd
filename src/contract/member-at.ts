/** The member of a list whose index is known to be in it. */

/**
 * The member at an index, from the end where it is negative. @throws RangeError where there is none
 * @example memberAt(['first', 'last'], -1) // → 'last'
 */
export function memberAt<T>(list: readonly T[], index: number): T {
  const member = list.at(index);
  if (member === undefined)
    throw new RangeError(`Expected a member at ${index}, the list has ${list.length}`);
  return member;
}
