import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that try all of their cases here, and a share of them in `npm test`: see test/support/cases.ts. */
const sampled = [
  'test/graph/attack-schema.test.ts',
  'test/graph/every-field.test.ts',
  'test/graph/every-value.test.ts',
  'test/graph/window.test.ts',
  'test/graph/between-windows.test.ts',
  'test/graph/filter.test.ts',
  'test/graph/plan/argument.test.ts',
  'test/graph/plan/early-end.test.ts',
  'test/graph/links/last-call-input.test.ts',
  'test/fetch/keyset-window.test.ts',
  'test/soql/parse.test.ts',
  'test/soql/print.test.ts',
  'test/graph/calls/every-field.test.ts',
  'test/graph/calls/fault.test.ts',
  'test/graph/apart.test.ts',
  'test/graph/walk.test.ts',
  'test/graph/plan/property.test.ts',
  'test/graph/free-soql.test.ts',
  'test/fetch/service.test.ts',
  'test/connector-service/backends/synthetic/soql/property.test.ts',
  'test/connector-service/vendor/equal.test.ts',
  'test/connector-service/vendor/graph.test.ts',
  'test/participants/filtered.test.ts',
  'test/participants/odd-value.test.ts',
  'test/participants/service.test.ts',
  'test/participants/store.test.ts',
  'test/upstream/shared-store.test.ts',
  'test/cli/index.test.ts',
  'test/graph/federation.test.ts',
  'test/server/explain-page.test.ts',
  'test/server/media-route.test.ts',
  'test/main/end.test.ts',
  'test/main/start.test.ts',
  'test/main/own-account.test.ts',
  'test/main/webhook.test.ts',
  'test/main/configured.test.ts',
  'test/graph/links/index-away.test.ts',
  'test/system/parts-away.test.ts',
];

/** The wide runs: matrices, random questions, and several processes under faults, which take too long for `npm test`. */
const wide = mergeConfig(
  base,
  defineConfig({ test: { testTimeout: 900_000, env: { TEST_WIDE: '1' } } }),
);
/** Of these the wide runs take a share; `npm run test:matrix` tries every cell: those of lists in seven minutes on an idle machine, the others take longer. */
const matrices = ['test/wide/{matrix-*,growth,wrong-value}.wide.ts'];
wide.test = {
  ...wide.test,
  include: process.env.TEST_MATRIX ? matrices : ['test/**/*.wide.ts', ...sampled],
};

export default wide;
