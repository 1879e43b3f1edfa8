import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lastPart } from '#shared/lib/file-names.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { FolderCrumbs } from './folder-crumbs.tsx';
import { FolderEntries } from './folder-entries.tsx';
import { FolderFaultNote } from './folder-fault-note.tsx';
import styles from './folders.module.css';
import { joinPath } from './paths.ts';

/** `knownHost`: another computer that the person confirmed to know. */
type Asked = { readonly path: string | null; readonly knownHost?: string };

/**
 * Browses the folders of the engine's computer, which may not be the one that displays this window. Nothing is chosen when it opens: the person
 * chooses a folder of the list, or the one that they have opened.
 */
export function BrowseDialog({ onTake }: { readonly onTake: (path: string | null) => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asked, setAsked] = useState<Asked>({ path: null });
  const [marked, setMarked] = useState<string | null>(null);
  const setPath = (path: string | null) => {
    setAsked({ path });
    setMarked(null);
  };
  const listing = useQuery(queries.folders.browse.queryOptions({ input: asked, placeholderData: (before) => before }));
  const here = listing.data?.ok === true ? listing.data.value : null;
  // The previous folder stays visible while the next one is read.
  const isBetween = listing.isPlaceholderData;
  const opened = asked.path === null || here === null ? null : here.path;
  const chosen = here === null || isBetween ? null : marked === null ? opened : joinPath(here.path, marked);
  return (
    <DialogBox title={t('folders.browse.title')} onClose={() => onTake(null)}>
      {here !== null && <FolderCrumbs here={here} onGo={setPath} />}
      {listing.data?.ok === false && (
        <FolderFaultNote fault={listing.data.failure} onKnown={(knownHost) => setAsked({ ...asked, knownHost })} />
      )}
      {here !== null && <FolderEntries key={here.path} here={here} marked={marked} onMark={setMarked} onGo={setPath} />}
      {here !== null && <p className={styles['about']}>{t('folders.browse.hint')}</p>}
      <DialogActions>
        {listing.data?.ok === false && <Button onPress={() => setPath(null)}>{t('frame.back')}</Button>}
        <Button onPress={() => onTake(null)}>{t('common.cancel')}</Button>
        <Button look="primary" isDisabled={chosen === null && !isBetween} isPending={isBetween} onPress={() => onTake(chosen)}>
          <span className={styles['take']}>
            {chosen === null ? t('folders.browse.take') : t('folders.browse.take-name', { name: lastPart(chosen) })}
          </span>
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
