/** Head of a table whose columns have plain names; where the rows speak for themselves, it is there for screen readers alone. */

export interface TableHeadProps {
  readonly columns: readonly string[];
  readonly isHidden?: boolean;
}

export function TableHead({ columns, isHidden = false }: TableHeadProps) {
  return (
    <thead className={isHidden ? 'visually-hidden' : undefined}>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
