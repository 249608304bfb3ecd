import type { Received, Reply } from '../support/upstream.ts';
import { startUpstream } from '../support/upstream.ts';
import type { ContractService } from './connector.case.ts';

/**
 * A connector service of fixed answers in the forms that were recorded from real ones, with
 * their oddities: pages shorter than their counts, errors as JSON in a string, keys nobody knows.
 */
export async function handMadeService(form: 'older' | 'newer'): Promise<ContractService> {
  const upstream = await startUpstream((received) => reply(form, received));
  return {
    baseUrl: upstream.baseUrl,
    token: 'the-token',
    instances: { 'call-analytics': 'calls', crm: 'crm' },
    // The newer form has no place for a total.
    countsWithoutRows: form === 'older',
    close: upstream.close,
  };
}

type Rows = readonly Readonly<Record<string, unknown>>[];

const users = Array.from({ length: 12 }, (_, n) => ({
  id: `90071992547409931${n + 10}`,
  emailAddress: `user${n}@example.com`,
  created: `2024-0${(n % 9) + 1}-11T16:21:34${n % 2 ? '.192' : ''}+02:00`,
  active: true,
  managerId: null,
  emailAliases: [],
  settings: { emailsImported: false, somethingNew: true },
}));
const calls = Array.from({ length: 130 }, (_, n) => ({
  id: `71800000000000000${n + 100}`,
  title: n % 5 === 0 ? '' : `Call ${n}`,
  scheduled: '2026-03-29T01:59:59.123456+01:00',
  duration: 61 * n,
  media: n % 2 === 0 ? 'Video' : 'Audio',
  scope: n % 7 === 0 ? 'Unheard' : 'External',
}));
const parties = [
  { id: '1', speakerId: null, affiliation: 'Unknown', methods: [] },
  { id: '2', speakerId: '77', affiliation: 'Internal', methods: ['Invitee'], phoneNumber: '' },
];
const crmId = (prefix: string, n: number): string =>
  `${prefix}000000000${String(n).padStart(3, '0')}AAA`;
const record = (type: string, prefix: string, n: number, more: object = {}) => ({
  attributes: { type, url: `/services/data/v59.0/sobjects/${type}/${crmId(prefix, n)}` },
  Id: crmId(prefix, n),
  Name: `${type} Number ${n}`,
  ...more,
});
const contacts = Array.from({ length: 450 }, (_, n) =>
  record('Contact', '003', n + 2, { Account: null, CreatedDate: '2026-05-01T07:25:37.000+0000' }),
);
const accounts = [2, 3].map((n) =>
  record('Account', '001', n, { Contacts: null, Amount: 15000.0 }),
);
const bytes = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 251));

const vendor = (status: number, body: unknown): Reply => ({
  status,
  body: { message: JSON.stringify(body) },
});
const crmError = (status: number, errorCode: string, message: string): Reply =>
  vendor(status, [{ message, errorCode }]);
const nothing = vendor(404, {
  requestId: '3x',
  errors: ['No calls found corresponding to the provided filters'],
});

