/** A graph without upstreams, for tests of the server: each field does one thing a server must cope with. */

import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import type { GraphContext } from '../../src/engine/context.ts';
import { SwitchboardError, UpstreamError, UserInputError } from '../../src/errors.ts';

const sdl = /* GraphQL */ `
  type Query {
    hello(name: String): String
    item(id: ID): Item
    items(first: Int): [Item]
    fail(how: String!): String
    wait: String
    count: Int
    whoami: String
    echo(value: JSON): JSON
  }
  scalar JSON
  type Item {
    id: ID
    name: String
    items(first: Int): [Item]
    slow: String
  }
`;

export interface SmallGraph {
  readonly schema: GraphQLSchema;
  /** How often a field of the graph was resolved. */
  resolved(): number;
  /** Lets every pending \`wait\` go on. */
  release(): void;
  /** Requests that are inside \`wait\`. */
  waiting(): number;
}

export function smallGraph(): SmallGraph {
  const schema = buildSchema(sdl);
  let resolved = 0;
  let waiters: (() => void)[] = [];

  const item = (id: string) => ({ id, name: `Item ${id}`, items, slow: () => wait() });
  const items = ({ first = 2 }: { first?: number }) =>
    Array.from({ length: Math.min(first, 1000) }, (_, n) => item(String(n)));
  function wait(): Promise<string> {
    return new Promise((resolve) => waiters.push(() => resolve('done')));
  }

  const root: Record<string, (args: never, context: SmallContext) => unknown> = {
    hello: ({ name }: { name?: string }) => `Hello ${name ?? 'you'}`,
    item: ({ id }: { id?: string }) => item(id ?? '1'),
    items,
    fail: ({ how }: { how: string }) => {
      throw failures[how]?.() ?? new Error(how);
    },
    wait,
    count: () => 'not a number: canary@example.test',
    whoami: (_, context) => `${context.tenant}/${context.viewer.client}`,
    echo: ({ value }: { value: unknown }) => value,
  };
  const query = schema.getQueryType()!;
  for (const [name, field] of Object.entries(query.getFields()))
    field.resolve = (_source, args, context) => {
      resolved += 1;
      return root[name]!(args as never, context);
    };
  return {
    schema,
    resolved: () => resolved,
    waiting: () => waiters.length,
    release: () => {
      const pending = waiters;
      waiters = [];
      for (const resolve of pending) resolve();
    },
  };
}

type SmallContext = Pick<GraphContext, 'tenant' | 'viewer'>;

const failures: Record<string, () => Error> = {
  unexpected: () => new Error('password=hunter2 at 10.0.0.1'),
  input: () => new UserInputError('Expected a, got b.'),
  graphql: () => new GraphQLError('Said by a resolver.'),
  upstream: () =>
    new UpstreamError(
      'RATE_LIMITED',
      'The CRM allows no more calls just now.',
      { service: 'crm', entity: 'accounts', action: 'list' },
      { retryAfterMs: 1500, cause: new Error('token=abc') },
    ),
  cancelled: () => new SwitchboardError('CANCELLED', 'The caller left.', false),
};
