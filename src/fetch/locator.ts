/** Addresses of further CRM pages: data to be recognised, never a URL to go to. */

const pattern = /^\/services\/data\/v\d{1,3}\.\d\/query\/([A-Za-z0-9]{15,64}-\d{1,9})$/;

/**
 * The address as it came, if it is a page of a query result and nothing else; null for another
 * host, another path, a query string, or no address at all.
 */
export function checkedLocator(nextRecordsUrl: string | null): string | null {
  return nextRecordsUrl !== null && pattern.test(nextRecordsUrl) ? nextRecordsUrl : null;
}

/** How many rows of its query lie before the page: `/services/data/v59.0/query/0r8…-2000` → 2000. */
export function locatorOffset(nextRecordsUrl: string | null): number | null {
  const url = checkedLocator(nextRecordsUrl);
  return url === null ? null : Number(url.slice(url.lastIndexOf('-') + 1));
}