function reply(
  form: 'older' | 'newer',
  { path, headers, entity, action, params }: Received,
): Reply {
  if (headers.authorization !== 'Bearer the-token') {
    return { status: 401, body: { message: 'Unauthorized' } };
  }
  if (!/\/(calls|crm)\/execute$/.test(path)) {
    return { status: 404, body: { message: 'Connector instance not found' } };
  }
  const wrap = (result: unknown, older: unknown, newer: unknown): Reply => ({
    body:
      form === 'older'
        ? { result, connector_metadata: older }
        : {
            status: 'success',
            result,
            connector_metadata: newer,
            execution_metadata: { execution_time_ms: 812 },
          },
  });
  const cursorPage = (rows: Rows, at = 0): Reply => {
    const page = rows.slice(at, at + 50);
    const cursor = at + 50 < rows.length ? `eyJ.${at + 50}` : undefined;
    const number = at / 50;
    return wrap(
      page,
      {
        pagination: {
          totalRecords: rows.length,
          currentPageSize: 100,
          currentPageNumber: number,
          ...(cursor ? { cursor } : {}),
        },
      },
      { cursor: cursor ?? null, total_records: rows.length, current_page_number: number },
    );
  };
  const soqlPage = (records: Rows, totalSize = records.length): Reply => {
    const done = records.length >= totalSize;
    const next = done
      ? {}
      : { nextRecordsUrl: '/services/data/v59.0/query/0r8xx5R2yF2gs3VASQ-200' };
    return form === 'older'
      ? wrap({ totalSize, done, ...next, records }, null, null)
      : wrap(records, null, { done, nextRecordsUrl: null, ...next });
  };
  const start = Number(String(params.cursor ?? 'eyJ.0').slice(4));
  const q = String(params.q ?? '');

  switch (`${entity} ${action}`) {
    case 'users list':
      return cursorPage(users);
    case 'users get': {
      const user = users.find(({ id }) => id === params.id);
      return user
        ? wrap(user, null, null)
        : vendor(404, { requestId: '4x', errors: ['User was not found'] });
    }
    case 'calls list':
      return params.fromDateTime === undefined ? cursorPage(calls, start) : nothing;
    case 'calls_extensive list': {
      const { callIds } = params.filter as { callIds: readonly string[] };
      const found = calls.filter(({ id }) => callIds.includes(id));
      const withParties = params.contentSelector !== undefined;
      if (found.length === 0) return nothing;
      return cursorPage(
        found.map((metaData) => ({ metaData, ...(withParties ? { parties } : {}) })),
      );
    }
    case 'workspaces list':
      return wrap([{ id: '1', workspaceId: '1', name: 'Main', description: '' }], null, null);
    case 'contacts list': {
      const limit = Number(/LIMIT (\d+)/.exec(q)?.[1] ?? 450);
      return soqlPage(contacts.slice(0, Math.min(limit, 200)), Math.min(limit, 450));
    }
    case 'accounts list':
      if (/Idx/.test(q)) {
        return crmError(
          400,
          'INVALID_FIELD',
          `\n${q}\n       ^\nERROR at Row:1:Column:8\nNo such column 'Idx'`,
        );
      }
      if (!/^SELECT Id/.test(q))
        return crmError(400, 'MALFORMED_QUERY', "unexpected token: 'FROM'");
      return soqlPage(accounts.slice(0, 1));
    case 'accounts get': {
      const account = accounts.find(({ Id }) => Id === params.id);
      return account
        ? wrap(account, null, null)
        : crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
    }
    case 'accounts search':
      // The newer form names the action anew, and says so to those who use the older name.
      return form === 'older'
        ? wrap({ searchRecords: accounts }, null, null)
        : {
            status: 400,
            body: {
              message: 'Unknown action. Available actions: list, get, api_search',
              errors: [],
            },
          };
    case 'accounts api_search':
      return wrap(accounts, null, null);
    case 'query list':
      return /COUNT\(\)/.test(q)
        ? form === 'older'
          ? wrap({ totalSize: 450, done: true, records: [] }, null, null)
          : wrap([], null, { done: true, nextRecordsUrl: null })
        : soqlPage([{ attributes: { type: 'AggregateResult' }, n: 450 }]);
    case 'attachments list':
      return soqlPage(
        [1, 2].map((n) => record('Attachment', '00P', n, { BodyLength: bytes.length })),
      );
    case 'attachments download': {
      // Listed, and its bytes are gone.
      if (params.id === crmId('00P', 1)) return (response) => response.writeHead(200).end();
      const range = /^bytes=(\d+)-(\d+)$/.exec(String(params.range_header ?? ''));
      const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
      return (response) =>
        response
          .writeHead(range ? 206 : 200, {
            'content-type': 'image/png',
            'content-length': part.length,
            ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${bytes.length}` } : {}),
          })
          .end(part);
    }
    default:
      return { status: 422, body: { message: 'Unknown entity', errors: [] } };
  }
}
