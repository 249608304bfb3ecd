/** Mercurius with its loaders and its JIT. */

import Fastify from 'fastify';
import mercurius, { type MercuriusLoaders } from 'mercurius';
import * as data from './data.ts';
import { typeDefs } from './schema.ts';

type Shape = data.Shape;
type Asked = { readonly obj: Shape; readonly params: { readonly first: number } };

const nodes = async (rows: Promise<Shape[]>) => ({ nodes: await rows });

/** Mercurius' own cache makes a key of the whole parent; these loaders see to repeated keys themselves. */
const uncached = { cache: false };

const record = (object: data.ObjectName, key: string) => ({
  loader: async (asked: readonly Asked[]) => {
    const ids = asked.map(({ obj }) => obj[key]).filter(Boolean);
    const rows = ids.length === 0 ? [] : await data.byId(object, ids);
    const found = new Map(rows.map((row, at) => [ids[at], row]));
    return asked.map(({ obj }) => found.get(obj[key]) ?? null);
  },
  opts: uncached,
});

const children = (name: data.ChildName) => ({
  loader: async (asked: readonly Asked[]) => {
    const first = asked[0]!.params.first;
    const ids = asked.map(({ obj }) => obj.id);
    return (await data.children(name, ids, first)).map((rows) => ({ nodes: rows }));
  },
  opts: uncached,
});

const loaders = {
  Account: {
    owner: record('User', 'ownerId'),
    contacts: children('contacts'),
    opportunities: children('opportunities'),
    tasks: children('tasks'),
  },
  Contact: { owner: record('User', 'ownerId'), account: record('Account', 'accountId') },
  Opportunity: {
    owner: record('User', 'ownerId'),
    account: record('Account', 'accountId'),
    opportunityContactRoles: children('opportunityContactRoles'),
  },
  OpportunityContactRole: { contact: record('Contact', 'contactId') },
  Call: {
    primaryUser: {
      loader: (asked: readonly Asked[]) => data.users(asked.map(({ obj }) => obj.primaryUserId)),
      opts: uncached,
    },
  },
  Party: {
    contact: {
      loader: (asked: readonly Asked[]) => data.people(asked.map(({ obj }) => obj)),
      opts: uncached,
    },
  },
};

const app = Fastify();
app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    Query: {
      accounts: (_root: unknown, args: data.AccountsArgs) => nodes(data.accounts(args)),
      opportunities: (_root: unknown, args: data.OpportunitiesArgs) =>
        nodes(data.opportunities(args)),
      calls: (_root: unknown, args: data.CallsArgs) => nodes(data.calls(args)),
    },
  },
  loaders: loaders as unknown as MercuriusLoaders,
  jit: 1,
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address() as { port: number };
process.stdout.write(`Graph http://127.0.0.1:${address.port}/graphql\n`);
