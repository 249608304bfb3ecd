/** The session of an instance with its vendor: cached until it ends, renewed by a single flight. */

import { createHash } from 'node:crypto';
import { addressFault } from '../../../contract/outside-address.ts';
import type { SystemName } from '../../../errors.ts';
import { BackendError } from '../../backend.ts';
import { AddressRefused, type VendorHttp } from '../http.ts';
import type { VendorAccess } from './credential.ts';
import { basic, type Exchanged, type Granted, requestGrant, SignInRefused } from './grant.ts';
import { type StoredToken, type TokenStore, UnreadableTokenError } from './token-store.ts';

export interface Session {
  /** Value of the header. */
  readonly authorization: string;
  /** Base address of requests: follows the newest token. */
  readonly base: string;
}

export interface SessionManager {
  /** @throws SignInRefused, or BackendError where the vendor can't be reached. */
  current(): Promise<Session>;
  /** Another session in place of one that ended; null where nothing renews it. @throws as current */
  after(ended: Session): Promise<Session | null>;
}

interface SessionOptions {
  readonly system: SystemName;
  /** Under which name tokens are stored: the instance's id. */
  readonly account: string;
  readonly access: VendorAccess;
  readonly http: VendorHttp;
  readonly store: TokenStore;
  readonly clock: () => number;
}

/** A token is renewed so long before it ends: requests on their way must not outlive it. */
const marginMs = 60_000;
/** Time for which a failed sign-in is cached, before the next one with the same credential. */
const rejectionMs = 60_000;

export function sessionManager(options: SessionOptions): SessionManager {
  const { credential, base } = options.access;
  switch (credential.form) {
    case 'access-token':
      return unchanging({ authorization: `Bearer ${credential.token}`, base });
    case 'access-key':
      return unchanging({ authorization: basic(credential.key, credential.secret), base });
    default:
      return renewing(options, credential);
  }
}

function unchanging(session: Session): SessionManager {
  return { current: async () => session, after: async () => null };
}

function renewing(options: SessionOptions, credential: Exchanged): SessionManager {
  const { system, account, access, http, store, clock } = options;
  const line = lineOf(credential, access.login);
  let held: StoredToken | null = null;
  let renewal: Promise<StoredToken> | null = null;
  let refused: {
    readonly error: BackendError;
    readonly token: string | null;
    readonly at: number;
  } | null = null;

  /** Given out and not stored yet, for the store was away; with the refresh token it came for. */
  let unstored: { readonly token: StoredToken; readonly for: string | null } | null = null;

  /** The newest token of this line, stored by any process; null for one that can't be read where signing in anew needs no person. */
  const stored = async (): Promise<StoredToken | null> => {
    const token = await store.read(account).catch((error: unknown) => {
      const needsPerson = credential.form === 'refresh-token' || credential.form === 'person';
      if (error instanceof UnreadableTokenError && !needsPerson) return null;
      throw error;
    });
    return token?.line === line ? token : null;
  };
  const isGood = (token: StoredToken): boolean =>
    faultOf(token, access.login) === null &&
    (token.expiresAt === null || token.expiresAt - marginMs > clock());

  /** Tokens that follow from a refresh token, as the vendor answered. */
  const exchange = async (refreshToken: string | null, now: number): Promise<StoredToken> => {
    const grant = { system, access, credential, refreshToken, now };
    const granted = await requestGrant(http, grant).catch((error: unknown) => {
      if (error instanceof SignInRefused) refused = { error, token: refreshToken, at: now };
      throw error;
    });
    return tokenOf(line, granted, refreshToken, now);
  };

  const renew = (ended: string | null): Promise<StoredToken> => {
    renewal ??= store
      .locked(account, async () => {
        // Another process may have renewed it while this one waited for the lock.
        const newest = await stored();
        if (newest !== null && newest.accessToken !== ended && isGood(newest)) return newest;
        const refreshToken =
          newest?.refreshToken ??
          (credential.form === 'refresh-token' ? credential.refreshToken : null);
        if (credential.form === 'person' && refreshToken === null)
          throw new SignInRefused('nobody has signed in; run `switchboard login crm`');
        const now = clock();
        if (refused !== null && refused.token === refreshToken && now - refused.at < rejectionMs)
          throw refused.error;
        if (unstored?.for !== refreshToken)
          unstored = { token: await exchange(refreshToken, now), for: refreshToken };
        const { token } = unstored;
        // Before it is used or judged: a single-use token that gets lost locks the account out for good.
        await store.write(account, token);
        unstored = null;
        const fault = faultOf(token, access.login);
        if (fault === null) return token;
        refused = { error: fault, token: token.refreshToken, at: now };
        throw fault;
      })
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };

  const sessionOf = (token: StoredToken): Session => {
    held = token;
    return { authorization: `Bearer ${token.accessToken}`, base: token.base ?? access.base };
  };

  return {
    async current() {
      held ??= await stored();
      if (held !== null && isGood(held)) return sessionOf(held);
      return sessionOf(await renew(held?.accessToken ?? null));
    },
    async after({ authorization }) {
      const ended = authorization.replace(/^Bearer /, '');
      // Renewed since that request was sent: the newest is worth a try before another sign-in.
      if (held !== null && held.accessToken !== ended && isGood(held)) return sessionOf(held);
      return sessionOf(await renew(ended));
    },
  };
}

const tokenOf = (
  line: string,
  { accessToken, refreshToken, base, expiresIn }: Granted,
  before: string | null,
  now: number,
): StoredToken => ({
  line,
  accessToken,
  refreshToken: refreshToken ?? before,
  base,
  expiresAt: expiresIn === null ? null : now + expiresIn * 1000,
});

/**
 * Stores what a person's sign-in gave, in place of whoever signed in before.
 * @throws BackendError for an answer that is no session, or ends with it
 */
export async function storePerson(
  { account, access, store, clock }: Pick<SessionOptions, 'account' | 'access' | 'store' | 'clock'>,
  granted: Granted,
): Promise<void> {
  const { credential, login } = access;
  if (credential.form !== 'person') throw new TypeError('Expected an account of a person');
  const token = tokenOf(lineOf(credential, login), granted, null, clock());
  const fault = faultOf(token, login);
  if (fault !== null) throw fault;
  if (token.refreshToken === null) throw new SignInRefused(noRefreshToken);
  await store.locked(account, () => store.write(account, token));
}

const noRefreshToken =
  'the answer had no refresh token; the app needs the scope refresh_token (Perform requests at any time)';

/** What is wrong with a token, which is judged once it is stored: its refresh token is good all the same. */
function faultOf({ accessToken, base }: StoredToken, login: string): BackendError | null {
  if (accessToken === null) return new BackendError(502, 'The token address gave no access_token');
  const fault = base === null ? null : addressFault(base, login);
  return fault === null ? null : new AddressRefused(fault);
}

/** Changes when the configured credential does: the stored token of another one counts no more. */
function lineOf(credential: Exchanged, login: string): string {
  return createHash('sha256')
    .update(JSON.stringify([credential, login]))
    .digest('base64url');
}
