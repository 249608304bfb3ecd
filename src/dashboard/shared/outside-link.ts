/** Links out of the dashboard, from texts that others typed. */

/** Address of a web page, or null for a text that leads to none. */
export function webAddress(text: string | null | undefined): URL | null {
  const url = text != null && URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** Link to an address, in which `?` and `&` would begin a subject, a text and further recipients. */
export function mailHref(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}
