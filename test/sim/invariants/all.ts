import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import type { Evidence, Invariant, Violation } from './evidence.ts';

/** Every checker; each is shown to bite by test/sim/invariants.test.ts. */
export const INVARIANTS: readonly Invariant[] = [
  oneDocumentPerContent,
  nothingIsForgotten,
  foldersAreLeftAlone,
  onlyDroppedBytesAreSent,
  intentBeforeTheFirstByte,
  aReferenceNamesOneContent,
  finalStatesStay,
  resultsAreTheServices,
  acknowledgedIsDelivered,
];

/** 1. At most one document per integration, import type and content. */
function oneDocumentPerContent({ documents }: Evidence): Violation[] {
  return twice(documents.map((document) => `${document.integrationId} ${document.importType} ${document.sha256}`)).map((what) => ({
    invariant: 1,
    what,
  }));
}

/** 2. Every valid settled file reaches "received" or a visible state, on every desktop that watches it. */
function nothingIsForgotten({ dropped, desktops }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) =>
    dropped
      .filter(({ sha256, importType }) => !items.some((item) => item.sha256 === sha256 && item.importType === importType))
      .map(({ path }) => ({ invariant: 2, what: `${name} never saw ${path}` })),
  );
}

/** 3. Watched trees are left byte-, name- and mtime-identical. */
function foldersAreLeftAlone({ writes, altered }: Evidence): Violation[] {
  return [...writes.map(({ by, path }) => `${by} wrote ${path}`), ...altered.map((path) => `altered: ${path}`)].map((what) => ({
    invariant: 3,
    what,
  }));
}

/** 4. Bytes sent are bytes that somebody dropped; never a part of them. */
function onlyDroppedBytesAreSent({ dropped, uploads }: Evidence): Violation[] {
  const known = new Set(dropped.map(({ sha256, importType }) => `${importType} ${sha256}`));
  return uploads
    .filter(({ sha256, importType }) => !known.has(`${importType} ${sha256}`))
    .map(({ by, sha256 }) => ({ invariant: 4, what: `${by} sent ${sha256}` }));
}

/** 5. The intent is on the disk before the first byte leaves. */
function intentBeforeTheFirstByte({ uploads }: Evidence): Violation[] {
  return uploads
    .filter(({ intended }) => !intended)
    .map(({ by, reference }) => ({ invariant: 5, what: `${by} sent ${reference} without an intent` }));
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

/** 10. What the relay acknowledged reaches every desktop that is entitled to it. */
function acknowledgedIsDelivered({ desktops, acknowledged }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) => {
    const final = new Set(
      items.flatMap(({ state }) => (state.kind === 'accepted' || state.kind === 'refused' ? [state.documentId as string] : [])),
    );
    return acknowledged
      .filter((documentId) => !final.has(documentId))
      .map((documentId) => ({ invariant: 10, what: `${name} has no result of ${documentId}` }));
  });
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}
