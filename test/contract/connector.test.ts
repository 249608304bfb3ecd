import { startDemoService } from '../../src/demo/service.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { type ContractService, contractOf } from './connector.case.ts';
import { handMadeService } from './hand-made.ts';

async function embedded(wrapper: 'older' | 'newer'): Promise<ContractService> {
  const now = (): Date => new Date('2026-11-02T12:00:00Z');
  const { url, token, instances, close } = await startDemoService({
    backend: openSynthetic({ now }),
    callAnalytics: { wrapper },
    crm: { wrapper },
  });
  return {
    baseUrl: url,
    token,
    instances: { 'call-analytics': instances.callAnalytics, crm: instances.crm },
    countsWithoutRows: wrapper === 'older',
    close,
  };
}

contractOf('the embedded service, older wrapper', () => embedded('older'));
contractOf('the embedded service, newer wrapper', () => embedded('newer'));
contractOf('answers made by hand, older wrapper', () => handMadeService('older'));
contractOf('answers made by hand, newer wrapper', () => handMadeService('newer'));
