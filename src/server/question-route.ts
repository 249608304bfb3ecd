/** Route `/queries`: the saved questions as JSON, for dashboards and the command line, with the rights of the graph. */

import type { Question } from '../questions/saved-question.ts';
import { HttpError } from './error-response.ts';
import type { Route } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import { answerCors, refuseForeign } from './origin-policy.ts';

export const questionPath = '/queries';

interface QuestionRouteOptions {
  readonly questions: readonly Question[];
  readonly corsOrigins: readonly string[];
  readonly authenticator: Authenticator;
}

/** Answers `{ "queries": [...] }`, each as `Question` describes it. */
export function createQuestionRoute(options: QuestionRouteOptions): Route {
  const body = Buffer.from(JSON.stringify({ queries: options.questions }));
  return async (request, response, record) => {
    if (answerCors(request, response, options.corsOrigins)) return;
    if (request.method !== 'GET')
      throw new HttpError(405, 'BAD_USER_INPUT', `Expected GET; got ${request.method}.`, {
        headers: { allow: 'GET' },
        unread: true,
      });
    refuseForeign(request, options.corsOrigins);
    record.identity = await options.authenticator.authenticate(request.headers.authorization);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    response.end(body);
  };
}
