/** How PostgreSQL spells what the index's statements share; apart from the driver, which is loaded where it is used. */

import type { Dialect } from './database.ts';

const casts = { text: '', integer: '::bigint' } as const;

export const postgresDialect: Dialect = {
  integer: 'bigint',
  text: 'text COLLATE "C"',
  serial: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  clustered: '',
  rows: (n, columns) =>
    `(SELECT ${Object.entries(columns)
      .map(([name, type], i) => `(v.v->>${i})${casts[type]} AS ${name}`)
      .join(', ')} FROM json_array_elements($${n}::json) AS v(v))`,
  each: (column, alias) => `json_array_elements((${column})::json) AS ${alias}(value)`,
  jsonArray: (...expressions) => `json_build_array(${expressions.join(', ')})`,
  jsonGroup: (expression) => `coalesce(json_agg(${expression}), '[]')::text`,
  find: (inText, text) => `strpos(${inText}, ${text})`,
  forUpdate: 'FOR UPDATE',
};

/** Everything lives in a schema of its own, so that the database may serve others too. */
export const postgresSchema = 'switchboard_index';
