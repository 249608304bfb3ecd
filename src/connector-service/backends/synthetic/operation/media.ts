/** call_audio and call_video: short playable recordings, the same for a call every time. */

import { type BackendAnswer, callAnalyticsError, type Operation } from '../../../backend.ts';
import type { Company } from '../company.ts';
import { bagOf, flagOf, textsOf } from '../param.ts';
import { shippedMedia } from '../shipped-file.ts';

/** @throws BackendError 400 without exactly one call id and the media flag, 404 for a call without such a recording. */
function downloadOf(
  kind: 'mp3' | 'mp4',
  contentType: string,
): (company: Company, operation: Operation) => BackendAnswer {
  return (company, operation) => {
    const ids = textsOf(bagOf(operation.params, 'filter'), 'callIds') ?? [];
    const exposed = bagOf(bagOf(operation.params, 'contentSelector'), 'exposedFields');
    const faults: string[] = [];
    if (ids.length !== 1)
      faults.push(`filter.callIds: expected exactly one call id, ${ids.length} came`);
    if (!flagOf(exposed, 'media')) faults.push('contentSelector.exposedFields.media: must be true');
    const [id] = ids;
    if (id === undefined || faults.length > 0) throw callAnalyticsError(400, ...faults);
    const call = company.calls.byId(id);
    if (!call) throw callAnalyticsError(404, `Call ID ${id} was not found`);
    if (kind === 'mp4' && call.meta.media !== 'Video')
      throw callAnalyticsError(404, `Call ID ${id} has no video`);
    const which = call.seed % 2 === 0 ? 'a' : 'b';
    return shippedMedia(`call-${which}.${kind}`, contentType, `${id}.playback.${kind}`);
  };
}

export const downloadAudio = downloadOf('mp3', 'audio/mpeg');
export const downloadVideo = downloadOf('mp4', 'video/mp4');
