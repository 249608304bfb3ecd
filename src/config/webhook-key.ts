/** Keys that sign the call platform's events, by tenant. */

import type { Access } from './access-file.ts';
import { readNamedFile } from './named-file.ts';
import type { Environment } from './variable.ts';
import { isRsaKey } from './variable-kind.ts';

/** Keys in PEM or base64, by tenant. */
export type WebhookKeys = ReadonlyMap<string, string>;

/** The environment's key is for tenants with the environment's connector: other companies' events have other keys. */
export function readWebhookKeys(
  env: Environment,
  access: Access | null,
  issues: string[],
): WebhookKeys {
  const defaultKey = readKey(env.CALL_ANALYTICS_WEBHOOK_KEY_FILE, issues);
  const entries = access === null ? [['default', null] as const] : [...access.tenants];
  const keys = new Map<string, string>();
  for (const [tenant, entry] of entries) {
    const key = entry?.webhookKey ?? (entry?.connector ? null : defaultKey);
    if (key !== null) keys.set(tenant, key);
  }
  if (keys.size > 0 && env.PUBLIC_URL === undefined)
    issues.push(
      'PUBLIC_URL: expected a value since there is a key of the webhook, whose events name the address they are sent to; got none',
    );
  return keys;
}

function readKey(file: string | undefined, issues: string[]): string | null {
  if (file === undefined) return null;
  const name = 'CALL_ANALYTICS_WEBHOOK_KEY_FILE';
  const pem = readNamedFile(name, file, issues);
  if (pem === null || isRsaKey(pem)) return pem;
  issues.push(
    `${name}: expected an RSA public key of at least 2,048 bits in ${file}, in PEM or as the platform shows it, in base64; got something else`,
  );
  return null;
}
