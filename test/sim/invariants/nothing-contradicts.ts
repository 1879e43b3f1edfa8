import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Evidence, Told, Violation } from './evidence.ts';

/**
 * 17. No state of an item contradicts what this computer was told about its content, under any reference of the same import type: by a
 * verified event, a 200 or a 409. A computer that was told about a later sending shows that one; an item that is being sent once more may be
 * in any state. A file that was never read whole has no content that anything could be known about.
 */
export function nothingContradictsWhatWasTold({ desktops, told }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) =>
    items.flatMap((item) => {
      const own = told.filter(({ by, importType, sha256 }) => by === name && importType === item.importType && sha256 === item.sha256);
      const newest = Math.max(...own.map(({ number }) => number));
      const wrong = own.length === 0 || item.resubmission > newest ? null : contradiction(item, newest, own);
      return wrong === null ? [] : [{ invariant: 17, what: `${name}: ${item.sha256?.slice(0, 8)} is ${wrong}` }];
    }),
  );
}

/** 19. Every document whose result this computer read is in its list: as its file, or by its number where its file was never seen. */
export function whatWasToldIsListed({ desktops, told }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) => {
    const own = told.filter(({ by, reference, says }) => by === name && reference !== null && says !== 'received');
    const isListed = ({ importType, sha256, reference }: Told): boolean =>
      items.some((item) => (item.importType === importType && item.sha256 === sha256) || stemOf(item.reference) === stemOf(reference));
    return own
      .filter((one) => !isListed(one))
      .map(({ documentId }) => ({ invariant: 19, what: `${name} was told of ${documentId}, and does not list it` }));
  });
}

/** Of a reference: all but the number at its end (C10). */
function stemOf(reference: string | null): string | null {
  return reference?.slice(0, -2) ?? null;
}

/** The contradiction in words; null if there is none. `own` is not empty. */
function contradiction({ state, resubmission }: Item, newest: number, own: readonly Told[]): string | null {
  const last = own.filter(({ number }) => number === newest);
  const said = `and it was told: ${Array.from(new Set(last.map(({ says }) => says))).join(', ')}`;
  if (resubmission < newest) return `${state.kind} as number ${resubmission}, ${said} (number ${newest})`;
  switch (state.kind) {
    case 'held':
      return `held (${state.question.kind}), ${said}`;
    case 'aside':
      return `aside (${state.why}), ${said}`;
    case 'waiting':
      return `waiting (${state.last?.kind ?? 'for its turn'}), ${said}`;
    case 'unfit':
    case 'uploading':
      return `${state.kind}, ${said}`;
    case 'awaiting': {
      // Another document of the same content has a result; this one may still get its own (if the service forgot what it had answered).
      const isIts = ({ says, documentId }: Told) => says !== 'received' && (state.documentId === null || documentId === state.documentId);
      return last.some(isIts) ? `awaiting, ${said}` : null;
    }
    case 'accepted':
    case 'refused': {
      const its = last.filter(({ says, documentId }) => says !== 'received' && documentId === state.documentId);
      return its.length > 0 && its.every(({ says }) => says !== state.kind) ? `${state.kind}, ${said}` : null;
    }
    default:
      return unreachable(state);
  }
}
