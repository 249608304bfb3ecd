/** Visible files: those with a link to an anchor or to one of the viewer's people, by their ids, since the CRM takes no join over links of files. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type KeysetList, readKeysetList } from '../../fetch/keyset-list.ts';
import type { RowAnchors, ViewerPeople } from '../../row-access/row-access.ts';
import { chunkByEncodedLength } from '../../soql/literal.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf } from '../../soql/query.ts';
import { longestStatement } from './list-statement.ts';

/** 100,000 links of as many holders as one statement names. */
const maxPages = 50;

/** Room for what surrounds the ids: fields, operators, the position of a further page. */
const around = ' '.repeat(200);

/** @throws UpstreamError where links can't be read, or are missing */
export async function visibleFiles(
  context: GraphContext,
  { crmUserIds }: ViewerPeople,
  { accountIds, dealIds }: RowAnchors,
): Promise<ReadonlySet<string>> {
  const holders = [...crmUserIds, ...accountIds, ...dealIds];
  const chunks = chunkByEncodedLength(holders, { around, maxBytes: longestStatement(context) });
  const files = await Promise.all(chunks.map((ids) => filesOf(context, ids)));
  return new Set(files.flat());
}

async function filesOf(context: GraphContext, ids: readonly string[]): Promise<string[]> {
  const { connector, deadline, signal, viewer, notes } = context;
  const { name: object, entity } = context.model.declaredObject('ContentDocumentLink');
  const select = ['Id', 'ContentDocumentId'];
  const list: KeysetList<Row> = {
    order: [],
    site: listSite(entity),
    query({ where, orderBy, limit, fresh }) {
      const linked = { op: 'in', path: 'LinkedEntityId', values: ids } as const;
      const query = { object, select, where: allOf(linked, where), orderBy, limit };
      // Whose rows somebody sees is read for all requests to come.
      const options = { deadline, signal, client: viewer.client, notes, isForAll: true };
      const cache = fresh ? ({ cache: 'reload' } as const) : {};
      const q = printQuery(query, longestStatement(context));
      return connector.execute(entity, 'list', { q }, { ...options, ...cache });
    },
  };
  const found: string[] = [];
  const advice = 'whose files somebody sees is looked up in fewer';
  for await (const page of readKeysetList(list, { maxPages, advice }))
    for (const { ContentDocumentId: id } of page)
      if (typeof id === 'string') found.push(normalizeCrmId(id) ?? id);
  return found;
}
