import { stateReason } from '#electron/headless/commands/support/state-reason.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Evidence, FileBeside, PairLying, Violation } from './evidence.ts';

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
    if (only !== undefined && (only.readings !== null) !== (state.question.problem === undefined)) return 'with an error that is none';
    return only?.readings == null ? null : 'though its entries are there';
  }
  if (state.question.kind !== 'entries' || pair?.kind !== 'with') return null;
  return only !== undefined && asksAbout(state.question, only) ? null : 'about lines that do not lie beside it';
}

type Totals = { readonly lines: number; readonly debitCents: number; readonly creditCents: number };

function asksAbout({ lines, debitCents, creditCents }: Totals, { readings }: FileBeside): boolean {
  return lines === readings?.lines && debitCents === readings.debitCents && creditCents === readings.creditCents;
}
