/** Takes things along: into the clipboard, and as a file. */

/** @returns false where the browser lets nobody copy */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers have a clipboard on secure origins alone, and where they are asked in time.
    const field = document.createElement('textarea');
    field.value = text;
    // An open dialog makes all beside it inert.
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Saves CSV with a byte order mark: opened by a double-click, Excel takes a file without one for the machine's old code
 * page, and garbles “García”. Those of addresses and commands have none, since programs would read it into the first
 * column's name.
 */
export const downloadCsv = (name: string, content: BlobPart): void =>
  download(name, new Blob(['\ufeff', content], { type: 'text/csv;charset=utf-8' }));
