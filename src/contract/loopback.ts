/** Loopback test: host names and addresses that reach this machine alone. */

const loopback = /^(?:localhost|(?:::ffff:)?127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[?::1\]?)$/;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
