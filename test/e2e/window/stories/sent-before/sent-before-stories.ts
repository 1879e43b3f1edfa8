import type { Item } from '#shared/domain/item/item.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { accepted, storyItem } from '../story-items.ts';

const SENT_AT = Date.UTC(2026, 10, 19, 8, 15);
/** The documents that were sent: their numbers among the documents of the stories. */
const [LIST, SCAN, OFFER] = [60, 61, 62];

type Before = { readonly way: string; readonly at: number; readonly name: string; readonly pages?: readonly [number, number] };

function question({ way, at, name, pages }: Before) {
  const counted = pages === undefined ? {} : { pagesBefore: pages[0], pages: pages[1] };
  return { kind: 'sent-before', way, itemId: storyId(100 + at), name, sentAt: SENT_AT, ...counted };
}

const SAME = question({ way: 'same', at: LIST, name: 'Facture EDF octobre.pdf', pages: [2, 2] });
const GROWN = question({ way: 'grown', at: SCAN, name: 'Scan_0040.pdf', pages: [1, 3] });
const CHANGED = question({ way: 'changed', at: OFFER, name: 'Devis toiture.pdf' });

/** One for each way, one that its folder's setting left, and one that was sent all the same. */
function alone(): readonly Item[] {
  return [
    { name: 'Facture EDF octobre (copie).pdf', agoMs: 20 * MINUTE_MS, state: { kind: 'held', question: SAME } },
    { name: 'Scan_0040 complet.pdf', agoMs: 30 * MINUTE_MS, state: { kind: 'held', question: GROWN } },
    {
      name: 'Devis toiture.pdf',
      agoMs: 40 * MINUTE_MS,
      state: { kind: 'held', question: CHANGED },
      more: { replaces: storyId(100 + OFFER) },
    },
    { name: 'EDF octobre bis.pdf', agoMs: 50 * MINUTE_MS, state: { kind: 'aside', why: 'user', question: { ...SAME, by: 'folder' } } },
    {
      name: 'Scan_0040 recto verso.pdf',
      agoMs: 2 * HOUR_MS,
      state: { kind: 'awaiting', documentId: storyId(568), since: SENT_AT },
      more: { sentBefore: toldOf(GROWN) },
    },
  ].map((told, at) => storyItem(64 + at, told));
}

function toldOf(asked: ReturnType<typeof question>) {
  const { kind: _, ...before } = asked;
  return before;
}

/** Several of one folder at once, which have one entry in the overview. */
function several(): readonly Item[] {
  return Array.from({ length: 5 }, (_, at) =>
    storyItem(70 + at, {
      name: `Facture EDF octobre – exemplaire ${at + 1}.pdf`,
      agoMs: (at + 10) * MINUTE_MS,
      state: { kind: 'held', question: SAME },
    }),
  );
}

function sent(): readonly Item[] {
  return [SAME, GROWN, CHANGED].map(({ name }, at) => storyItem(LIST + at, { name, agoMs: 26 * HOUR_MS, state: accepted(LIST + at) }));
}

/** Documents that are like ones that were sent. */
export function sentBeforeStories(shown: (items: readonly Item[]) => WindowState) {
  return {
    'sent before': () => shown([...alone(), ...sent()]),
    'sent before, several': () => shown([...several(), ...sent()]),
    'sent before, decided for the folder': () => ruled(shown([...alone(), ...sent()])),
  };
}

function ruled(state: WindowState): WindowState {
  const [first, ...others] = state.overview.folders;
  if (first === undefined) return state;
  const folder = { ...first, sentBefore: { same: 'leave', grown: 'send', changed: 'ask' } as const };
  return { ...state, overview: { ...state.overview, folders: [folder, ...others] } };
}
