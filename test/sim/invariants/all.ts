import type { Item } from '#shared/domain/item/item.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import {
  linesAreAgreed,
  linesAreAskedAbout,
  linesAreBookedOnce,
  pairsAreExplained,
  pairsArriveWhole,
  pairsLeaveTogether,
  triesAreAlike,
} from './entries.ts';
import type { Dropped, Evidence, Invariant, SentAgain, Told, Violation } from './evidence.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** Length of the number at a reference's end (C10). */
const REFERENCE_DIGITS = 2;

/** Every checker. test/sim/invariants.test.ts shows that each one catches its violation. */
export const INVARIANTS: readonly Invariant[] = [
  oneDocumentPerContent,
  nothingIsForgotten,
  sentAgainIsSent,
  foldersAreLeftAlone,
  filesAreMovedAfterTheirResult,
  onlyDroppedBytesAreSent,
  intentBeforeTheFirstByte,
  everyStartComesUp,
  aReferenceNamesOneContent,
  finalStatesStay,
  resultsAreTheServices,
  acknowledgedIsDelivered,
  nothingForStrangers,
  noBulkArrivalWithoutConsent,
  secretsStayInside,
  authFailuresPauseCompanies,
  nothingContradictsWhatWasTold,
  whatWasToldIsListed,
  whatWasCorrectedIsSent,
  linesAreAgreed,
  linesAreAskedAbout,
  linesAreBookedOnce,
  pairsLeaveTogether,
  triesAreAlike,
  pairsArriveWhole,
  pairsAreExplained,
  whatWasFound,
];

/** 1. At most one document per integration, import type and content, plus one for each number under which a user sent it again. */
function oneDocumentPerContent({ documents, forgotten, again }: Evidence): Violation[] {
  const counts = new Map<string, number>();
  // What the service itself forgot may be sent once more: nobody has it twice.
  const kept = documents.filter(({ documentId }) => !forgotten.has(documentId));
  return kept.flatMap(({ integrationId, importType, sha256 }) => {
    const what = `${integrationId} ${importType} ${sha256}`;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    return count > 1 + (again.get(`${importType} ${sha256}`)?.size ?? 0) ? [{ invariant: 1, what }] : [];
  });
}

/**
 * 2. Every valid settled file reaches "received" or a visible state on every desktop that watches it. Exception: a file moved after its result
 * may have been moved before another computer looked, so that computer need not know it; and if the computer that moved it lost its memory,
 * none need know it.
 */
function nothingIsForgotten({ dropped, desktops, memoryLost }: Evidence): Violation[] {
  const missing = ({ sha256, importType }: Dropped) =>
    desktops.filter(({ items }) => !items.some((item) => item.sha256 === sha256 && item.importType === importType));
  return dropped.flatMap((file) => {
    const without = missing(file);
    if (file.isTidied && (memoryLost || without.length < desktops.length)) return [];
    return without.map(({ name }) => ({ invariant: 2, what: `${name} never saw ${file.path}` }));
  });
}

/**
 * 2. What a user sent again reaches the service under its number (C12), or the user is asked something first. If it could not be copied,
 * its file may disappear before it is sent; then the user is told to put it back.
 */
function sentAgainIsSent({ promised, documents, desktops }: Evidence): Violation[] {
  const isAt = ({ key, number }: SentAgain) =>
    documents.some(
      ({ importType, sha256, externalReference }) =>
        `${importType} ${sha256}` === key && Number(externalReference?.slice(-REFERENCE_DIGITS)) >= number,
    );
  const isAsked = ({ key, by, uncopied }: SentAgain) =>
    desktops.some(
      ({ name, items }) => name === by && items.some((item) => `${item.importType} ${item.sha256}` === key && isTold(item, uncopied)),
    );
  return promised
    .filter((one) => !isAt(one) && !isAsked(one))
    .map(({ by, key }) => ({ invariant: 2, what: `${by} never sent again ${key}` }));
}

/** Who ignores it was asked, since nothing else puts it aside for a user. A disk that gives no answer is asked again, and the wait says so. */
function isTold({ state }: Item, uncopied: boolean): boolean {
  if (state.kind === 'held' || (state.kind === 'aside' && state.why === 'user')) return true;
  return state.kind === 'waiting' && state.last?.kind === 'no-file' && (uncopied || state.last.code === 'NO_ANSWER');
}

/** 3. Watched trees stay identical in bytes, names and modification times, except for moves and notes that the user chose. */
function foldersAreLeftAlone({ writes, altered }: Evidence): Violation[] {
  return [...writes.map(({ by, path }) => `${by} wrote ${path}`), ...altered.map((path) => `altered: ${path}`)].map((what) => ({
    invariant: 3,
    what,
  }));
}

/** 3. A moved file has its result, and is in the folder of that result. */
function filesAreMovedAfterTheirResult({ tidied, documents }: Evidence): Violation[] {
  return tidied
    .filter(
      ({ sha256, importType, documentState }) =>
        !documents.some((one) => one.sha256 === sha256 && one.importType === importType && one.documentState === documentState),
    )
    .map(({ by, to }) => ({ invariant: 3, what: `${by} moved to ${to} what has no such result` }));
}

/** 4. Uploads contain exactly the whole bytes of a file that somebody put there, never a part of them. */
function onlyDroppedBytesAreSent({ whole, uploads }: Evidence): Violation[] {
  return uploads
    .filter(({ sha256, importType }) => !whole.has(`${importType} ${sha256}`))
    .map(({ by, sha256 }) => ({ invariant: 4, what: `${by} sent ${sha256}` }));
}

/** 5. The intent is on the disk before the first byte leaves. */
function intentBeforeTheFirstByte({ uploads }: Evidence): Violation[] {
  return uploads
    .filter(({ intended }) => !intended)
    .map(({ by, reference }) => ({ invariant: 5, what: `${by} sent ${reference} without an intent` }));
}

