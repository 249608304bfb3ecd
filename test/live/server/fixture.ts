/** Fixtures of the second server: the rows of both vendors in a JSON file. Their dates stand near the first of January 2000, and are moved to the last days. */

import type { CallCompany } from './call-company.ts';
import type { Row } from './platform-row.ts';
import type { Tables } from './soql-scope.ts';

export interface LiveFixture {
  readonly note: string;
  readonly company: CallCompany;
  readonly tables: Tables;
  /** Objects and fields of the CRM that the user may not read. */
  readonly hidden: readonly string[];
  /** Scopes that the call platform's key lacks. */
  readonly lacking: readonly string[];
}

const hourMs = 3_600_000;
const recorded = /^2000-01-01(?:T00:00(.*))?$/;

/** The same with each row's dates an hour before the row's before it, in the form they have. */
export function datedFixture(fixture: LiveFixture, now: number): LiveFixture {
  const dated = (value: Row, hours: number): Row => {
    if (Array.isArray(value)) return value.map((item, at) => dated(item, hours + at + 1));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          // The lists of a row are of its own time.
          Array.isArray(member) && 'id' in value
            ? member.map((item) => dated(item, hours))
            : dated(member, hours),
        ]),
      );
    const [text, tail] = recorded.exec(String(value)) ?? [];
    if (text === undefined) return value;
    const at = new Date(now - hours * hourMs).toISOString();
    return tail === undefined ? at.slice(0, 10) : at.slice(0, 16) + tail;
  };
  return { ...fixture, company: dated(fixture.company, 0), tables: dated(fixture.tables, 0) };
}
