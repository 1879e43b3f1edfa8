import { stateReason } from '#electron/headless/commands/support/state-reason.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Readings } from '../plan/places.ts';
import type { Evidence, Upload, Violation } from './evidence.ts';

/**
 * 21. The lines of a file of entries leave only after a person at this computer agreed to exactly these: all of them, as text that was written by hand
 * for each file, with the hash of their canonical text as metadata.
 */
export function linesAreAgreed({ uploads, readings }: Evidence): Violation[] {
  return uploads
    .filter(({ importType }) => importType === 'entries')
    .flatMap((upload) => {
      const wrong = wrongIn(upload, readings.get(upload.sha256));
      return wrong === null ? [] : [{ invariant: 21, what: `${upload.by} sent ${upload.sha256.slice(0, 8)} ${wrong}` }];
    });
}

function wrongIn({ entries, agreed }: Upload, readings: Readings | undefined): string | null {
  const read = [readings?.today, readings?.before].find((one) => one !== undefined && one.body === entries?.body);
  if (read === undefined) return 'with other lines';
  if (read.linesSha256 !== entries?.linesSha256) return 'with another hash';
  return agreed ? null : 'without being told to';
}

/** 21. Whoever is asked about a file of entries learns what its lines come to, and of every one that waits or cannot be sent, why. */
export function linesAreAskedAbout({ desktops, readings }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) =>
    items
      .filter(({ importType, sha256 }) => importType === 'entries' && sha256 !== null)
      .filter((item) => !isExplained(item, readings))
      .map(({ sha256, state }) => ({ invariant: 21, what: `${name} does not say what of ${sha256?.slice(0, 8)}, which is ${state.kind}` })),
  );
}

function isExplained({ sha256, state }: Item, readings: Evidence['readings']): boolean {
  if (state.kind !== 'held' && state.kind !== 'unfit' && state.kind !== 'waiting') return true;
  if (stateReason(state) === '') return false;
  if (state.kind === 'unfit' && state.problem.kind === 'entries') return state.problem.errors > 0 && state.problem.faults.length > 0;
  if (state.kind !== 'held' || state.question.kind !== 'entries') return true;
  const { lines, debitCents, creditCents } = state.question;
  const meant = readings.get(sha256 ?? '');
  return lines === meant?.lines && debitCents === meant.debitCents && creditCents === meant.creditCents;
}
