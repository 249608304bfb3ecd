/** The CRM's REST API as it is published: queries, searches, records, descriptions, files, batches. */

import { fileText } from './crm-company.ts';
import type { CrmSchema, ObjectShape } from './crm-schema.ts';
import { crmRefusal, Refusal } from './refusal.ts';
import { SoqlRun } from './soql-run.ts';
import type { Answered, CrmRecord, Tables } from './soql-scope.ts';
import { SoqlReader, type Statement } from './soql-text.ts';

export interface CrmRequest {
  readonly method: string;
  /** Below `/services/data/v65.0/`, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Rows of a page. */
  readonly batchSize: number;
}

export interface CrmOptions {
  readonly schema: CrmSchema;
  readonly tables: Tables;
  readonly now: () => number;
}

export interface CrmAnswer {
  readonly json?: unknown;
  /** Of a file. */
  readonly bytes?: string;
}

const root = '/services/data/v65.0/';
/** Published: bytes of an address. */
const longestUrl = 16_384;

const notFound = (): Refusal =>
  crmRefusal(404, 'NOT_FOUND', 'The requested resource does not exist');

export function crmApi({ schema, tables, now }: CrmOptions) {
  const locators = new Map<string, readonly Answered[]>();

  const pageFrom = (name: string, first: number, size: number, resource: string): Answered => {
    const all = locators.get(name)!;
    const next = first + size;
    return {
      totalSize: all.length,
      done: next >= all.length,
      ...(next < all.length && { nextRecordsUrl: `${root}${resource}/${name}-${next}` }),
      records: all.slice(first, next),
    };
  };

  /** Published: which fields the user sees of objects that are named can be asked by SOQL. */
  const particles = ({ where, limit }: Statement): Answered => {
    const isNamed =
      where !== null &&
      'left' in where &&
      'path' in where.left &&
      where.left.path === 'EntityDefinition.QualifiedApiName';
    const literals =
      !isNamed || 'select' in where ? [] : 'list' in where ? where.list : [where.right];
    if (literals.length === 0)
      throw crmRefusal(400, 'MALFORMED_QUERY', 'EntityParticle needs a filter on a reified column');
    const shapes = literals.flatMap(
      (one) => schema.object(String('value' in one && one.value)) ?? [],
    );
    const records = shapes.flatMap(({ name: object, fields }) =>
      [...fields.values()].map(({ name }) => ({
        attributes: { type: 'EntityParticle' },
        QualifiedApiName: name,
        EntityDefinition: { attributes: { type: 'EntityDefinition' }, QualifiedApiName: object },
      })),
    );
    return { totalSize: records.length, done: true, records: records.slice(0, limit ?? 2_000) };
  };

  const query = (resource: string, q: string, size: number): Answered => {
    const statement = new SoqlReader(q).whole();
    const context = { schema, tables, now: now(), takesAll: resource === 'queryAll' };
    if (statement.object === 'EntityParticle') return particles(statement);
    const run = new SoqlRun(context, statement);
    const total = run.count();
    if (total !== null) return { totalSize: total, done: true, records: [] };
    const name = `01gQz000000${String(locators.size).padStart(7, '0')}`;
    locators.set(name, run.records());
    return pageFrom(name, 0, size, resource);
  };

  const search = (q: string): Answered => {
    const [, term = '', returning = '', limit] =
      /^FIND \{((?:[^\\{}]|\\.)*)\} IN (?:ALL|NAME|EMAIL|PHONE) FIELDS RETURNING (.*?)(?: LIMIT (\d+))?$/s.exec(
        q,
      ) ?? [];
    if (term === '') throw crmRefusal(400, 'MALFORMED_SEARCH', `No search term found in ${q}`);
    const words = term
      .split(/\s+/)
      .map((word) => word.replace(/\\(.)|["]/g, '$1').toLowerCase())
      .map((word) => [word.replace(/\*$/, ''), word.endsWith('*')] as const);
    const records = returnings(returning).flatMap(([object, inside]) => {
      const [, fields = '', clauses = ''] =
        /^(.*?)((?:\s(?:WHERE|ORDER BY|LIMIT|OFFSET)\b.*)?)$/s.exec(inside) ?? [];
      const statement = new SoqlReader(`SELECT ${fields} FROM ${object}${clauses}`).whole();
      const run = new SoqlRun({ schema, tables, now: now(), takesAll: false }, statement);
      return run.records((record) => matches(record, words));
    });
    return { searchRecords: records.slice(0, limit === undefined ? 2000 : Number(limit)) };
  };

  const record = (object: string, id: string, fields: string | null): Answered => {
    const shape = schema.object(object);
    if (shape === null) throw notFound();
    if (!/^[A-Za-z0-9]{15}(?:[A-Za-z0-9]{3})?$/.test(id))
      throw crmRefusal(400, 'MALFORMED_ID', `malformed id ${id}`);
    const names = fields?.split(',') ?? [...shape.fields.values()].map(({ name }) => name);
    const q = `SELECT ${[...new Set(['Id', ...names.map((one) => one.trim())])].join(', ')} FROM ${shape.name} WHERE Id = '${id}'`;
    // Unlike a list, a record is looked at whatever it hangs on.
    const run = new SoqlRun(
      { schema, tables, now: now(), takesAll: true },
      new SoqlReader(q).whole(),
    );
    const [found] = run.records();
    if (found === undefined) throw notFound();
    return found;
  };

  const file = (object: string, id: string, member: string): CrmAnswer => {
    record(object, id, 'Id');
    if (schema.object(object)?.fields.get(member.toLowerCase())?.type !== 'base64')
      throw notFound();
    return { bytes: fileText };
  };

  const batch = (body: unknown, size: number): Answered => {
    const { batchRequests = [] } = body as { batchRequests?: { method: string; url: string }[] };
    if (batchRequests.length > 25) throw crmRefusal(400, 'INVALID_INPUT', 'More than 25 requests');
    const results = batchRequests.map(({ method, url }) => {
      const { pathname, searchParams } = new URL(`http://a/services/data/${url}`);
      try {
        const path = pathname.slice(root.length);
        const { json } = answer({ method, path, query: searchParams, body: null, batchSize: size });
        return { statusCode: 200, result: json };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { statusCode: error.status, result: error.body };
      }
    });
    return { hasErrors: results.some(({ statusCode }) => statusCode !== 200), results };
  };

  /** @throws Refusal */
  const answer = ({ method, path, query: asked, body, batchSize }: CrmRequest): CrmAnswer => {
    const [resource = '', object = '', id = '', member = ''] = path.split('/');
    if (method === 'POST' && path === 'composite/batch') return { json: batch(body, batchSize) };
    if (method !== 'GET')
      throw crmRefusal(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${method}' not allowed`);
    const q = asked.get('q');
    if ((resource === 'query' || resource === 'queryAll') && object === '') {
      if (q === null) throw crmRefusal(400, 'MALFORMED_QUERY', 'unexpected token: <EOF>');
      return { json: query(resource, q, batchSize) };
    }
    if (resource === 'query' || resource === 'queryAll') {
      const [, name = '', first = ''] = /^(\w+)-(\d+)$/.exec(object) ?? [];
      if (!locators.has(name))
        throw crmRefusal(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
      return { json: pageFrom(name, Number(first), batchSize, resource) };
    }
    // Published: what the organisation has, and its currency where it has one.
    if (path === 'connect/organization')
      return { json: { features: { multiCurrency: false, defaultCurrencyIsoCode: 'EUR' } } };
    if (resource === 'search' && q !== null) return { json: search(q) };
    if (resource === 'sobjects' && object === '')
      return {
        json: { encoding: 'UTF-8', maxBatchSize: 200, sobjects: schema.objects.map(headOf) },
      };
    if (resource === 'sobjects' && id === 'describe') {
      const shape = schema.object(object);
      if (shape === null) throw notFound();
      return { json: described(shape) };
    }
    if (resource === 'sobjects' && member !== '') return file(object, id, member);
    if (resource === 'sobjects' && id !== '')
      return { json: record(object, id, asked.get('fields')) };
    throw notFound();
  };

  return (request: CrmRequest, url: string): CrmAnswer => {
    if (url.length > longestUrl) throw new Refusal(414, 'URI Too Long');
    return answer(request);
  };
}

/** `Account(Id, Name), Contact(Id LIMIT 5)` */
function returnings(text: string): (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('(', at);
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
    }
    if (open < 0 || depth > 0)
      throw crmRefusal(400, 'MALFORMED_SEARCH', `unexpected token: ${text.slice(at)}`);
    found.push([text.slice(at, open).replace(/^[,\s]+/, ''), text.slice(open + 1, end - 1)]);
    at = end;
  }
  return found;
}

const searched = /^(?:Name|Email|Phone|Subject|Title|Company|CaseNumber|Website|Description)$/;

/** Each word, or its beginning, in one of the texts. */
function matches(record: CrmRecord, words: readonly (readonly [string, boolean])[]): boolean {
  const texts = Object.entries(record).flatMap(([name, value]) =>
    searched.test(name) && typeof value === 'string'
      ? value.toLowerCase().split(/[^\p{L}\p{N}]+/u)
      : [],
  );
  return words.every(([word, isPrefix]) =>
    word
      .split(/[^\p{L}\p{N}]+/u)
      .every((part) => texts.some((text) => (isPrefix ? text.startsWith(part) : text === part))),
  );
}

const headOf = ({ name, prefix }: ObjectShape) => ({
  ...{ name, label: name, keyPrefix: prefix, custom: name.endsWith('__c'), customSetting: false },
  ...{ deprecatedAndHidden: false, queryable: true, retrieveable: true, searchable: true },
  urls: { sobject: `${root}sobjects/${name}`, describe: `${root}sobjects/${name}/describe` },
});

const described = (shape: ObjectShape) => ({
  ...headOf(shape),
  fields: [...shape.fields.values()].map(({ name, type, relationship, targets }) => ({
    ...{ name, label: name.replace(/__c$/, '').replaceAll('_', ' '), type, length: 255 },
    ...{ custom: name.endsWith('__c'), nillable: name !== 'Id', nameField: name === 'Name' },
    ...{
      calculated: false,
      deprecatedAndHidden: false,
      inlineHelpText: null,
      soapType: 'xsd:string',
    },
    ...{ filterable: true, sortable: true, groupable: true, picklistValues: [] },
    ...{ referenceTo: targets, relationshipName: relationship },
  })),
  childRelationships: shape.children.map(({ name, object, field }) => ({
    ...{ childSObject: object, field, relationshipName: name, cascadeDelete: false },
    ...{ deprecatedAndHidden: false, restrictedDelete: false },
  })),
  recordTypeInfos: [],
});
