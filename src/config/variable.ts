/** Environment variables of Switchboard: meaning, kind and default of each. */

import { ownAccountVariables } from './own-account-variable.ts';
import {
  type Defaulted,
  defaulted,
  optional,
  secret,
  type Variable,
} from './variable-declaration.ts';
import * as kind from './variable-kind.ts';

/** In the order of `.env.example` and of the operator's page. */
export const variables = {
  HOST: defaulted(
    kind.line,
    '127.0.0.1',
    'Address the graph listens on. Anything but loopback needs ACCESS_FILE.',
  ),
  PORT: defaulted(kind.port, 4000, 'Port the graph listens on; 0 lets the system choose.'),
  PUBLIC_URL: optional(
    kind.publicUrl,
    'Where clients reach this server, for media URLs; unset: the address it listens on, which is none that others reach where HOST is 0.0.0.0.',
  ),
  ALLOWED_HOSTS: defaulted(
    kind.hostNames,
    '',
    'Names under which this server is reached, beside loopback names and that of PUBLIC_URL, separated by commas; *: any. None: no others where everyone may ask everything, any with ACCESS_FILE.',
  ),
  ADMIN_HOST: defaulted(kind.line, '127.0.0.1', 'Address of the admin port.'),
  ADMIN_PORT: optional(kind.port, 'Port of /healthz, /readyz and /metrics; unset: none.'),
  WORKERS: defaulted(
    kind.count(1, 64),
    1,
    'Processes that share the port; 1 serves from the main process, more need REDIS_URL and no embedded service.',
  ),

  CONNECTOR_BASE_URL: optional(
    kind.webUrl,
    'Base URL of a hosted connector service; unset: the embedded one, for tenants without a connector of their own.',
  ),
  CONNECTOR_TOKEN: secret(kind.bearerToken, 'Bearer token for the connector service.'),
  CONNECTOR_CLIENT_ID: optional(
    kind.line,
    'Client id exchanged for a token, in place of CONNECTOR_TOKEN.',
  ),
  CONNECTOR_CLIENT_SECRET: secret(kind.line, 'Secret of CONNECTOR_CLIENT_ID.'),
  CONNECTOR_TOKEN_URL: optional(kind.webUrl, 'Where CONNECTOR_CLIENT_ID is exchanged for a token.'),
  CALL_ANALYTICS_INSTANCE_ID: optional(
    kind.instanceId,
    'Connector instance of the call-analytics platform.',
  ),
  CRM_INSTANCE_ID: optional(kind.instanceId, 'Connector instance of the CRM.'),
  CRM_LOCATOR_PARAM: optional(
    kind.parameterName,
    'Parameter in which the service takes a nextRecordsUrl back; unset: it takes none.',
  ),
  CRM_NULLS: defaulted(
    kind.choice('sent', 'left-out'),
    'sent',
    'Fields of a record without a value: sent as null, so that one which is not named is an error, or left out by the service, so that it has no value.',
  ),

  ...ownAccountVariables,

  COMPANY_SIZE: defaulted(
    kind.choice('small', 'large'),
    'small',
    'Size of the embedded service’s synthetic company.',
  ),
  COMPANY_CURRENCIES: defaulted(
    kind.choice('one', 'three'),
    'one',
    'Currencies of the synthetic company: one, or three (USD, EUR, JPY).',
  ),

  COMPANY_TIME_ZONE: defaulted(
    kind.timeZone,
    'UTC',
    'Time zone of the company: relative dates such as THIS_QUARTER are days of it where calls are asked for.',
  ),
  DATA_DIR: defaulted(
    kind.directory,
    '.switchboard',
    'Directory for the index, the signing key and the synthetic company.',
  ),
  CRM_CUSTOM_SCHEMA: optional(
    kind.line,
    'File (JSON) that declares the organisation’s custom objects and fields; discover: they are asked of the CRM, over an own account or a hosted service.',
  ),
  SIGNING_KEY: secret(
    kind.longSecret,
    'Signs cursors and media URLs, the same for all processes; unset: made once in DATA_DIR.',
  ),
  REDIS_URL: secret(
    kind.redisUrl,
    'Redis or Valkey that several gateways share: cache, budget, quotas, persisted queries.',
  ),

  INDEX: defaulted(
    kind.choice('on', 'off'),
    'on',
    'The participant index, which answers calls by e-mail.',
  ),
  INDEX_DATABASE_URL: secret(
    kind.postgresUrl,
    'PostgreSQL that holds the index for several gateways; unset: SQLite in DATA_DIR. Of the synthetic company it is in memory.',
  ),
  INDEX_HORIZON_MONTHS: defaulted(
    kind.count(1, 240),
    24,
    'How many months the index reaches back.',
  ),
  INDEX_INTERVAL_SECONDS: defaulted(
    kind.count(1, 2_000_000),
    300,
    'Pause between two incremental synchronisations of the index.',
  ),
  TRANSCRIPTS_INDEX: defaulted(
    kind.choice('off', 'on'),
    'off',
    'The transcript index, which finds calls by what was said. It holds every word of the transcripts.',
  ),
  TRANSCRIPTS_INDEX_HORIZON_MONTHS: defaulted(
    kind.count(1, 240),
    6,
    'How many months the transcript index reaches back, as far as the index does.',
  ),

  CALL_ANALYTICS_PER_SECOND: defaulted(
    kind.count(1),
    3,
    'Most calls a second to each account of the call-analytics platform; to the synthetic company there is no limit.',
  ),
  CALL_ANALYTICS_PER_DAY: defaulted(
    kind.count(1),
    10_000,
    'Most calls a day to each account of the call-analytics platform.',
  ),
  CALL_ANALYTICS_WEBHOOK_KEY_FILE: optional(
    kind.line,
    'File (PEM) of the public key that signs the call platform’s events; unset: /webhooks/call-platform is not there. Needs PUBLIC_URL.',
  ),
  CRM_PER_SECOND: defaulted(kind.count(), 0, 'Most calls a second to the CRM; 0: no limit.'),
  CRM_CONCURRENT: defaulted(kind.count(1), 25, 'Most calls to the CRM at one time.'),
  CRM_PER_DAY: optional(
    kind.count(1),
    'Most calls a day to the CRM; unset: 100,000, and of your own account what the CRM itself allows.',
  ),
  UPSTREAM_JITTER_MS: defaulted(
    kind.count(0, 10_000),
    150,
    'How much later a call that was given up without an answer may still arrive upstream.',
  ),
  CACHE_MAX_BYTES: optional(
    kind.count(),
    'Memory for upstream answers and their rows; 0 turns caching off; unset: five eighths of a sixth of the heap limit, at most 80 MiB.',
  ),
  ANSWER_CACHE_MAX_BYTES: optional(
    kind.count(),
    'Memory for whole answers, sent again while all they were made of is fresh; 0 keeps none; unset: an eighth of a sixth of the heap limit, at most 16 MiB.',
  ),
  ATTEMPT_TIMEOUT_MS: defaulted(
    kind.milliseconds(1),
    120_000,
    'Longest wait for one upstream attempt; what is left of the request’s time ends it before.',
  ),
  REQUEST_TIMEOUT_MS: defaulted(
    kind.milliseconds(1),
    30_000,
    'Longest time a request may take, upstream calls included; an operation that goes on a second longer is stopped.',
  ),

  ACCESS_FILE: optional(
    kind.line,
    'File (JSON) of tenants, roles, API keys and token issuers; unset: open, on loopback only.',
  ),
  CORS_ORIGINS: defaulted(
    kind.origins,
    '',
    'Origins whose pages may call the graph, separated by commas; none when unset.',
  ),
  DOCUMENTS: defaulted(
    kind.choice('any', 'trusted'),
    'any',
    'Which documents are executed: any, or only those of schema/operations and the saved questions.',
  ),
  DOCUMENT_MANIFEST: optional(
    kind.line,
    'File (JSON) of further trusted documents: id or hash to text.',
  ),
  QUERIES_DIR: optional(
    kind.line,
    'Folder of saved questions; unset: queries/, which comes with Switchboard.',
  ),
  GRAPHIQL: defaulted(kind.choice('on', 'off'), 'on', 'The GraphiQL page.'),
  DASHBOARD: defaulted(kind.choice('on', 'off'), 'on', 'The dashboard under /app.'),
  DASHBOARD_FRAME_ANCESTORS: defaulted(
    kind.origins,
    '',
    'Origins whose pages may show the dashboard in a frame, separated by commas; none when unset.',
  ),
  EXPLAIN: defaulted(
    kind.choice('off', 'header', 'on'),
    'header',
    'Answers that explain themselves: never, when the header asks, always.',
  ),
  MEDIA_URL_SECONDS: defaulted(kind.count(1), 3600, 'How many seconds a media URL stays valid.'),
  MEDIA_LINK_CALLS: defaulted(
    kind.count(1),
    300,
    'Most upstream calls that one media URL may cost, of all who have it; then it answers 429.',
  ),

  MAX_BODY_BYTES: defaulted(kind.count(1024), 2 ** 18, 'Largest request body.'),
  MAX_TOKENS: defaulted(
    kind.count(100, 20_000),
    4_000,
    'Most tokens of a document; its text may have 32 characters for each.',
  ),
  MAX_DEPTH: defaulted(kind.count(1, 200), 24, 'Deepest selection, fragments expanded.'),
  MAX_ALIASES: defaulted(kind.count(), 100, 'Most aliases, fragments expanded.'),
  MAX_PAGE_SIZE: defaulted(
    kind.count(1, 1_000),
    100,
    'Most edges of one window of a connection; asking for more is an error.',
  ),
  MAX_FIELDS: defaulted(kind.count(1), 2_000, 'Most fields, fragments expanded.'),
  MAX_VALUES: defaulted(
    kind.count(1),
    10_000,
    'Most values of a document’s arguments, a variable counted wherever it is used, and a text once for each 32 characters.',
  ),
  MAX_COST: defaulted(kind.count(1), 1_000, 'Most upstream calls a document may need at worst.'),
  MAX_ANSWER_BYTES: defaulted(
    kind.count(1024),
    16 * 2 ** 20,
    'Largest answer; a larger one is an error.',
  ),
  MAX_CLIENT_UNREAD_BYTES: defaulted(
    kind.count(1024),
    32 * 2 ** 20,
    'Most bytes of answers that one client has not read yet, in each process; more are shed with 503.',
  ),
  MAX_UNREAD_BYTES: defaulted(
    kind.count(1024),
    128 * 2 ** 20,
    'Most bytes of answers that no client has read yet, in each process; more are shed with 503.',
  ),
  MAX_CONCURRENT: defaulted(kind.count(1), 256, 'Requests worked on at once, in each process.'),
  MAX_QUEUED: defaulted(
    kind.count(),
    1_024,
    'Requests that wait for their turn, in each process; more are shed with 503.',
  ),
  CLIENT_REQUESTS_PER_MINUTE: defaulted(
    kind.count(),
    0,
    'Requests a minute that one client may send; 0: no quota.',
  ),
  HEADERS_TIMEOUT_MS: defaulted(
    kind.milliseconds(100),
    10_000,
    'Longest time a client may take over its headers.',
  ),
  DRAIN_DELAY_MS: defaulted(
    kind.milliseconds(),
    0,
    'At shutdown, how long requests are still taken while balancers learn of it.',
  ),
  DRAIN_TIMEOUT_MS: defaulted(
    kind.milliseconds(),
    25_000,
    'Longest time running requests get to finish at shutdown.',
  ),

  LOG_LEVEL: defaulted(
    kind.choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least important log line written.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    kind.webUrl,
    'OpenTelemetry collector (OTLP over HTTP) that receives spans; unset: none.',
  ),
  OTEL_SERVICE_NAME: defaulted(kind.line, 'switchboard', 'Name of this service in spans.'),
} as const;

export type VariableName = keyof typeof variables;

type ValueOf<V> =
  V extends Defaulted<infer T> ? T : V extends Variable<infer T> ? T | undefined : never;

/** The values of all variables; undefined where one is unset and has no fallback. */
export type Environment = { readonly [N in VariableName]: ValueOf<(typeof variables)[N]> };
