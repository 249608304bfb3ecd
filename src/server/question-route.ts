/** Route `/queries`: the saved questions as JSON, for dashboards and the command line, with the rights of the graph. */

import type { Question } from '../questions/saved-question.ts';
import { type Route, readOnly } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import { answerCors, refuseForeign } from './origin-policy.ts';

export const questionPath = '/queries';
/** Addresses of single questions (`question-rows-route.ts`). */
export const questionPrefix = `${questionPath}/`;

interface QuestionRouteOptions {
  readonly questions: readonly Question[];
  readonly corsOrigins: readonly string[];
  readonly authenticator: Authenticator;
}

/** Answers `{ "queries": [...] }`, each as `Question` describes it. */
export function createQuestionRoute(options: QuestionRouteOptions): Route {
  const body = Buffer.from(JSON.stringify({ queries: options.questions }));
  const list = readOnly(async (request, response, record) => {
    refuseForeign(request, options.corsOrigins);
    const { headers } = request;
    record.identity = await options.authenticator.authenticate(headers.authorization, headers);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    response.end(body);
  });
  return (request, response, record) =>
    answerCors(request, response, options.corsOrigins)
      ? undefined
      : list(request, response, record);
}
