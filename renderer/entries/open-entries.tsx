import { useSyncExternalStore } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import { Emitter } from '#shared/async/emitter.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { later } from '../later/later.tsx';
import { focusHeading } from '../parts/heading-focus.ts';

/** Loaded when it is first opened: the first page does without it. */
const EntriesPreview = later(async () => (await import('./entries-preview.tsx')).EntriesPreview);

/**
 * The preview of a file of entries lies over the whole window, and belongs neither to the row nor to the panel that it was opened from: both
 * may show another document while somebody reads.
 */
export function OpenedEntries({ overview }: { readonly overview: Overview }) {
  const shown = useSyncExternalStore(changed.subscribe, () => opened);
  if (shown === null) return null;
  return <EntriesPreview key={shown.itemId} itemId={shown.itemId} isAnew={shown.isAnew} overview={overview} onClose={close} />;
}

type ButtonProps = {
  readonly item: Pick<Item, 'id' | 'name'>;
  /** `corrected`: as it would be sent once more by the corrected columns of its folder. */
  readonly words: 'check' | 'look' | 'errors' | 'corrected';
  readonly look?: 'primary' | 'plain';
  readonly size?: 'normal' | 'small';
};

/** Opens the preview of a file of entries: to agree to its lines, or only to look at them. */
export function EntriesButton({ item, words, look = 'plain', size = 'normal' }: ButtonProps) {
  const { t } = useI18n();
  const label = t(`entries-preview.open.${words}`);
  return (
    <PlainButton
      look={look}
      size={size}
      aria-label={`${label} – ${item.name}`}
      aria-haspopup="dialog"
      onPress={() => open(item.id, words === 'corrected')}
    >
      {label}
    </PlainButton>
  );
}

const changed = new Emitter();
type Opened = { readonly itemId: ItemId; readonly isAnew: boolean; readonly from: Element | null };
let opened: Opened | null = null;

function open(itemId: ItemId, isAnew: boolean): void {
  opened = { itemId, isAnew, from: document.activeElement };
  changed.emit();
}

/** `isAnswered`: the button goes with the question that it answered, so the focus goes on beside it. */
function close(isAnswered = false): void {
  const around = opened === null ? [] : placesOf(opened);
  opened = null;
  changed.emit();
  // The dialog gives the focus back first, which fails if its button is gone by then.
  requestAnimationFrame(() => requestAnimationFrame(() => focusNear(around, isAnswered)));
}

/** Where the focus goes on if the button is gone: the row of the document, else the panel, as selectors. */
function placesOf({ itemId, from }: Opened): readonly string[] {
  if (from?.closest('[role=row]') != null) return [`[role=row][data-key="${itemId}"]`, 'aside[tabindex]'];
  return ['aside[tabindex]', `[role=row][data-key="${itemId}"]`];
}

function focusNear(places: readonly string[], isAnswered: boolean): void {
  if (!isAnswered && document.activeElement !== document.body && document.activeElement !== null) return;
  const place = places.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  if (place === undefined || place === null) focusHeading(document.querySelector('main'));
  else place.focus({ preventScroll: true });
}
