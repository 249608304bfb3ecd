/** Holds requests and answers against what the vendors publish of their APIs: members, types, what a request needs. */

import { readFileSync } from 'node:fs';
import type { VendorExchange } from '../../../src/connector-service/vendor/http.ts';
import { isObject, parseJson } from '../../../src/contract/wire/json.ts';

type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

interface Operation {
  readonly query: Readonly<Record<string, Shape>>;
  readonly body: Shape | null;
  readonly answer: Shape;
}

const platform = JSON.parse(
  readFileSync(new URL('call-platform.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Operation>>;

const record = { attributes: { type: 'text', 'url?': 'text' }, '*': 'anything' } as const;
const errors: Readonly<Record<'platform' | 'crm', Shape>> = {
  platform: { requestId: 'text', errors: ['text'] },
  crm: [{ message: 'text', errorCode: 'text', fields: ['text'] }],
};
const page = {
  totalSize: 'number',
  done: 'flag',
  nextRecordsUrl: 'text',
  records: [record],
} as const;

/** Of the CRM's REST reference, by the path below the version. */
const crm: readonly (readonly [RegExp, Operation])[] = [
  [/^query(?:All)?$/, { query: { 'q!': 'text' }, body: null, answer: page }],
  [/^query(?:All)?\/[\w-]+$/, { query: {}, body: null, answer: page }],
  [/^search$/, { query: { 'q!': 'text' }, body: null, answer: { searchRecords: [record] } }],
  [/^sobjects(?:\/\w+\/describe)?$/, { query: {}, body: null, answer: { '*': 'anything' } }],
  [
    /^ui-api\/object-info\/\w+\/picklist-values\/\w+$/,
    { query: {}, body: null, answer: { eTag: 'text', picklistFieldValues: 'anything' } },
  ],
  // Of the Connect REST reference: organization settings, and their features.
  [
    /^connect\/organization$/,
    {
      query: {},
      body: null,
      answer: {
        accessTimeout: 'number',
        features: { multiCurrency: 'flag', defaultCurrencyIsoCode: 'text', '*': 'anything' },
        name: 'text',
        orgId: 'text',
        userSettings: 'anything',
      },
    },
  ],
  [/^sobjects\/\w+\/\w+$/, { query: { fields: 'text' }, body: null, answer: record }],
  [
    /^composite\/batch$/,
    {
      query: {},
      body: { 'batchRequests!': [{ 'method!': 'text', 'url!': 'text' }] },
      answer: { hasErrors: 'flag', results: [{ statusCode: 'number', result: 'anything' }] },
    },
  ],
];

const sessions: Readonly<Record<string, Shape>> = {
  '/services/oauth2/token': {
    access_token: 'text',
    refresh_token: 'text',
    instance_url: 'text',
    id: 'text',
    token_type: 'text',
    issued_at: 'text',
    signature: 'text',
    scope: 'text',
    token_format: 'text',
    api_instance_url: 'text',
    error: 'text',
    error_description: 'text',
  },
  '/oauth2/generate-customer-token': {
    access_token: 'text',
    refresh_token: 'text',
    token_type: 'text',
    expires_in: 'number',
    scope: 'text',
    api_base_url_for_customer: 'text',
    error: 'text',
    error_description: 'text',
  },
};

/** What answers have beyond the description, with the reason of each. */
const beyond: readonly (readonly [RegExp, string])[] = [
  [/scorecards\[\]\.questions\[\]\.(?:created|updated|updaterUserId): unknown$/, 'recorded'],
  [/scorecards\[\]\.questions\[\]\.(?:min|max)Range: no number$/, 'recorded as texts'],
  [
    /scorecards\[\]\.questions\[\]\.(?:isRequired|answerOptions\[\]\.optionId): unknown$/,
    'in the interface document alone',
  ],
  [/keywordTrackers\[\]\.saidAtInterval: no number$/, 'in the interface document as a text'],
  [/calls\[\]\.content\.pointsOfInterest: unknown$/, 'deprecated: in the selector alone'],
  [/calls\[\]\.metaData\.consentStatus: unknown$/, 'a member that came without warning'],
];

/** Everything in an exchange that the vendor's description does not have; blank where nothing is. */
export function contractFaults(exchange: VendorExchange): string[] {
  return differencesOf(exchange).filter((fault) => !beyond.some(([known]) => known.test(fault)));
}

function differencesOf({ request, status, text, header }: VendorExchange): string[] {
  const { pathname, searchParams } = new URL(request.url);
  const name = `${request.method} ${pathname}`;
  const session = sessions[pathname];
  if (session !== undefined)
    return [
      ...(header('content-type')?.startsWith('application/json') ? [] : [`${name}: no JSON`]),
      ...faultsOf(session, parseJson(text), name),
    ];
  const operation = operationOf(request.method, pathname);
  if (operation === null) return [`${name}: no such operation`];
  const wrong = errors[pathname.startsWith('/v2/') ? 'platform' : 'crm'];
  return [
    ...faultsOf(operation.query, Object.fromEntries(searchParams), `${name} query`),
    ...(operation.body === null || request.body === undefined
      ? operation.body === null && request.body === undefined
        ? []
        : [`${name}: body`]
      : faultsOf(operation.body, parseJson(request.body), `${name} body`)),
    ...faultsOf(status === 200 ? operation.answer : wrong, parseJson(text), `${name} ${status}`),
  ];
}

function operationOf(method: string, path: string): Operation | null {
  const below = /^\/services\/data\/v\d+\.0\/(.*)$/.exec(path)?.[1];
  if (below !== undefined) return crm.find(([pattern]) => pattern.test(below))?.[1] ?? null;
  const byId = path.replace(/^(\/v2\/(?:users|calls))\/\d+$/, '$1/{id}');
  return platform[`${method} ${byId}`] ?? null;
}

/** A member's mark: `!` it has to be there, `?` it need not be; `*` stands for all others. */
export function faultsOf(shape: Shape, value: unknown, path: string): string[] {
  if (value === null || value === undefined || shape === 'anything') return [];
  if (typeof shape === 'string') return isOf(shape, value, path) ? [] : [`${path}: no ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path}: no list`];
    return value.flatMap((item) => faultsOf(shape[0] as Shape, item, `${path}[]`));
  }
  if (!isObject(value)) return [`${path}: no object`];
  const members = new Map(
    Object.entries(shape).map(([name, member]) => [name.replace(/[!?]$/, ''), member]),
  );
  const missing = Object.keys(shape)
    .filter((name) => name.endsWith('!') && !(name.slice(0, -1) in value))
    .map((name) => `${path}.${name.slice(0, -1)}: missing`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, member]) => {
      const own = members.get(name) ?? members.get('*');
      return own === undefined
        ? [`${path}.${name}: unknown`]
        : faultsOf(own, member, `${path}.${name}`);
    }),
  ];
}

function isOf(shape: string, value: unknown, path: string): boolean {
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      // Ids are published as int64, and recorded as texts of digits.
      return (
        typeof value === 'number' ||
        typeof value === 'bigint' ||
        (/(?:^|\.|I)d$/.test(path) && typeof value === 'string' && /^-?\d+$/.test(value))
      );
    default:
      throw new Error(`Expected a known shape; got ${shape}`);
  }
}
