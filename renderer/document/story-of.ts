import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

export type Step = {
  readonly key: MessageKey;
  readonly mark: ItemStateKind | 'found';
  readonly at: WallMs | null;
  readonly tries: number;
  readonly nextTryAt: WallMs | null;
};

/** The steps that are known, oldest first; none is guessed. */
export function storyOf(item: Item): readonly Step[] {
  const found = step('document.found', 'found', item.foundAt);
  const received = item.receivedAt === null ? [] : [step('document.received', 'uploading', item.receivedAt, item.attempts)];
  return [found, ...received, ...latest(item)];
}

function latest({ state, stateSince, attempts }: Item): readonly Step[] {
  switch (state.kind) {
    case 'held':
      return [step('document.held', 'held', stateSince)];
    case 'unfit':
      return [step('document.unfit', 'unfit', stateSince)];
    case 'waiting':
      return [{ ...step('document.will-be-sent', 'waiting', null, attempts), nextTryAt: state.last === null ? null : state.dueAt }];
    case 'uploading':
      return [step('document.sending', 'uploading', state.startedAt)];
    case 'awaiting':
      return [step('document.waits', 'awaiting', null)];
    case 'accepted':
      return [step('document.accepted', 'accepted', state.at)];
    case 'refused':
      return [step('document.refused', 'refused', state.at)];
    default:
      return unreachable(state);
  }
}

function step(key: MessageKey, mark: Step['mark'], at: WallMs | null, tries = 0): Step {
  return { key, mark, at, tries, nextTryAt: null };
}
