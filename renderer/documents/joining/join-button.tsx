import { Images } from 'lucide-react';
import { useState } from 'react';
import type { ChosenView, LinkedItem } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { PARTS_MIN } from '#shared/domain/item/joining/parts.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo, placeOf } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { JoinDialog } from './join-dialog.tsx';

type Props = { readonly join: ChosenView['join']; readonly isPending: boolean; readonly onJoined: () => void };

/** Joins the marked pictures into one PDF, and opens that document; nothing where there are no two that could be joined. */
export function JoinButton({ join: { able, why, parts }, isPending, onJoined }: Props) {
  const { t } = useI18n();
  // The dialog keeps those that it was opened with.
  const [opened, setOpened] = useState<readonly LinkedItem[] | null>(null);
  return (
    <>
      {able >= PARTS_MIN && (
        <Button size="small" isDisabled={why !== null} isPending={isPending} onPress={() => setOpened(parts)}>
          <Images size={15} aria-hidden />
          {t('joining.do')}
        </Button>
      )}
      {opened !== null && (
        <JoinDialog
          parts={opened}
          whole={null}
          onClose={() => setOpened(null)}
          onSent={(itemId) => {
            setOpened(null);
            onJoined();
            open(itemId);
          }}
        />
      )}
    </>
  );
}

function open(itemId: ItemId): void {
  const here = placeOf(window.location.hash);
  goTo(here.kind === 'documents' ? { ...here, itemId } : { kind: 'documents', itemId });
}
