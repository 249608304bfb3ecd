/** Credential of Switchboard at the connector service: a bearer token, or a client that is exchanged for one. */

export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | {
      /** Exchanged for a short-lived token. */
      readonly kind: 'client';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly tokenUrl: URL;
    };
