/** An answer as tables, each with its CSV. */

import type { GraphQLSchema } from 'graphql';
import { useMemo, useState } from 'react';
import { copy, download } from '../../dashboard/shared/copy.ts';
import type { TableColumn } from '../../questions/column-expression.ts';
import { settings } from '../settings.ts';
import { nameOf, type Tab } from '../tab/tab-store.ts';
import {
  type AnswerTable,
  cellText,
  clipboardText,
  csvOf,
  isNumeric,
  rowName,
  tablesIn,
  type Unnested,
} from './answer-table.ts';
import { askMore, mostRows, pageRows } from './more-rows.ts';
import type { Run } from './run.ts';

interface TableViewProps {
  readonly run: Run;
  readonly schema: GraphQLSchema;
  /** Where it was asked. */
  readonly tab: Tab;
}

export function TableView({ run, schema, tab }: TableViewProps) {
  const [unnest, setUnnest] = useState<Unnested>(new Map());
  const tables = useMemo(() => {
    try {
      return tablesIn(run, schema, unnest);
    } catch (error) {
      return (error as Error).message;
    }
  }, [run, schema, unnest]);
  if (typeof tables === 'string') return <p className="note">No table: {tables}</p>;
  if (tables.length === 0) return <p className="note">No table: the answer has no data.</p>;
  return (
    <div className="tables">
      {tables.map((table) => (
        <OneTable
          key={table.name}
          table={table}
          file={fileName(run, table, tables.length)}
          list={unnest.get(table.name) ?? []}
          onMore={(path, most) => void askMore(tab, run, path, most)}
          comparesWhole={/\beq: *["$]/.test(run.question.query)}
          onList={(path) => setUnnest(new Map([...unnest, [table.name, path]]))}
        />
      ))}
    </div>
  );
}

const fileName = ({ question }: Run, { name }: AnswerTable, count: number): string =>
  `${nameOf(question)}${count > 1 && name !== '' ? `-${name}` : ''}.csv`;

/** Ids are for programs: they leave the room to what people read. */
function classOf(column: TableColumn): string | undefined {
  if (isNumeric(column)) return 'number';
  return /(?:^|\.)id$/.test(column.name) ? 'id' : undefined;
}

/** Rows that are drawn at first: a browser takes seconds for ten thousand. */
const pageSize = 200;

interface OneTableProps {
  readonly table: AnswerTable;
  readonly file: string;
  /** Path of the list whose items are the rows; empty where they are those of the table itself. */
  readonly list: readonly string[];
  /** True where the question compares whole texts, which people seldom know. */
  readonly comparesWhole: boolean;
  readonly onList: (path: readonly string[]) => void;
  /** Appends rows to the list of this path, up to so many. */
  readonly onMore: (path: readonly string[], most: number) => void;
}

function OneTable({ table, file, list, comparesWhole, onList, onMore }: OneTableProps) {
  const [drawn, setDrawn] = useState(pageSize);
  const [isCopied, setCopied] = useState(false);
  const { name, columns, rows, missing, innerLists, figures } = table;
  return (
    <section aria-label={name === '' ? 'Values' : name}>
      <header>
        <h2>{name === '' ? 'Values' : name}</h2>
        <span className="figures">{figures}</span>
        <button
          type="button"
          onClick={async () => download(file, new Blob([await csvOf(table)], { type: 'text/csv' }))}
        >
          CSV
        </button>
        <button type="button" onClick={() => copy(clipboardText(table)).then(setCopied)}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </header>
      {rows.length === 0 && comparesWhole && (
        <p className="note">
          “eq” is the whole text, capitals and all: “contains” finds a part of it.
        </p>
      )}
      {missing.map((line) => (
        <p key={line} className="note">
          {line}
        </p>
      ))}
      <div className="choices">
        {innerLists.length > 0 && (
          <select
            aria-label={`What a row of ${name} is`}
            value={list.join('.')}
            onChange={({ target }) => onList(target.value === '' ? [] : target.value.split('.'))}
          >
            <option value="">One row per {rowName(name.split('.'))}</option>
            {innerLists.map(({ path }) => (
              <option key={path.join('.')} value={path.join('.')}>
                One row per {rowName(path)}
              </option>
            ))}
          </select>
        )}
        <MoreRows table={table} onMore={onMore} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keys. */}
      <div className="scrolled" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} className={classOf(column)} title={column.about || undefined}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id.
              <tr key={at}>
                {columns.map((column) => (
                  <Cell key={column.name} text={cellText(row, column)} name={classOf(column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > drawn && (
        <button type="button" onClick={() => setDrawn(drawn + 10 * pageSize)}>
          Show more: {(rows.length - drawn).toLocaleString()} rows are not drawn, CSV has all
        </button>
      )}
    </section>
  );
}

/** Rows are counted before lists within them are. */
function MoreRows({ table, onMore }: Pick<OneTableProps, 'table' | 'onMore'>) {
  const { more, received } = table;
  if (more === null || settings.onlyTrusted) return null;
  if (received >= mostRows)
    return (
      <p className="note">
        This page takes {mostRows.toLocaleString()} at most; of a saved question “switchboard run”
        takes all.
      </p>
    );
  return (
    <>
      <button type="button" onClick={() => onMore(more, received + pageRows)}>
        {pageRows} more
      </button>
      <button
        type="button"
        title={`Page by page, up to ${mostRows.toLocaleString()}`}
        onClick={() => onMore(more, mostRows)}
      >
        All rows
      </button>
    </>
  );
}

/** A cell that may be cut has its whole text where somebody points at it. */
function Cell({ text, name }: { readonly text: string; readonly name: string | undefined }) {
  return (
    <td className={name} title={text.length > 20 ? text : undefined}>
      {text}
    </td>
  );
}
