/** Small valid files of several types, made from words; the same words give the same bytes. */

export type DocumentType = 'txt' | 'csv' | 'html' | 'json' | 'pdf' | 'png' | 'gif';

export const mediaTypes: Readonly<Record<DocumentType, string>> = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  gif: 'image/gif',
};

/** A grey point, and one that is transparent. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export function documentBytes(type: DocumentType, lines: readonly string[]): Uint8Array {
  switch (type) {
    case 'txt':
      return Buffer.from(`${lines.join('\n')}\n`);
    case 'csv':
      return Buffer.from(
        `\uFEFFnumber,text\r\n${lines.map((line, index) => `${index + 1},"${line.replaceAll('"', '""')}"\r\n`).join('')}`,
      );
    case 'html':
      return Buffer.from(
        `<!doctype html><meta charset="utf-8"><title>Page</title><script>document.title = "ran"</script>${lines.map((line) => `<p>${line}</p>`).join('\n')}\n`,
      );
    case 'json':
      return Buffer.from(`${JSON.stringify({ lines }, null, 2)}\n`);
    case 'pdf':
      return pdf(lines);
    case 'png':
      return Buffer.from(png, 'base64');
    case 'gif':
      return Buffer.from(gif, 'base64');
  }
}

/** One page with a line of text for each line; characters outside ASCII become question marks. */
function pdf(lines: readonly string[]): Uint8Array {
  const text = lines
    .map((line) => `(${line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`)
    .join('\n');
  const stream = `BT /F1 11 Tf 14 TL 50 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
