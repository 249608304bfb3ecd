/** Parquet writer: lines of JSON in, row groups out, so that memory holds one group whatever the file's size. */

import { createReadStream } from 'node:fs';
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { memberAt } from '../../contract/member-at.ts';
import { type ColumnType, cellOf, type TableColumn } from '../../questions/column-expression.ts';

interface GroupLimits {
  readonly rows: number;
  /** Of the rows as JSON: long texts fill memory before many rows do. */
  readonly characters: number;
}

const usualLimits: GroupLimits = { rows: 50_000, characters: 2 ** 25 };

/** @param from a file with a row in each line. */
export async function writeParquet(
  from: string,
  to: string,
  columns: readonly TableColumn[],
  limits: GroupLimits = usualLimits,
): Promise<void> {
  const writer = new ParquetWriter({
    writer: fileWriter(to),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, ...elements[type] })),
    ],
    createdBy: 'switchboard',
  });
  const emptyGroup = (): unknown[][] => columns.map(() => []);
  let group = emptyGroup();
  let rows = 0;
  let characters = 0;
  const write = async (): Promise<void> => {
    const columnData = columns.map(({ name }, at) => ({ name, data: memberAt(group, at) }));
    await writer.write({ columnData, rowGroupSize: limits.rows });
    group = emptyGroup();
    rows = 0;
    characters = 0;
  };
  for await (const line of linesOf(from)) {
    const row: unknown = JSON.parse(line);
    for (const [at, column] of columns.entries())
      memberAt(group, at).push(valueOfType(cellOf(row, column), column.type));
    rows += 1;
    characters += line.length;
    if (rows >= limits.rows || characters >= limits.characters) await write();
  }
  if (rows > 0) await write();
  if (writer.row_groups.length === 0) writer.row_groups.push(emptyRowGroup(columns));
  await writer.finish();
}

/** Arrow's reader in Rust rejects a file without row groups, because the type of an empty list is unknown. */
const emptyRowGroup = (columns: readonly TableColumn[]): ParquetWriter['row_groups'][number] => ({
  columns: columns.map(({ name, type }) => ({
    file_offset: 0n,
    meta_data: {
      type: elements[type].type!,
      encodings: ['PLAIN'],
      path_in_schema: [name],
      codec: 'UNCOMPRESSED',
      num_values: 0n,
      total_uncompressed_size: 0n,
      total_compressed_size: 0n,
      data_page_offset: 4n,
    },
  })),
  total_byte_size: 0n,
  num_rows: 0n,
});

/** Node's readline would end lines at U+2028, too, which JSON leaves as it is. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let partialLine = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${partialLine}${chunk}`.split('\n');
    partialLine = lines.pop() ?? '';
    yield* lines;
  }
}

type Element = Omit<SchemaElement, 'name'>;

const text = { type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' } as const;

/** All columns are nullable: unreadable values and fields a role may not see are null. */
const elements: Readonly<Record<ColumnType, Element>> = {
  text: { ...text, converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  json: { ...text, converted_type: 'JSON', logical_type: { type: 'JSON' } },
  integer: { type: 'INT32', repetition_type: 'OPTIONAL' },
  number: { type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  boolean: { type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
  date: {
    type: 'INT32',
    converted_type: 'DATE',
    logical_type: { type: 'DATE' },
    repetition_type: 'OPTIONAL',
  },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    repetition_type: 'OPTIONAL',
  },
};

function valueOfType(value: unknown, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type) {
    case 'text':
      return String(value);
    case 'time':
    case 'date':
      return new Date(String(value));
    case 'json':
      return typeof value === 'object' ? uncopied(value) : value;
    default:
      return value;
  }
}

/** The writer copies JSON, and loses a member called __proto__ by it; an object without a prototype it takes as it is. */
const uncopied = (value: object): object =>
  Object.assign(Object.create(null) as object, { toJSON: () => value });
