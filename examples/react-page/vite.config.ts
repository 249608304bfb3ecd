/** Builds the page; its server hands questions on, so that the gateway need not let another origin in. */

import { defineConfig } from 'vite';

const proxy = { '/graphql': process.env.SWITCHBOARD_URL ?? 'http://127.0.0.1:4000' };

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  server: { proxy },
  preview: { proxy },
});
