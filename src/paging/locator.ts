/** Addresses of further CRM pages: data to be recognised, never a URL to go to. */

const pattern = /^\/services\/data\/v\d{1,3}\.\d\/query\/([A-Za-z0-9]{15,64}-\d{1,9})$/;

/**
 * The address as it came, if it is a page of a query result and nothing else; null for another
 * host, another path, a query string, or no address at all.
 */
export function checkedLocator(nextRecordsUrl: string | null): string | null {
  return nextRecordsUrl !== null && pattern.test(nextRecordsUrl) ? nextRecordsUrl : null;
}
