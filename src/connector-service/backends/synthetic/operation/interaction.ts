/** stats_interaction: for each user the mean of the measures of the conversations they hosted. */

import type { DatabaseSync } from 'node:sqlite';
import type { BackendAnswer, Operation } from '../../../backend.ts';
import type { StoredCall } from '../call-store.ts';
import type { Company } from '../company.ts';
import { compareDecimal } from '../id.ts';
import { conversationOf } from '../talk/conversation.ts';
import { statisticsFilter } from './activity.ts';
import { listPage } from './page.ts';

const columns = [
  ['Talk Ratio', 'ratio'],
  ['Longest Monologue', 'monologue'],
  ['Longest Customer Story', 'story'],
  ['Interactivity', 'interactivity'],
  ['Patience', 'patience'],
  ['Question Rate', 'questions'],
] as const;

/** Users without a transcribed call in the range are missing; Question Rate is questions asked a call. */
export function listInteraction(company: Company, operation: Operation): BackendAnswer {
  const { range, users } = statisticsFilter(company, operation);
  measureCalls(company, range.start * 1000, range.end * 1000);
  const statement = company.db.prepare(
    `SELECT count(ratio) AS calls, ${columns.map(([, column]) => `avg(${column}) AS ${column}`).join(', ')}
     FROM interaction WHERE host = ? AND at >= ? AND at < ?`,
  );
  const measured = users
    .map((user) => ({ user, means: statement.get(user.id, range.start * 1000, range.end * 1000)! }))
    .filter(({ means }) => Number(means.calls) > 0);
  return listPage(
    measured,
    operation.page,
    ({ user }) => user.id,
    compareDecimal,
    (page) =>
      page.map(({ user, means }) => ({
        userId: user.id,
        userEmailAddress: user.emailAddress,
        personInteractionStats: columns.map(([name, column]) => ({
          name,
          value: Number(Number(means[column]).toFixed(3)),
        })),
      })),
  );
}

/** Works out the measures of calls in the window (microseconds) that have none yet. */
export function measureCalls(
  { db, calls }: Pick<Company, 'db' | 'calls'>,
  from: number,
  to: number,
): void {
  const missing = db
    .prepare(
      `SELECT call.seq AS seq FROM call LEFT JOIN interaction ON interaction.call = call.seq
       WHERE call.at >= ? AND call.at < ? AND interaction.call IS NULL`,
    )
    .all(from, to)
    .map((row) => Number(row.seq));
  if (missing.length === 0) return;
  const insert = measureInserter(db);
  db.exec('SAVEPOINT measure');
  for (let start = 0; start < missing.length; start += 1000)
    for (const call of calls.bySeq(missing.slice(start, start + 1000))) insert(call);
  db.exec('RELEASE measure');
}

function measureInserter(db: DatabaseSync): (call: StoredCall) => void {
  const statement = db.prepare('INSERT INTO interaction VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (call) => {
    const { interaction: measures, turns } = conversationOf(call);
    const spoken = turns.length > 0;
    statement.run(
      call.seq,
      call.meta.primaryUserId,
      call.at,
      spoken ? measures.talkRatio : null,
      spoken ? measures.longestMonologue : null,
      spoken ? measures.longestStory : null,
      spoken ? measures.interactivity : null,
      spoken ? measures.patience : null,
      spoken ? measures.companyQuestions : null,
    );
  };
}
