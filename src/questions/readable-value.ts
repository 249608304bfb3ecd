/** Values of an answer as people read them: an object by its name, by its plain values where it has none, and lists joined by commas. */

/** Here and not from the wire's reader, whose bytes a browser, where this runs, too, does not have. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that name an object, the best first. */
const nameFields = ['name', 'recordName', 'title', 'subject', 'label', 'text'];

/** Fields that tell people nothing: ids, and what belongs to paging. */
const isTechnical = (field: string): boolean =>
  /^(?:id|__typename|cursor|pageInfo)$|Id$/.test(field);

/** @returns the text; null where the value says nothing, such as an object whose fields are null. */
export function readableText(value: unknown): string | null {
  return wordsOf(value) ?? idOf(value);
}

/** Texts of a list's items; an item that says nothing keeps its place. */
export const itemTexts = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => readableText(item) ?? '–');

function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return String(Number(value.toFixed(3)));
  if (Array.isArray(value)) return value.length === 0 ? null : itemTexts(value).join(', ');
  return isObject(value) ? objectWords(value) : String(value);
}

function objectWords(object: Readonly<Record<string, unknown>>): string | null {
  const { nodes, edges, node, value } = object;
  if (node !== undefined) return wordsOf(node);
  if (Array.isArray(nodes ?? edges)) return wordsOf(nodes ?? edges);
  const name = nameFields.map((field) => object[field]).find((text) => wordsOf(text) !== null);
  if (value === undefined) return wordsOf(name) ?? plainWords(object);
  if (name === undefined) return keyWords(object);
  return [name, value].flatMap((part) => wordsOf(part) ?? []).join(' ');
}

/** What a group has in common: the name of the record or user, or the value itself. */
function keyWords(key: Readonly<Record<string, unknown>>): string | null {
  const names = Object.values(key).filter(isObject).map(wordsOf);
  return names.find((name) => name !== null) ?? wordsOf(key.value) ?? wordsOf(key.number);
}

/** All plain values; numbers and truths under their names, unless there is one number alone. */
function plainWords(object: Readonly<Record<string, unknown>>): string | null {
  const parts = Object.entries(object).flatMap(([field, value]) => {
    const text = isTechnical(field) ? null : wordsOf(value);
    return text === null ? [] : [{ field, value, text }];
  });
  if (parts.length === 0) return null;
  return parts
    .map(({ field, value, text }) =>
      typeof value === 'boolean' || (typeof value === 'number' && parts.length > 1)
        ? `${field} ${text}`
        : text,
    )
    .join(' ');
}

function idOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { node, upstreamId, id } = value;
  if (node !== undefined) return idOf(node);
  return wordsOf(upstreamId ?? id);
}
