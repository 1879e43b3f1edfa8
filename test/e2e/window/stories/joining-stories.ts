import type { Item } from '#shared/domain/item/item.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { conversionOf } from '#test/support/window/window-conversion.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

const HEIC = unfit({ kind: 'not-taken', found: 'heic' });
/** Of the documents that were joined. */
const [ON_ITS_WAY, RECEIVED, LOST] = [96, 97, 98];

/** Photos of one invoice's pages, and documents that were joined from others before. */
function pictures(): readonly Item[] {
  const asked = { mediaType: 'image/jpeg', state: { kind: 'held', question: { kind: 'bulk-arrival' } } };
  const told = [
    { name: 'IMG_2240.heic', agoMs: 20 * MINUTE_MS, mediaType: null, state: HEIC },
    { name: 'IMG_2241.heic', agoMs: 19 * MINUTE_MS, mediaType: null, state: HEIC },
    { name: 'Facture plombier, verso photographié en biais.jpg', agoMs: 18 * MINUTE_MS, ...asked },
    { name: 'Devis plombier.pdf', agoMs: 2 * HOUR_MS, state: unfit({ kind: 'password' }), mediaType: null },
    ...partsOf(ON_ITS_WAY, 'Bail', 3 * HOUR_MS),
    ...partsOf(LOST, 'Reçu', 4 * HOUR_MS),
    ...partsOf(RECEIVED, 'Note', 28 * HOUR_MS),
  ].map(({ name, agoMs, state, ...more }, at) => storyItem(86 + at, { name, agoMs, state, more: { reference: null, ...more } }));
  const whole = (number: number, first: string, agoMs: number, state: object, more: object): Item => {
    const of = told.filter((item) => item.state.kind === 'aside' && item.state.into === storyId(number + 100));
    const parts = of.map(({ id, sha256 }) => ({ itemId: id, sha256, kind: 'heic' }));
    return storyItem(number, { name: `${first} 1 + 1.pdf`, agoMs, state, more: { parts, mediaType: 'application/pdf', ...more } });
  };
  const made = { conversion: conversionOf('joined') };
  return [
    ...told.slice(0, 4),
    whole(ON_ITS_WAY, 'Bail', 3 * HOUR_MS, { kind: 'waiting', dueAt: 0, last: null }, { ...made, reference: null, integrationId: null }),
    whole(LOST, 'Reçu', 4 * HOUR_MS, unfit({ kind: 'in-parts' }), { mediaType: null, reference: null }),
    ...told.slice(4),
    whole(RECEIVED, 'Note', 28 * HOUR_MS, accepted(91), made),
  ].toSorted((one, other) => other.foundAt - one.foundAt);
}

function partsOf(whole: number, name: string, agoMs: number) {
  const state = { kind: 'aside', why: 'joined', into: storyId(whole + 100), unfit: HEIC };
  return [1, 2].map((page) => ({ name: `${name} ${page}.heic`, agoMs: agoMs + page * MINUTE_MS, mediaType: null, state }));
}

/** The same window with each thing that joining can come to. */
export function joiningStories(shown: (items: readonly Item[]) => WindowState) {
  const state = (): WindowState => shown(pictures());
  return {
    'pictures to join': state,
    'joining under way': () => ({ ...state(), conversion: 'slow' as const }),
    'joining of a damaged picture': () => ({ ...state(), conversion: 'not-understood' as const }),
    'joined PDF lost': () => ({ ...state(), sendConversion: 'lost' as const }),
  };
}
