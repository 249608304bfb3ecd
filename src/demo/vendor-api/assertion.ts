/** Signed assertions of the façade's clients. */

import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify } from 'jose';

interface Expected {
  readonly key: KeyObject;
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly now: Date;
}

/** The fault of an assertion; null when it is valid. */
export async function assertionIssue(
  assertion: string,
  { key, issuer, subject, audience, now }: Expected,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ['RS256'],
      issuer,
      subject,
      audience,
      currentDate: now,
      requiredClaims: ['exp'],
    });
    return (payload.exp ?? 0) * 1000 > now.getTime() + 300_000 ? 'assertion lives too long' : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return 'invalid assertion';
    throw error;
  }
}
