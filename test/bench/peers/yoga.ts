/** Yoga with plain resolvers: every field asks for itself. */

import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import * as data from './data.ts';
import { typeDefs } from './schema.ts';

type Shape = data.Shape;
type Args = { readonly first: number };

const nodes = async (rows: Promise<Shape[]>) => ({ nodes: await rows });
const children =
  (name: data.ChildName) =>
  (row: Shape, { first }: Args) =>
    nodes(data.childrenOf(name, row.id, first));
const record = (object: data.ObjectName, key: string) => async (row: Shape) =>
  row[key] ? (await data.byId(object, [row[key]]))[0] : null;

const yoga = createYoga({
  logging: false,
  graphiql: false,
  landingPage: false,
  schema: createSchema({
    typeDefs,
    resolvers: {
      Query: {
        accounts: (_root: unknown, args: data.AccountsArgs) => nodes(data.accounts(args)),
        opportunities: (_root: unknown, args: data.OpportunitiesArgs) =>
          nodes(data.opportunities(args)),
        calls: (_root: unknown, args: data.CallsArgs) => nodes(data.calls(args)),
      },
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
      Call: { primaryUser: (row: Shape) => data.user(row.primaryUserId) },
      Party: { contact: async (row: Shape) => (await data.people([row]))[0] },
    },
  }),
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => {
  const address = server.address() as { port: number };
  process.stdout.write(`Graph http://127.0.0.1:${address.port}/graphql\n`);
});
