/** The library's options: what is wrong is named before anything is opened. */

import { expect, it } from 'vitest';
import { createGateway, type GatewayOptions } from '../../src/main/mounted-gateway.ts';

it.each([
  [
    {},
    'publicUrl: expected a URL that begins with http:// or https://, without a path; got undefined',
  ],
  [{ publicUrl: 'http://127.0.0.1:4000/data' }, 'publicUrl: expected a URL'],
  [{ publicUrl: 'ftp://127.0.0.1' }, 'publicUrl: expected a URL'],
  [
    { publicUrl: 'http://127.0.0.1:4000', isopen: true },
    'isopen: expected one of publicUrl, environment, isOpen, logger',
  ],
  [{ publicUrl: 'http://graph.example' }, 'publicUrl: expected an address of this machine'],
  [
    {
      publicUrl: 'http://127.0.0.1:4000',
      environment: { PUBLC_URL: 'x', MAX_ERORS: '1', INDEX: 'maybe' },
    },
    'INDEX: expected',
  ],
])('%j is refused', async (options, sentence) => {
  await expect(createGateway(options as GatewayOptions)).rejects.toThrow(sentence);
});
