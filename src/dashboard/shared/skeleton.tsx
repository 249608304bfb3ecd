/** Grey bars in the place of what is about to come, as many and as high as that. */

export function Skeleton({ rows, height }: { rows: number; height: 'line' | 'row' | 'block' }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars that never move
        <div key={at} className={height} />
      ))}
    </div>
  );
}
