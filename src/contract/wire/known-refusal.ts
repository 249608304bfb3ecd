/**
 * Known refusals of an account: sentences with which the vendors refuse a sign-in or a session, as they
 * publish them or as others met them, each with its cure. Only these are repeated to a reader: any other
 * text of a refusal may hold what was sent.
 */

/** What a refusal is about, so that a reader is told which setting to look at. */
type RefusalPart =
  | 'address'
  | 'client'
  | 'secret'
  | 'user'
  | 'audience'
  | 'token'
  /** The vendor's side: no setting here cures it. */
  | 'app';

interface KnownRefusal {
  /** The vendor's words. */
  readonly words: string;
  readonly cure: string;
  readonly part: RefusalPart;
}

const refusal = (words: string, part: RefusalPart, cure: string): KnownRefusal => ({
  words,
  cure,
  part,
});

const approval =
  "an administrator has to let this user use the app: its policies' permitted users, and a permission set or profile";
const addresses =
  "an administrator has to allow this machine's address: the app's IP relaxation, the user's login IP ranges, or the access key's";
const noApi = "the organisation's edition, or this user, has no API: an administrator enables it";

/** The first whose words occur counts. */
const knownRefusals: readonly KnownRefusal[] = [
  refusal(
    'no client credentials user enabled',
    'app',
    'the app has no Run-As user: an administrator chooses one in its policies, under Client Credentials Flow',
  ),
  refusal(
    'client credentials flow not enabled',
    'app',
    'an administrator enables the Client Credentials Flow in the settings of the app',
  ),
  refusal(
    'request not supported on this domain',
    'address',
    'client credentials are taken at your My Domain alone, https://….my.salesforce.com',
  ),
  refusal(
    "user hasn't approved this consumer",
    'audience',
    `${approval}; or the assertion is for another audience`,
  ),
  refusal('user is not admin approved', 'app', approval),
  refusal(
    'audience is invalid',
    'audience',
    'the assertion is for another audience: https://login.salesforce.com, for a sandbox https://test.salesforce.com',
  ),
  refusal(
    'Audience validation failed',
    'audience',
    'the assertion is for another audience: https://login.salesforce.com, for a sandbox https://test.salesforce.com',
  ),
  refusal('ip restricted', 'app', addresses),
  refusal('IP not allowed', 'app', addresses),
  refusal('IP address not allowed', 'app', addresses),
  refusal('IP address is not allowed', 'app', addresses),
  refusal('The REST API is not enabled for this Organization', 'app', noApi),
  refusal('API_DISABLED_FOR_ORG', 'app', noApi),
  refusal('API is not enabled for this Organization', 'app', noApi),
  refusal('API is disabled for this User', 'app', noApi),
  refusal(
    'This session is not valid for use with the REST API',
    'app',
    'the app lacks the scope `api` (Manage user data via APIs), or its user the right API Enabled',
  ),
  refusal(
    'Connected app is not attached to Agent',
    'app',
    'the token is one for agents: the app needs the scope `api`, and its user the right API Enabled',
  ),
  refusal(
    'client identifier invalid',
    'client',
    'no app has this consumer key at this address; a new app is known after about ten minutes',
  ),
  refusal('invalid client credentials', 'secret', "it is not this app's consumer secret"),
  refusal(
    'app must be installed into org',
    'app',
    'an administrator installs the app: Setup → Connected Apps OAuth Usage',
  ),
  refusal(
    'external client app is not installed in this org',
    'app',
    'the address is of another organisation than the app, or an administrator has to install it',
  ),
  refusal('expired access/refresh token', 'token', 'the token has ended or was revoked'),
  refusal('inactive user', 'user', 'the user is not active'),
  refusal('user is locked', 'user', 'the user is locked out: an administrator unlocks them'),
  refusal('inactive organization', 'app', 'the organisation is not active'),
  refusal(
    'redirect_uri must match configuration',
    'app',
    "the app's callback addresses lack this one, to the letter",
  ),
  refusal('invalid code verifier', 'app', 'sign in once more'),
  refusal('expired authorization code', 'app', 'sign in once more; a code is good for minutes'),
  refusal('end-user denied authorization', 'user', 'whoever signed in did not allow the app'),
];

/** The refusal whose words occur in a text; null for any other text. */
export function knownRefusal(text: string): KnownRefusal | null {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return knownRefusals.find(({ words }) => plain.includes(words.toLowerCase())) ?? null;
}

/** The vendor's words, and what to do about it. */
export const refusalSentence = ({ words, cure }: KnownRefusal): string => `“${words}”: ${cure}`;
