/** Blamed settings: which variables to look at when an account can't be used. */

import type { OwnAccounts } from '../config/own-account.ts';
import { knownRefusal } from '../contract/wire/known-refusal.ts';
import type { SystemName } from '../errors.ts';
import type { AccountProblem } from './account-probe.ts';

const addresses = ['login_url', 'base_url'] as const;
/** Credentials that are sent with each request: nobody signs in with them. */
const sentAsTheyAre = ['access_key', 'access_token'];

/** Fields that a refusal is about; null: all of the credential. */
function fieldsOf(reason: string): readonly string[] | null {
  switch (knownRefusal(reason)?.part) {
    case 'address':
      return addresses;
    case 'client':
      return ['client_id'];
    case 'secret':
      return ['client_id', 'client_secret'];
    case 'user':
      return ['username'];
    case 'audience':
      return ['jwt_audience'];
    case 'token':
      return ['refresh_token'];
    case 'app':
      return [];
    default:
      return null;
  }
}

/** Names of variables, the likeliest alone where the reason says which; none where the cure is the vendor's side. */
export function blamedSettings(
  { accounts, variables }: OwnAccounts,
  system: SystemName,
  { state, reason, isPassing }: Omit<AccountProblem, 'settings'>,
): readonly string[] {
  if (isPassing) return [];
  const names = variables[system];
  const fields = accounts[system] ?? {};
  const isSet = (field: string): boolean => fields[field] !== undefined;
  const named = (list: readonly string[]): string[] => list.flatMap((field) => names[field] ?? []);
  const usedAddresses = sentAsTheyAre.some(isSet) ? (['base_url'] as const) : addresses;
  const setAddresses = usedAddresses.filter(isSet);
  const ofAddress = setAddresses.length > 0 ? setAddresses : usedAddresses;
  if (state === 'not reachable') {
    // The host in the reason tells which of the addresses it came from.
    const guilty = ofAddress.filter((field) => {
      const host = URL.parse(fields[field] ?? '')?.hostname;
      return host !== undefined && reason.includes(` ${host}`);
    });
    return named(guilty.length > 0 ? guilty : ofAddress);
  }
  if (state === 'failed') return [];
  const isSpent = isSet('refresh_token') && reason.includes('invalid_grant');
  const meant = isSpent ? ['refresh_token'] : fieldsOf(reason);
  if (meant !== null) return named(meant);
  const credential = Object.keys(names).filter((field) => isSet(field) && !isAddress(field));
  return named(reason.startsWith('Wrong host') ? [...credential, 'base_url'] : credential);
}

const isAddress = (field: string): boolean => addresses.some((name) => name === field);

/** A problem in a line: what it is, why, and where to look. */
export function problemText({ state, reason, settings, isPassing }: AccountProblem): string {
  const look =
    isPassing && settings.length === 0
      ? ' Try again later.'
      : settings.length === 0
        ? ''
        : ` Look at ${settings.join(', ')}.`;
  return `${state}: ${reason.replace(/\.?$/, '.')}${look}`;
}
