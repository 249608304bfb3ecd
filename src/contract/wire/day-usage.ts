/** What an answer says of the calls its vendor's day has: all programs' calls, not only these. */

export interface DayUsage {
  readonly used: number;
  readonly limit: number;
}

/** Header of the CRM's API, handed on by the service: `api-usage=10018/100000; api-bursts=1/750`. */
export const dayUsageHeader = 'sforce-limit-info';

/** @returns null where the header is missing or says something else. */
export function readDayUsage(header: string | null): DayUsage | null {
  const [, used, limit] =
    /(?:^|[;,])\s*api-usage=(\d{1,12})\/(\d{1,12})(?!\d)/.exec(header ?? '') ?? [];
  return used === undefined || limit === undefined
    ? null
    : { used: Number(used), limit: Number(limit) };
}
