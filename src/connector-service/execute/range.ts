/** Single HTTP byte ranges: what a client asked for, against the size of the file. */

export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * `bytes=0-99`, `bytes=100-` and `bytes=-100`. Anything else, several ranges included, is answered
 * with the whole file, which HTTP allows; a well-formed range outside the file is unsatisfiable.
 */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return { kind: 'whole' };
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  return first >= size ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}
