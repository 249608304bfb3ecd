/** Transcript right: whether anybody may see the transcripts of a tenant; else their words are not read into an index either. */

import type { DataSource, SourceSettings } from './data-source.ts';

export function showsTranscripts(
  { environment, access }: Pick<SourceSettings, 'environment' | 'access'>,
  source: DataSource,
): boolean {
  if (access === null) return source.kind !== 'vendor' || environment.TRANSCRIPTS === 'shown';
  return [...access.roles.values()].some(({ permissions }) => permissions.includes('transcripts'));
}
