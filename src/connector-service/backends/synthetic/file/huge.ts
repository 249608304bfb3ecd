/** A file of any size whose bytes follow from their place: it is never held, only counted out. */

const blockSize = 65_536;

/** What every block holds after its first sixteen bytes. */
const filler = Buffer.alloc(blockSize, 'The quick brown fox jumps over the lazy dog. 0123456789\n');

/** Bytes first..last inclusive, a block at a time; a block begins with its offset in sixteen hexadecimal digits. */
export async function* hugeBytes(first: number, last: number): AsyncGenerator<Uint8Array> {
  for (let start = first - (first % blockSize); start <= last; start += blockSize) {
    const block = Buffer.from(filler);
    block.write(start.toString(16).padStart(16, '0'), 0, 'latin1');
    yield block.subarray(Math.max(0, first - start), Math.min(blockSize, last + 1 - start));
  }
}
