/** Which host names and addresses reach this machine alone. */

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|::ffff:127(?:\.\d{1,3}){3})$/;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
