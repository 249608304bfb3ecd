/** An answer as tables, each with its CSV. */

import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useRef, useState } from 'react';
import { copy, downloadCsv } from '../../dashboard/shared/copy.ts';
import type { TableColumn } from '../../questions/column-expression.ts';
import { settings } from '../settings.ts';
import { nameOf, type Tab } from '../tab/tab-store.ts';
import {
  type AnswerTable,
  clipboardText,
  csvOf,
  isId,
  isNumeric,
  rowName,
  shownText,
  sortedRows,
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
      {tables.length > 1 && (
        <p className="note">
          {tables.length} tables: {tables.map(titleOf).join(', ')}
        </p>
      )}
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

const titleOf = ({ name }: AnswerTable): string => (name === '' ? 'Values' : name);

const fileName = ({ question }: Run, { name }: AnswerTable, count: number): string =>
  `${nameOf(question)}${count > 1 && name !== '' ? `-${name}` : ''}.csv`;

/** Ids are for programs: they leave the room to what people read. */
function classOf(column: TableColumn): string | undefined {
  if (isNumeric(column)) return 'number';
  return isId(column) ? 'id' : undefined;
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
  const [sort, setSort] = useState<Sort | null>(null);
  const { name, columns, missing, innerLists, figures } = table;
  const by = columns.find((column) => column.name === sort?.name);
  const rows = useMemo(
    () => (by === undefined ? table.rows : sortedRows(table.rows, by, sort!.isDown)),
    [table, by, sort],
  );
  const files = { ...table, rows };
  // Another question begins at its first column.
  const scrolled = useRef<HTMLDivElement>(null);
  const names = columns.map((column) => column.name).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names of columns alone.
  useEffect(() => void scrolled.current?.scrollTo({ left: 0 }), [names]);
  return (
    <section aria-label={titleOf(table)}>
      <header>
        <h2>{titleOf(table)}</h2>
        <span className="figures">{figures}</span>
        <button type="button" onClick={async () => downloadCsv(file, await csvOf(files))}>
          CSV
        </button>
        <button type="button" onClick={() => copy(clipboardText(files)).then(setCopied)}>
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
      {by !== undefined && table.more !== null && (
        <p className="note">Of these rows alone: “orderBy” sorts before the first are taken.</p>
      )}
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
      <div ref={scrolled} className="scrolled" tabIndex={0}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a cell has its text in its title, too. */}
        <table
          onClick={({ target }) => (target as Element).closest('td')?.classList.toggle('open')}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.name} {...{ column, sort }} onSort={setSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows need not have an id.
              <tr key={at}>
                {columns.map((column) => (
                  <Cell key={column.name} text={shownText(row, column)} name={classOf(column)} />
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

interface Sort {
  readonly name: string;
  readonly isDown: boolean;
}

interface HeadingProps {
  readonly column: TableColumn;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
}

/** Sorts the rows that are here; figures from the largest on. */
function Heading({ column, sort, onSort }: HeadingProps) {
  const { name, about } = column;
  const isSorted = sort?.name === name;
  return (
    <th
      className={classOf(column)}
      title={about || name}
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        onClick={() => onSort({ name, isDown: isSorted ? !sort.isDown : isNumeric(column) })}
      >
        {name}
        {isSorted && (sort.isDown ? ' ▾' : ' ▴')}
      </button>
    </th>
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
