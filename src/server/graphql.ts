/** The graph behind HTTP: the fast path of JSON POSTs, and Yoga for all else, loaded for the first request that needs it. */

import type { GraphQLSchema } from 'graphql';
import type { DocumentLimitOptions } from '../engine/document/document-limit.ts';
import { createValueLimit } from '../engine/document/value-limit.ts';
import type { AnswersInFlight } from './answer-cache.ts';
import type { DocumentCache, Documents } from './document/document.ts';
import { DocumentCheck } from './document/document-check.ts';
import { maskError } from './error-response.ts';
import type { Identity } from './identity/identity.ts';
import { JsonPost } from './json-fast-path.ts';
import { AnswerWriter } from './limit/answer-writer.ts';
import {
  answerExtensions,
  type Budgets,
  createPipeline,
  type PipelineOptions,
} from './pipeline.ts';
import type { Yoga } from './yoga.ts';

interface GraphqlOptions
  extends Omit<PipelineOptions, 'exceedsValues' | 'extensions' | 'estimateExtensions' | 'writer'> {
  readonly schema: GraphQLSchema;
  /** `errors`: of one answer, the others are counted. */
  readonly limits: DocumentLimitOptions & { readonly errors: number };
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  readonly inFlight: AnswersInFlight;
  /** Remaining upstream budgets of a tenant. */
  readonly budgets: (tenant: string) => Budgets;
  /** Why nothing of a system is shown to a viewer. Default: nothing is said. */
  readonly absences?: ((viewer: Identity) => readonly string[]) | undefined;
  /** Called with unexpected failures. */
  readonly unexpected: (cause: unknown) => void;
}

export interface Graphql {
  /** GETs, answers in parts, and whatever is wrong. Its libraries are a third of what a start would load. */
  readonly yoga: () => Promise<Yoga>;
  /** The usual request, through the same steps. */
  readonly jsonPost: JsonPost;
  readonly inFlight: AnswersInFlight;
}

export function createGraphql(options: GraphqlOptions): Graphql {
  const { schema, documents, documentCache, sizes, answers, inFlight } = options;
  const mask = (error: unknown) => maskError(error, options.unexpected);
  const {
    all: extensions,
    least: leastExtensions,
    estimate: estimateExtensions,
  } = answerExtensions(options.budgets, options.absences);
  const { errors: maxErrors } = options.limits;
  const writer = new AnswerWriter({ sizes, maxErrors, mask, leastExtensions });
  const pipeline = createPipeline({
    ...options,
    exceedsValues: createValueLimit(options.limits.values),
    writer,
    extensions,
    estimateExtensions,
  });
  const check = new DocumentCheck(options.limits, documentCache);
  const load = async (): Promise<Yoga> => {
    const { createYogaServer } = await import('./yoga.ts');
    return createYogaServer({ schema, documents, check, pipeline, writer, mask });
  };
  let yoga: Promise<Yoga> | null = null;
  const jsonPost = new JsonPost({
    ...{ schema, pipeline, documents, check, answers, extensions, writer, inFlight },
  });
  return {
    yoga() {
      yoga ??= load();
      return yoga;
    },
    jsonPost,
    inFlight,
  };
}
