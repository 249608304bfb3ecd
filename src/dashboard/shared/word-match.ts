/** Whether a text is one that somebody types the beginning of: a word of it begins like each word of the term. */

export function matchesWords(text: string, term: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return term
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}
