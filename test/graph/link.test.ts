/** Addresses in answers and on the dashboard: every field that holds one, with schemes that would run or open something where it is shown as a link. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typedUrlOf, urlOf } from '../../src/contract/wire/url-reader.ts';
import { mailHref, webAddress } from '../../src/dashboard/shared/outside-link.ts';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { ChangingCrm } from '../support/crm-change.ts';
import { ChangingBackend } from '../support/platform-question.ts';
import { model, openWorld, schema, type World } from '../support/world.ts';

/** As an upstream may have them. Browsers leave out blanks before a scheme, and line breaks in it. */
const dangerous = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  '\tjava\tscript:alert(1)//http://x.example/',
  'javascript://x.example/%0aalert(1)',
  'javascript:80/alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://x.example/1',
  'ftp://x.example/1',
  'ms-word:ofe|u|https://x.example/1',
  'view-source:https://x.example/',
];

describe('an address of the call platform', () => {
  const changing = new ChangingBackend();
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ backend: changing.backend, index: 'off' });
  });
  afterAll(() => world.close());

  /** Whatever is declared a URL is here, or is an address of this server. */
  const shown = [
    ['Call.url', 'calls', 'url'],
    ['Call.meetingUrl', 'calls', 'meetingUrl'],
    ['User.meetingConsentPageUrl', 'users', 'meetingConsentPageUrl'],
  ] as const;
  const ours = /downloadUrl$|^\w+\.(audio|video)Url$/;

  it('is one of these fields', () => {
    const declared = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields())
            .filter((field) => getNamedType(field.type).name === 'URL')
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    );
    const others = declared.filter((name) => !ours.test(name));
    expect(others.sort()).toEqual(shown.map(([name]) => name).sort());
  });

  it.each(shown)(
    '%s is null with an error where it is none of the web',
    async (name, entity, path) => {
      const field = name.split('.')[1]!;
      const query = `{ it: ${entity}(first: 50) { nodes { id ${field} } } }`;
      const ask = async (address: string | null) => {
        changing.change =
          address === null ? null : { entity, path, to: (value) => value && address };
        const { data, errors = [] } = await world.ask(query);
        const values = data.it.nodes.map((node: Record<string, unknown>) => node[field]);
        return { values: values as unknown[], errors };
      };
      const clean = (await ask(null)).values.filter((value) => value !== null);
      expect(clean.length).toBeGreaterThan(0);
      for (const address of dangerous) {
        const { values, errors } = await ask(address);
        expect([address, values.filter((value) => value !== null)]).toEqual([address, []]);
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(
          clean.map(() => 'UPSTREAM_BAD_RESPONSE'),
        );
        expect(JSON.stringify(errors)).not.toContain('alert');
      }
      const { values } = await ask('mailto:a@x.example?subject="><script>\'`');
      expect(values).toContain('mailto:a@x.example?subject=%22%3E%3Cscript%3E%27%60');
    },
  );
});

describe('an address of the CRM', () => {
  const crm = new ChangingCrm();
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ backend: crm.backend, index: 'off' });
  });
  afterAll(() => world.close());

  const typed = model.objects
    .map((object) => ({ object, fields: object.fields.filter(({ spec }) => spec.type === 'url') }))
    .filter(({ fields }) => fields.length > 0);

  it('is null with an error in every field of every object, and as it was typed where it has no scheme', async () => {
    let seen = 0;
    for (const [at, { object, fields }] of typed.entries()) {
      const names = fields.map(({ graphName }) => graphName);
      const query = `{ it: ${pluralName(object)}(first: 1) { nodes { upstreamId ${names.join(' ')} } } }`;
      crm.changes = new Map();
      const clean = await world.ask(query);
      const [record] = clean.data?.it?.nodes ?? [];
      if (record === undefined) continue;
      seen += 1;
      for (const [address, isRefused] of [
        [dangerous[at % dangerous.length]!, true],
        ['www.example.com:8080/shop', false],
      ] as const) {
        crm.changes = new Map([
          [record.upstreamId, Object.fromEntries(fields.map(({ name }) => [name, address]))],
        ]);
        const { data, errors = [] } = await world.ask(query);
        for (const name of names)
          expect([object.name, name, data.it.nodes[0][name]]).toEqual([
            object.name,
            name,
            isRefused ? null : address,
          ]);
        expect(errors.length).toBe(isRefused ? names.length : 0);
      }
    }
    expect(seen).toBeGreaterThan(3);
  });
});

describe('what a link may hold', () => {
  it('is http, https or mailto, escaped', () => {
    for (const address of dangerous) {
      expect(() => urlOf(address)).toThrow('http, https or mailto');
      expect(() => typedUrlOf(address)).toThrow('http, https or mailto');
      expect(webAddress(address)).toBeNull();
    }
    expect(urlOf('HTTPS://X.example/a b?c="<>\'')).toBe('https://x.example/a%20b?c=%22%3C%3E%27');
    for (const text of ['www.example.com', 'x', '', '/services/images/photo/1', '//x.example'])
      expect(typedUrlOf(text)).toBe(text);
    expect([webAddress('http://'), webAddress('https://[x'), webAddress(null)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of an e-mail address has one recipient and nothing else', () => {
    const hostile = 'a?bcc=b@y.example&body=x@x.example';
    const { pathname, search } = new URL(mailHref(hostile));
    expect([decodeURIComponent(pathname), search]).toEqual([hostile, '']);
    expect(mailHref('ana+x@x.example')).toBe('mailto:ana%2Bx@x.example');
  });

  it('leads out of the dashboard by these functions alone', () => {
    const folder = join(import.meta.dirname, '../../src/dashboard');
    const links = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /<(?:a|iframe|img|form|object|embed)\b[^>]*?\s(?:href|src|action|data)=(\{[^}]*\}|"[^"]*")/g,
        ),
      ])
      .map(([, value]) => value);
    expect([...new Set(links)].sort()).toEqual([
      '"#main"',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text.
      '{`/graphql#${question}',
      // Of a screen: behind the dashboard's own path, whatever it holds.
      '{address}',
      '{location.href}',
      '{mailHref(email)}',
      '{page.href}',
      '{rowsAddress(name, params)}',
      '{url}',
      '{website.href}',
    ]);
  });
});
