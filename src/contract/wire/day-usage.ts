/** Daily usage header: the day's calls and their limit, as the CRM reports them with an answer. */

/** Daily usage as an answer reports it: the calls of all programs on the account. */
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
