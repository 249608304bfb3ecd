/** A call before it is there, in its size. */

import { Skeleton } from '../shared/skeleton.tsx';

export function CallSkeleton() {
  return (
    <>
      <Skeleton rows={2} height="line" />
      <div className="call-page">
        <div className="call-stage">
          <Skeleton rows={2} height="block" />
        </div>
        <Skeleton rows={12} height="row" />
      </div>
    </>
  );
}
