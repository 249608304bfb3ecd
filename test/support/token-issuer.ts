/** Signs tokens of clients, and publishes the key that they are checked against. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

const issuer = 'https://issuer.example.test';
const audience = 'switchboard';
const keys = await generateKeyPair('ES256');

export interface TokenIssuer {
  /** Its entry in the access file; the claim `org` names a token's tenant. */
  readonly entry: object;
  close(): void;
}

export async function startTokenIssuer(): Promise<TokenIssuer> {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const jwksUrl = `http://127.0.0.1:${port}/jwks.json`;
  return {
    entry: { issuer, audience, jwksUrl, tenantClaim: 'org', rolesClaim: 'roles' },
    close: () => server.close(),
  };
}

export function signToken(
  subject: string,
  org: string,
  roles: readonly string[],
  claims: JWTPayload = {},
): Promise<string> {
  return new SignJWT({ org, roles, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(keys.privateKey);
}