/** 6. Every start succeeds after a kill at any instruction, also during recovery. */
function everyStartComesUp({ desktops }: Evidence): Violation[] {
  return desktops.flatMap(({ stuck }) => stuck.map((what) => ({ invariant: 6, what })));
}

/** 7. A reference never names two contents. */
function aReferenceNamesOneContent({ uploads }: Evidence): Violation[] {
  const pairs = new Set(uploads.map(({ reference, importType, sha256 }) => `${importType} ${reference}\n${sha256}`));
  return twice([...pairs].map((pair) => pair.split('\n')[0] ?? '')).map((what) => ({ invariant: 7, what }));
}

/** 8. Final states do not flip. */
function finalStatesStay({ desktops }: Evidence): Violation[] {
  return desktops.flatMap(({ name, finals }) =>
    Array.from(finals).flatMap(([id, kinds]) =>
      kinds.size > 1 ? [{ invariant: 8, what: `${name}: ${id} was ${[...kinds].join(' and ')}` }] : [],
    ),
  );
}

/** 9. No result without the service's word: what a desktop shows as final is what the service decided. */
function resultsAreTheServices({ desktops, documents }: Evidence): Violation[] {
  const decided = new Map(documents.map((document) => [document.documentId, document.documentState]));
  return desktops.flatMap(({ name, items }) =>
    items.flatMap(({ state }) => {
      if (state.kind !== 'accepted' && state.kind !== 'refused') return [];
      const expected = state.kind === 'accepted' ? DOCUMENT_STATES.accepted : DOCUMENT_STATES.refused;
      return decided.get(state.documentId) === expected
        ? []
        : [{ invariant: 9, what: `${name} shows ${state.kind} for ${state.documentId}` }];
    }),
  );
}

/** 10. What the relay acknowledged reaches every desktop that knows the document, even if only by its reference (C11). */
function acknowledgedIsDelivered({ desktops, documents, acknowledged }: Evidence): Violation[] {
  const taken = new Set(acknowledged);
  const referred = documents.flatMap(({ documentId, externalReference }) => (taken.has(documentId) ? [externalReference] : []));
  return desktops.flatMap(({ name, items, keyless }) =>
    items.flatMap(({ state, reference }) => {
      if (state.kind !== 'awaiting' || (keyless && state.noAnswer !== undefined)) return [];
      const has = state.documentId === null ? referred.includes(reference) : taken.has(state.documentId);
      return has ? [{ invariant: 10, what: `${name} has no result of ${state.documentId ?? reference}` }] : [];
    }),
  );
}

/** 11. No byte of an event reaches a device that has not proved the integration. */
function nothingForStrangers({ leaks }: Evidence): Violation[] {
  return leaks.map((what) => ({ invariant: 11, what }));
}

/** 12. No bulk arrival, and nothing from another disk, is sent without consent. */
function noBulkArrivalWithoutConsent({ uploads }: Evidence): Violation[] {
  return uploads.filter(({ asked }) => !asked).map(({ by, sha256 }) => ({ invariant: 12, what: `${by} sent ${sha256} without asking` }));
}

/** 13. Secrets are only in keychain, memory and TLS. */
function secretsStayInside({ exposed }: Evidence): Violation[] {
  return exposed.map((what) => ({ invariant: 13, what }));
}

/** 15. Auth failures pause companies; they never set a file aside. */
function authFailuresPauseCompanies({ desktops, dropped }: Evidence): Violation[] {
  const fit = new Set(dropped.map(({ importType, sha256 }) => `${importType} ${sha256}`));
  return desktops.flatMap(({ name, items }) =>
    items.flatMap(({ state, importType, sha256 }) =>
      state.kind === 'unfit' && fit.has(`${importType} ${sha256}`)
        ? [{ invariant: 15, what: `${name} set a good file aside: ${state.problem.kind}` }]
        : [],
    ),
  );
}

/** A file that was found this recently is not looked at again before it is sent (ADR-85). */
const FOUND_RECENTLY_MS = 10_000;
/** What happens within a moment of the other has no order that a program could know. */
const MOMENT_MS = 1_000;

/**
 * 20. When the first byte of a document leaves a computer, a file with its content was in a folder of its type: then, or at most the time of
 * connecting and ten seconds before (ADR-85). A converted document counts by its original. A folder that is away, or a file that cannot be read, says
 * nothing.
 */
function whatWasCorrectedIsSent({ departures }: Evidence): Violation[] {
  return departures
    .filter(({ again, unseen }) => !again && !unseen)
    .filter(({ absentMs, connectingMs }) => absentMs === null || absentMs > connectingMs + FOUND_RECENTLY_MS + MOMENT_MS)
    .map(({ by, importType, sha256, absentMs, connectingMs }) => ({
      invariant: 20,
      what: `${by} sent ${sha256.slice(0, 8)} under ${importType}, ${absentMs === null ? 'where no such file was' : `${absentMs} ms after the file had gone`} (connecting for ${connectingMs} ms)`,
    }));
}

/** Invariants that can only be checked while the run goes on: 14 (nothing is silent for long) and 16 (one writer per profile). */
function whatWasFound({ found }: Evidence): readonly Violation[] {
  return found;
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

/**
 * 17. No state of an item contradicts what this computer was told about its content, under any reference of the same import type: by a
 * verified event, a 200 or a 409. A computer that was told about a later sending shows that one; an item that is being sent once more may be
 * in any state. A file that was never read whole has no content that anything could be known about.
 */
function nothingContradictsWhatWasTold({ desktops, told }: Evidence): Violation[] {
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
function whatWasToldIsListed({ desktops, told }: Evidence): Violation[] {
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
