/** Addresses from outside: which a vendor's answer may name, and which a person may configure. Every request to one asks here. */

import { BlockList, isIP } from 'node:net';
import { isLoopback } from './loopback.ts';

type Network = 'public' | 'private' | 'loopback';

/** Networks that no address of the internet is in (RFC 6890). */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');
const loopbackNetworks = new BlockList();
loopbackNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackNetworks.addAddress('::1', 'ipv6');

/**
 * A name's network is told by the name alone. One that is public and leads to a private machine is stopped by
 * TLS: that machine can't prove the name.
 */
function networkOf(hostname: string): Network {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(host) !== 0) {
    if (loopbackNetworks.check(host, family)) return 'loopback';
    return privateNetworks.check(host, family) ? 'private' : 'public';
  }
  if (isLoopback(host) || host.endsWith('.localhost')) return 'loopback';
  const isInner = !host.includes('.') || /\.(?:internal|local|lan|home|corp|intranet)$/.test(host);
  return isInner ? 'private' : 'public';
}

/**
 * Why an address that an answer names is not opened; null for one that may be: https, on the internet or in the
 * network of the address it came from; or http, on this machine, where that address is on this machine, too.
 * @param from address that named it.
 */
export function addressFault(address: string, from: string): string | null {
  const url = URL.parse(address);
  if (url === null) return 'it is no address';
  const network = networkOf(url.hostname);
  const home = networkOf(URL.parse(from)?.hostname ?? '');
  const isHere = network === 'loopback' && home === 'loopback';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return 'it is not https';
  if (url.username !== '' || url.password !== '') return 'it holds a user or a password';
  if (network === 'public' || network === home) return null;
  return network === 'loopback'
    ? 'it is on this machine, and what names it is not'
    : 'it is in a private network, and what names it is not';
}

/** What a person may configure where credentials are sent or keys are fetched: https anywhere, http on this machine alone. */
export function isSafeAddress(address: URL): boolean {
  const { protocol, hostname } = address;
  return protocol === 'https:' || (protocol === 'http:' && networkOf(hostname) === 'loopback');
}
