/** Addresses of the list of calls with filters, to which figures of all screens lead. */

/** What an address may say of the calls. Values of one name are alternatives. */
export interface CallsPlace {
  /** A day, or an instant. */
  readonly from?: string | null;
  /** A day, which is within; or an instant, which is not. */
  readonly to?: string | null;
  readonly days?: string | null;
  readonly scope?: string | null;
  /** Users of the call platform who host or own the call. */
  readonly owner?: readonly string[];
  /** A record of the CRM, by its id there: calls linked to it, and those of its people. */
  readonly related?: string | null;
  /** A deal, by its id in the CRM: calls of its people that are not its own. */
  readonly 'people-of'?: string | null;
  readonly account?: string | null;
  readonly deal?: string | null;
  /** A user of the CRM: calls linked to a deal that is theirs by now. */
  readonly 'deal-owner'?: string | null;
  /** Of a linked deal when the call took place. */
  readonly stage?: readonly string[];
  readonly result?: string | null;
  /** One of these was heard. */
  readonly tracker?: string | readonly string[] | null;
  readonly topic?: string | null;
  /** Words of the title. */
  readonly title?: string | null;
  readonly said?: string | null;
  readonly by?: string | null;
  /** An e-mail address or a domain. */
  readonly with?: string | null;
  readonly role?: string | null;
}

/** The address of the list of these calls. */
export const callsHref = (filters: CallsPlace): string => listHref('/calls', { ...filters });

/** Null and absent values are left out. */
export function listHref(
  path: string,
  filters: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(filters))
    for (const value of [values ?? []].flat()) params.append(name, value);
  return `${path}?${params}`;
}
