/** Rows of calls_extensive: metaData, and the blocks the selector asks for; nothing else. */

import type { PartyRecord } from '../../records/calls/call.ts';
import type { Row } from '../backend.ts';
import type { StoredCall } from './call-store.ts';
import type { Party } from './company/party.ts';
import type { Company } from './company.ts';
import { bagOf, flagOf } from './param.ts';

/** @returns what prints a page of calls under this selector. */
export function extensiveRow(
  _company: Company,
  selector: Readonly<Record<string, unknown>>,
): (calls: readonly StoredCall[]) => readonly Row[] {
  const exposed = bagOf(selector, 'exposedFields');
  const parties = flagOf(exposed, 'parties');
  return (calls) =>
    calls.map((call) => ({
      metaData: call.meta,
      ...(parties ? { parties: call.parties.map(partyRow) } : {}),
    }));
}

function partyRow(party: Party): PartyRecord {
  const { crm: _crm, ...shown } = party;
  return shown;
}
