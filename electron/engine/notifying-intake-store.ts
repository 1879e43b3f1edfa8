import type { Delivery } from '../delivery/create-delivery.ts';
import type { IntakeStore } from '../intake/store.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Notify } from '../notify/create-notify.ts';
import type { Tidy } from '../tidy/create-tidy.ts';
import type { CommittedPage } from '../results/store.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

type NotifyDeps = {
  readonly notify: Pick<Notify, 'tell'>;
  readonly delivery: Pick<Delivery, 'dropSpool'>;
  readonly tidy: Pick<Tidy, 'ring'>;
};

type NotifyingIntakeStoreDeps = NotifyDeps & { readonly delivery: { readonly ahead: Pick<Delivery['ahead'], 'keep'> } };

/** The journal as intake sees it, telling of every new item that needs a person, and handing on the copy of one that is to be sent. */
export function notifyingIntakeStore(journal: Journal, { notify, delivery, tidy }: NotifyingIntakeStoreDeps): IntakeStore {
  return {
    ...journal.intake,
    enqueue: async (found) => {
      const { copy = null } = found;
      // Before delivery can hear of the item.
      if (copy !== null) delivery.ahead.keep(copy);
      let isCopied = false;
      try {
        const enqueued = await journal.join(() => journal.intake.enqueue(found));
        const item = enqueued.made ? journal.items.get(enqueued.itemId) : null;
        isCopied = item?.id === copy?.itemId && item?.state.kind === 'waiting';
        // A copy of what has its result goes where the first one went, and so does what another computer sent.
        if (!enqueued.made || enqueued.chores.length > 0) tidy.ring(enqueued.itemId);
        const chore = item === null ? null : choreOfNew(item.state.kind);
        if (item !== null) notify.tell(item, [...enqueued.chores, ...(chore === null ? [] : [chore])]);
        return enqueued;
      } finally {
        if (copy !== null && !isCopied) void delivery.dropSpool(copy.itemId);
      }
    },
    noteSame: (folderId, files) => journal.join(() => void journal.intake.noteSame(folderId, files)),
    // Twenty folders are swept at about the same time: one flush for them, and not twenty each half minute.
    swept: (folderId, seen) => journal.join(() => void journal.intake.swept(folderId, seen)),
  };
}

/** What a newly found file may have to say to the person. */
function choreOfNew(kind: ItemStateKind): Chore | null {
  switch (kind) {
    case 'unfit':
      return 'tell-unfit';
    case 'held':
      return 'tell-question';
    case 'aside':
    case 'waiting':
    case 'uploading':
    case 'awaiting':
    case 'accepted':
    case 'refused':
      return null;
    default:
      return unreachable(kind);
  }
}

type EffectsDeps = NotifyDeps & { readonly journal: Journal };

/** Does what a page of results left to be done. */
export function doEffects(effects: CommittedPage['effects'], by: EffectsDeps): void {
  for (const { itemId, chores } of effects) {
    const item = by.journal.items.get(itemId);
    if (item !== null) by.notify.tell(item, chores);
    by.tidy.ring(itemId);
    if (chores.includes('drop-spool')) void by.delivery.dropSpool(itemId);
  }
}
