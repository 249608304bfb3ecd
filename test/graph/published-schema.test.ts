/** The published schema can be worked with: by a person looking for a field, and by Relay's compiler. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isObjectType } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { schema } from '../support/world.ts';

const published = join(import.meta.dirname, '../../schema/schema.graphql');
const relayCompiler = import.meta.resolve('relay-compiler/cli.js');

describe('the published schema', () => {
  it('has its guide speak of fields that there are', () => {
    const names = new Set(
      Object.values(schema.getTypeMap()).flatMap((type) =>
        isObjectType(type) ? Object.keys(type.getFields()) : [],
      ),
    );
    const guide = schema.description!;
    const named = [...guide.matchAll(/`(\w+)/g)].map(([, name]) => name!);
    const others = ['first', 'after', 'extensions'];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !names.has(name) && !others.includes(name))).toEqual([]);
  });

  it('lets Relay compile connections, refetchable fragments and parts that come later', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'relay-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'made'));
    cpSync(published, join(directory, 'schema.graphql'));
    writeFileSync(join(directory, 'page.ts'), page);
    const config = {
      src: '.',
      schema: 'schema.graphql',
      language: 'typescript',
      artifactDirectory: 'made',
    };
    writeFileSync(join(directory, 'relay.config.json'), JSON.stringify(config));
    const compiled = await promisify(execFile)(
      process.execPath,
      [new URL(relayCompiler).pathname, 'relay.config.json'],
      { cwd: directory },
    ).catch(({ stderr }: { stderr: string }) => ({ stderr }));
    expect(compiled.stderr).not.toContain('ERROR');
    expect(readdirSync(join(directory, 'made')).sort()).toEqual([
      'pageAccountRefetchQuery.graphql.ts',
      'pageMoreQuery.graphql.ts',
      'pageQuery.graphql.ts',
      'pageStreamQuery.graphql.ts',
      'page_account.graphql.ts',
      'page_accounts.graphql.ts',
    ]);
  });
});

const page = `
graphql\`
  query pageQuery { ...page_accounts }
\`;
graphql\`
  fragment page_accounts on Query
    @refetchable(queryName: "pageMoreQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }) {
    accounts(first: $count, after: $cursor) @connection(key: "page_accounts") {
      edges { node { id name ...page_account @defer(label: "later") } }
    }
  }
\`;
graphql\`
  fragment page_account on Account
    @refetchable(queryName: "pageAccountRefetchQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 3 }, cursor: { type: "String" }) {
    owner { name }
    relatedCalls(first: $count, after: $cursor) @connection(key: "page_relatedCalls") {
      edges { matches { reason } node { title } }
    }
  }
\`;
graphql\`
  query pageStreamQuery($id: ID!) {
    account(by: { upstreamId: $id }) { name }
    users(first: 5) { edges @stream(initialCount: 1, label: "users") { node { name } } }
  }
\`;
`;
