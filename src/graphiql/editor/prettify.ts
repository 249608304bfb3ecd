/** Lays a question out anew. */

import { parse, print, type Token, TokenKind } from 'graphql';

/**
 * The comment at its head stays as it is.
 * @returns null where comments inside would be lost, or the text is no document
 */
export function prettified(text: string): string | null {
  const [head] = /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)!;
  try {
    const document = parse(text.slice(head.length));
    for (let token: Token | null = document.loc!.startToken; token !== null; token = token.next)
      if (token.kind === TokenKind.COMMENT) return null;
    return `${head}${print(document)}\n`;
  } catch {
    return null;
  }
}
