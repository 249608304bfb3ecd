/** users: everybody, by ascending numeric id, and one by id. */

import { type BackendAnswer, callAnalyticsError, type Operation } from '../../../backend.ts';
import type { Company } from '../company.ts';
import { compareDecimal } from '../id.ts';
import { textOf } from '../param.ts';
import { listPage } from './page.ts';

export function listUsers(company: Company, operation: Operation): BackendAnswer {
  return listPage(
    company.users,
    operation.page,
    (user) => user.id,
    compareDecimal,
    (users) => users.map((user) => ({ ...user })),
  );
}

export function getUser(company: Company, operation: Operation): BackendAnswer {
  const id = textOf(operation.params, 'id') ?? '';
  const user = company.users.find((candidate) => candidate.id === id);
  if (!user) throw callAnalyticsError(404, `User ID ${id} was not found`);
  return { kind: 'row', row: { ...user } };
}
