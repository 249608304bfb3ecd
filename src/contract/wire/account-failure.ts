/** Failures of an account as a whole: refused sign-ins and sessions, and addresses that are not the vendor's. */

import type { UpstreamCode, UpstreamDetail, UpstreamError, UpstreamSite } from '../../errors.ts';
import type { ErrorBody } from './error-body.ts';
import { knownRefusal, refusalSentence } from './known-refusal.ts';

/** A refusal, as far as it is about the account. */
interface AccountReading {
  readonly status: number;
  readonly site: UpstreamSite;
  readonly error: ErrorBody;
  has(...codes: readonly string[]): boolean;
  fail(code: UpstreamCode, message: string, more?: UpstreamDetail): UpstreamError;
}

type AccountRule = (reading: AccountReading) => UpstreamError | null;

/** The page at a CRM's token address, for a reader. */
export const noTokenAddress =
  'What answers to signing in is a page: a Lightning address, where people work, or a proxy; use your My Domain, https://….my.salesforce.com';

/** A credential that the call platform does not know, for a reader. */
export const wrongHostOrKey =
  'Wrong host or wrong key: some accounts are known at an address of their own alone (GONG_BASE_URL, shown beside the key), which others refuse like a wrong key';

/** Codes of OAuth's refusals, as texts: they are not in capitals. */
const grantRefusals =
  /^(invalid_(grant|client|client_id|app_access|request|scope)|unauthorized_client|access_denied)$/;

/** Why the connector service could not sign in, in its own closed words. */
const signInReason =
  /^Signing in was refused: (nobody has signed in; run `switchboard login crm`|(?:[a-z_]{1,40}|status \d{3})(?:; the clock of this machine is \d{1,9} min (?:ahead of|behind) the vendor's)?)/;

/** The account as a whole is let in no more, whatever is asked: a right that was given would not cure it. */
export const refusedAccount: AccountRule = ({ status, error, has, fail }) => {
  const isRefusal =
    status === 401 || status === 403 || error.texts.some((text) => grantRefusals.test(text));
  if (!isRefusal || status >= 500) return null;
  if (has('WRONG_HOST_OR_KEY')) return fail('UPSTREAM_AUTH', `${wrongHostOrKey}.`);
  const cause = [...error.texts, ...error.codes]
    .map(knownRefusal)
    .find((refusal) => refusal !== null);
  if (cause) return fail('UPSTREAM_AUTH', `The upstream says ${refusalSentence(cause)}.`);
  if (!has('SIGN_IN_REFUSED')) return null;
  const reason = error.texts.map((text) => signInReason.exec(text)?.[1]).find(Boolean);
  return fail(
    'UPSTREAM_AUTH',
    `The upstream does not accept the credential${reason ? ` (${reason})` : ''}.`,
  );
};

/** Addresses of a vendor that are wrong, as the connector service reports them. */
export const wrongAddress: AccountRule = ({ has, site, fail }) => {
  if (has('HOST_NOT_FOUND'))
    return fail('UPSTREAM_UNAVAILABLE', "No machine has the name of the vendor's host.");
  if (!has('NO_TOKEN_ADDRESS')) return null;
  const where = site.service === 'crm' ? noTokenAddress : 'What answers to signing in is a page';
  return fail('UPSTREAM_UNAVAILABLE', `${where}.`, { retryable: false });
};
