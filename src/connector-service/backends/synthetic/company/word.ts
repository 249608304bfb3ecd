/** Plain words from names: for addresses and domains, which hold only ASCII letters. */

/** A name's ASCII letters and digits in lower case; `x` and a checksum of its characters where it has none. */
export function asciiWord(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  if (plain !== '') return plain;
  let sum = 7;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 46_656;
  return `x${sum.toString(36)}`;
}

/** The same address as a person might have typed it elsewhere: other capitals, blanks around it. */
export function retyped(address: string, manner: 'capitals' | 'blanks' | 'shout'): string {
  if (manner === 'blanks') return ` ${address} `;
  if (manner === 'shout') return address.toUpperCase();
  return address.replace(
    /(^|\.|@)([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
