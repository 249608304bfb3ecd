/** What the connector service, or the façade, says when it has started: where it is, and calls to try. */

import type { Facade } from '../connector-service/facade/facade.ts';
import type { Service } from '../connector-service/service.ts';

/** @param callId a call that has a recording */
export function greeting({ url, token, client, instances }: Service, callId: string): string {
  const curl = (instance: string, body: object, more = ''): string =>
    `curl -s${more} ${url}/api/v1/connectors/instances/${instance}/execute \\
  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  const audio = {
    entity: 'call_audio',
    action: 'download',
    params: {
      filter: { callIds: [callId] },
      contentSelector: { exposedFields: { media: true } },
    },
  };
  const contacts = {
    entity: 'contacts',
    action: 'list',
    params: { q: 'SELECT Id, Name, Email FROM Contact LIMIT 5' },
  };
  return `Connector service        ${url}
Bearer token             ${token}
Token endpoint           ${url}/api/v1/token (client_id ${client.id}, client_secret ${client.secret})
Call-analytics instance  ${instances.callAnalytics}
CRM instance             ${instances.crm}
Faults, log, counts      ${url}/admin/faults, /admin/log, /admin/counts

${curl(instances.callAnalytics, { entity: 'users', action: 'list' })}

${curl(instances.crm, contacts)}

${curl(instances.callAnalytics, audio, ' -o call-audio')}
`;
}

/** Where the façade is, what opens it, and two calls to try. */
export function facadeGreeting({ url, accounts }: Facade): string {
  const { accessKey, accessKeySecret, platformApp, crmApp } = accounts;
  const form = `grant_type=client_credentials&client_id=${crmApp.clientId}&client_secret=${crmApp.clientSecret}`;
  return `The vendors' APIs        ${url}
Call platform            ${url}/v2 (access key ${accessKey}, secret ${accessKeySecret})
  its OAuth              ${url}/oauth2/generate-customer-token (client_id ${platformApp.clientId}, client_secret ${platformApp.clientSecret}, refresh_token ${accounts.platformRefreshToken})
CRM                      ${url}/services/data
  its OAuth              ${url}/services/oauth2/token (client_id ${crmApp.clientId}, client_secret ${crmApp.clientSecret}, refresh_token ${accounts.crmRefreshToken})

curl -s ${url}/v2/users -u '${accessKey}:${accessKeySecret}'

curl -s ${url}/services/oauth2/token -d '${form}'
`;
}
