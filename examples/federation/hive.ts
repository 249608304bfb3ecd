/** Composes with the Guild's composition and asks through the federation runtime of Hive's gateway. */

import { normalizedExecutor } from '@graphql-tools/executor';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { headers, openSubgraphs, question } from './graph.ts';

const { subgraphs, close } = await openSubgraphs();
const { supergraphSdl, errors } = composeServices(subgraphs);
if (supergraphSdl === undefined) throw new Error(errors?.join('\n'));

const schema = getStitchedSchemaFromSupergraphSdl({
  supergraphSdl,
  batch: true,
  httpExecutorOpts: ({ name }) => ({
    headers: name.toLowerCase() === 'switchboard' ? { ...headers } : {},
  }),
});
const answer = await normalizedExecutor({ schema, document: parse(question), contextValue: {} });
console.log(JSON.stringify(answer, null, 2));

close();
