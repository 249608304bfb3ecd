/** Answers as pages show them: lists cut short, and an object on one line where it fits. */

const width = 100;

/** The first items of every list but those of a group's keys; cursors and request ids differ each time. */
export function cutLists(value: unknown, length: number): unknown {
  if (Array.isArray(value)) return value.slice(0, length).map((item) => cutLists(item, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /cursor$|^requestId$/i.test(name) && member !== null
        ? '…'
        : cutLists(member, name === 'keys' ? Infinity : length),
    ]),
  );
}

/** @param used characters of the line that stand before the value. */
export function answerText(value: unknown, indent = '', used = 0): string {
  const flat = flatText(value);
  const isDeep = indent.length < 4;
  if (typeof value !== 'object' || value === null) return flat;
  if (!isDeep && indent.length + used + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map((item) => inner + answerText(item, inner))
    : Object.entries(value).map(
        ([name, member]) => `${inner}"${name}": ${answerText(member, inner, name.length + 4)}`,
      );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${flatText(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
