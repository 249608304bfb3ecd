/** A table as a file: CSV of all rows that its filters match; where it is not all, its button and its name say so. */

import { useState } from 'react';
import type { Rows } from '../data/pages.ts';
import { useMeta } from '../data/screen.tsx';
import { downloadCsv } from './copy.ts';
import { type Cell, csv } from './csv.ts';
import { number, plural } from './format.ts';

/** Heads of columns, and what each has of a row. Figures and dates are the graph's, for programs to read. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export interface TableFile {
  /** Without its ending. */
  readonly name: string;
  /** Of the rows that are here. */
  readonly here: Rows<unknown>;
  /** Whether all pages are read when it is saved. */
  readonly readsAll: boolean;
  readonly read: () => Promise<Rows<readonly Cell[]> & { readonly head: readonly string[] }>;
}

/** @param readAll reads what is not here */
export function tableFile<Row>(
  name: string,
  columns: Columns<Row>,
  here: Rows<Row>,
  readAll?: () => Promise<Rows<Row>>,
): TableFile {
  const isRead = here.isWhole || readAll === undefined;
  return {
    name,
    here,
    readsAll: !isRead,
    async read() {
      const { rows, total, isWhole } = isRead ? here : await readAll();
      const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
      return { head: Object.keys(columns), rows: cells, total, isWhole };
    },
  };
}

export interface SaveTableProps {
  readonly file: TableFile;
  /** Of its panel. */
  readonly title: string;
  /** Parts of the rows are missing. */
  readonly isFaulty: boolean;
}

export function SaveTable({ file, title, isFaulty }: SaveTableProps) {
  const { isPartial, leftOut } = useMeta();
  const [said, setSaid] = useState('');
  const { here, readsAll } = file;
  const label = here.isWhole || readsAll ? 'CSV' : `CSV of ${partText(here)}`;
  const save = async (): Promise<void> => {
    setSaid('Reading …');
    try {
      const { head, rows, total, isWhole } = await file.read();
      const isAll = isWhole && !isFaulty;
      const suffix = isAll ? '' : suffixOf(rows.length, total);
      downloadCsv(`${file.name}${suffix}.csv`, csv([head, ...rows]));
      const lack = isAll ? '' : '; not everything came';
      const without = leftOut.length === 0 ? '' : `, without ${leftOut.join(', ')}`;
      setSaid(
        total !== null && total > rows.length
          ? `Saved ${partText({ rows, total })} rows${without}`
          : `Saved ${plural(rows.length, 'row')}${without}${lack}`,
      );
    } catch {
      setSaid('Nothing saved: the list could not be read to its end');
    }
  };
  return (
    <span className="takeaway of-table">
      <button
        type="button"
        aria-label={`${label}: ${title}`}
        disabled={isPartial}
        onClick={() => void save()}
      >
        {label}
      </button>
      <span role="status" className="muted">
        {said}
      </span>
    </span>
  );
}

/** `25 of 130`; `the first 100`. */
const partText = ({ rows, total }: Pick<Rows<unknown>, 'rows' | 'total'>): string =>
  total === null || total <= rows.length
    ? `the first ${number(rows.length)}`
    : `${number(rows.length)} of ${number(total)}`;

const suffixOf = (count: number, total: number | null): string =>
  total !== null && total > count ? `-${count}-of-${total}` : '-incomplete';
