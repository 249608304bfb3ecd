/** Transcript right: whether anybody may see the transcripts of a tenant; else their words are not read into an index either. */

import { type DataSource, dataSources, hasSystem, type SourceSettings } from './data-source.ts';

export function showsTranscripts(
  { environment, access }: Pick<SourceSettings, 'environment' | 'access'>,
  source: DataSource,
): boolean {
  if (access === null) return source.kind !== 'vendor' || environment.TRANSCRIPTS === 'shown';
  return [...access.roles.values()].some(({ permissions }) => permissions.includes('transcripts'));
}

/** Tenants whose transcripts are indexed. */
export function transcribedTenants(settings: SourceSettings): ReadonlySet<string> {
  const { INDEX, TRANSCRIPTS_INDEX } = settings.environment;
  if (INDEX === 'off' || TRANSCRIPTS_INDEX === 'off') return new Set();
  const transcribed = [...dataSources(settings)].filter(
    ([, source]) => hasSystem(source, 'call-analytics') && showsTranscripts(settings, source),
  );
  return new Set(transcribed.map(([tenant]) => tenant));
}
