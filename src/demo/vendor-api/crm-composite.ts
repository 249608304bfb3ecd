/** Composite resources of the CRM: reads as subrequests of one, each answered with its own status. */

import { BackendError, crmError } from '../../connector-service/backend.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { Asked, ReadResource } from './crm-resource.ts';

export interface Composites {
  /** Answer of `composite/batch`. @throws BackendError */
  batch(text: string, context: Asked): Promise<Row>;
  /** Answer of `composite`, whose subrequests have names. @throws BackendError */
  named(text: string, context: Asked): Promise<Row>;
}

export function crmComposites(read: ReadResource): Composites {
  /** A subrequest, whose address may leave out /services/data. */
  const part = (method: unknown, url: unknown, context: Asked): Promise<unknown> => {
    const [path = '', search = ''] = String(url).split('?', 2);
    const target = path.replace(/^\/?(?:services\/data\/)?v\d+\.0\//, '');
    return read(method === 'GET' ? target : null, new URLSearchParams(search), context);
  };

  return {
    /** Published: an error of one does not stop the others. */
    async batch(text, context) {
      const body: unknown = JSON.parse(text);
      const requests =
        isObject(body) && Array.isArray(body.batchRequests) ? body.batchRequests : [];
      if (requests.length === 0 || requests.length > 25)
        throw crmError(400, 'INVALID_BATCH_REQUEST', 'Expected 1 to 25 subrequests');
      const results: Row[] = [];
      for (const { method, url } of requests as readonly Row[]) {
        const answer = part(method, url, context);
        results.push(await answer.then((result) => ({ statusCode: 200, result }), errorResult));
      }
      return { hasErrors: results.some(({ statusCode }) => statusCode !== 200), results };
    },
    /** Published: as a batch, each answer with its request's name. Reads alone depend on nothing. */
    async named(text, context) {
      const body: unknown = JSON.parse(text);
      const requests =
        isObject(body) && Array.isArray(body.compositeRequest) ? body.compositeRequest : [];
      if (requests.length === 0 || requests.length > 25)
        throw crmError(400, 'JSON_PARSER_ERROR', 'Expected 1 to 25 subrequests');
      const compositeResponse: Row[] = [];
      for (const { method, url, referenceId } of requests as readonly Row[]) {
        const { statusCode, result } = await part(method, url, context).then(
          (answer): Row => ({ statusCode: 200, result: answer }),
          errorResult,
        );
        compositeResponse.push({
          body: result,
          httpHeaders: {},
          httpStatusCode: statusCode,
          referenceId,
        });
      }
      return { compositeResponse };
    },
  };
}

function errorResult(error: unknown): Row {
  if (!(error instanceof BackendError)) throw error;
  return { statusCode: error.status, result: error.body };
}
