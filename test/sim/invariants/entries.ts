import { stateReason } from '#electron/headless/commands/support/state-reason.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Readings } from '../plan/places.ts';
import type { Evidence, FileBeside, PairLying, Upload, Violation } from './evidence.ts';

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

/**
 * 21. No line is with the accountant from one computer more often than one of its files has it, whatever was exported again in other files, beside a scan
 * or in another spelling: nobody here ever confirms that lines are booked twice. What another computer sent is not known to it.
 */
export function linesAreBookedOnce({ documents, received, uploads, readings, memoryLost }: Evidence): Violation[] {
  if (memoryLost) return [];
  return [...new Set(uploads.map(({ by }) => by))].flatMap((name) => {
    const own = uploads.filter(({ by }) => by === name);
    const sent = new Set(own.map(({ reference }) => reference));
    const booked = documents.filter(
      ({ documentState, externalReference }) => documentState !== 'Refused' && sent.has(externalReference ?? ''),
    );
    // A service that was restored from a copy takes the same number again: from this computer it came once.
    const files = [...new Map(booked.map((document) => [document.externalReference, document])).values()]
      .flatMap(({ documentId, importType, sha256 }) => (importType === 'entries' ? [sha256 ?? ''] : fileBeside(documentId, received, own)))
      .map((sha256) => linesIn(readings.get(sha256)));
    const total = countsOf(files.flat());
    const twice = [...total].filter(([line, count]) => count > Math.max(...files.map((one) => countsOf(one).get(line) ?? 0)));
    return twice.length === 0 ? [] : [{ invariant: 21, what: `${name} had ${twice.length} lines booked twice` }];
  });
}

/** The file whose lines arrived with a scan, if this computer sent them with it. */
function fileBeside(documentId: string, received: Evidence['received'], own: readonly Upload[]): readonly string[] {
  const { reference, body } = received.find((one) => one.documentId === documentId) ?? {};
  const tries = own.filter((one) => one.reference === reference && one.pair !== null);
  const file = tries[0]?.pair?.file ?? null;
  return file !== null && tries.every(({ pair }) => pair?.body === body) ? [file] : [];
}

function linesIn(meant: Readings | undefined): readonly string[] {
  const { data } = JSON.parse(meant?.today.body ?? '{"data":{"lines":[]}}') as { readonly data: { readonly lines: readonly unknown[] } };
  return data.lines.map((line) => JSON.stringify(line));
}

function countsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
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

/**
 * 22. A scan of a folder where every scan has its entries leaves with the lines of a file that lay beside it, all of them, to which a user of this
 * computer agreed; or without any, after a user of this computer said so.
 */
export function pairsLeaveTogether({ uploads }: Evidence): Violation[] {
  return uploads.flatMap(({ by, sha256, pair }) => {
    if (pair === null || pair.meant) return [];
    const how = pair.body === null ? 'without its entries' : pair.file === null ? 'with other lines' : 'with lines that nobody agreed to';
    return [{ invariant: 22, what: `${by} sent ${sha256.slice(0, 8)} ${how}` }];
  });
}

/** 22. Once a computer began to send a scan, each try under that number has the same lines; one that forgot what it sent cannot know. */
export function triesAreAlike({ uploads, memoryLost }: Evidence): Violation[] {
  const sent = new Map<string, string | null>();
  return uploads.flatMap(({ by, reference, pair }) => {
    if (pair === null || memoryLost) return [];
    const before = sent.get(`${by} ${reference}`);
    sent.set(`${by} ${reference}`, pair.body);
    return before === undefined || before === pair.body ? [] : [{ invariant: 22, what: `${by} sent ${reference} with two sets of lines` }];
  });
}

/** 22. What the service has beside a scan is what a computer sent beside it. */
export function pairsArriveWhole({ received, uploads }: Evidence): Violation[] {
  return received
    .filter(({ reference, body }) => !uploads.some((sent) => sent.reference === reference && sent.pair?.body === body))
    .map(({ documentId, body }) => ({ invariant: 22, what: `${documentId} has ${body === null ? 'no' : 'other'} entries` }));
}

/** 22. Whatever waits for a user tells the truth about what lies beside it now, and every wait has a reason. */
export function pairsAreExplained({ desktops, lying }: Evidence): Violation[] {
  return desktops.flatMap(({ name, items }) =>
    lying.flatMap((pair) =>
      items
        .filter(({ sha256, importType }) => importType === 'purchase-invoices' && isOf(pair, sha256))
        .flatMap((item) => {
          const wrong = stateReason(item.state) === '' && item.state.kind === 'waiting' ? 'for no reason' : untruth(item, pair);
          return wrong === null ? [] : [{ invariant: 22, what: `${name}: ${item.name} is ${item.state.kind} ${wrong}` }];
        }),
    ),
  );
}

function isOf({ scan, files }: PairLying, sha256: string | null): boolean {
  return sha256 === scan || files.some((file) => file.sha256 === sha256);
}

/** What is not true of what it asks or says; null if all is. */
function untruth({ state, sha256, pair }: Item, { scan, files }: PairLying): string | null {
  if (sha256 !== scan) return state.kind === 'unfit' && state.problem.kind === 'entries-without-scan' ? 'though its scan is there' : null;
  if (state.kind !== 'held') return null;
  const [one, other] = files;
  const only = other === undefined ? one : undefined;
  if (state.question.kind === 'entries-missing') {
    const names = state.question.files.map(({ name }) => name).toSorted();
    if (names.join() !== files.map(({ name }) => name).join())
      return `for ${names.join()} where ${files.map(({ name }) => name).join()} lies`;
    const { problem } = state.question;
    // A disk that gave no answer is asked again.
    if (problem?.kind === 'unreadable') return null;
    if (only !== undefined && (only.readings !== null) !== (problem === undefined)) return 'with an error that is none';
    return only?.readings == null ? null : 'though its entries are there';
  }
  if (state.question.kind !== 'entries' || pair?.kind !== 'with') return null;
  return only !== undefined && asksAbout(state.question, only) ? null : 'about lines that do not lie beside it';
}

type Totals = { readonly lines: number; readonly debitCents: number; readonly creditCents: number };

function asksAbout({ lines, debitCents, creditCents }: Totals, { readings }: FileBeside): boolean {
  return lines === readings?.lines && debitCents === readings.debitCents && creditCents === readings.creditCents;
}
