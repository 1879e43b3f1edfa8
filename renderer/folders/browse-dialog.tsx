import { useQuery } from '@tanstack/react-query';
import { CornerLeftUp, Folder } from 'lucide-react';
import { useState } from 'react';
import { Breadcrumb, Breadcrumbs, Link, ListBox, ListBoxItem } from 'react-aria-components';
import type { FolderListing } from '#shared/app-api/views.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { FolderFaultNote } from './folder-fault-note.tsx';
import styles from './folders.module.css';
import { crumbsOf, joinPath } from './paths.ts';

/** `knownHost`: another computer that the person confirmed to know. */
type Asked = { readonly path: string | null; readonly knownHost?: string };

/** Browses the folders of the engine's computer, which may not be the one that displays this window. */
export function BrowseDialog({ onTake }: { readonly onTake: (path: string | null) => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asked, setAsked] = useState<Asked>({ path: null });
  const setPath = (path: string | null) => setAsked({ path });
  const listing = useQuery(queries.folders.browse.queryOptions({ input: asked, placeholderData: (before) => before }));
  const here = listing.data?.ok === true ? listing.data.value : null;
  return (
    <DialogBox title={t('folders.browse.title')} onClose={() => onTake(null)}>
      {here !== null && <Crumbs path={here.path} onGo={setPath} />}
      {listing.data?.ok === false && (
        <FolderFaultNote fault={listing.data.failure} onKnown={(knownHost) => setAsked({ ...asked, knownHost })} />
      )}
      {here !== null && <Entries here={here} onGo={setPath} />}
      <DialogActions>
        {listing.data?.ok === false && <Button onPress={() => setPath(null)}>{t('frame.back')}</Button>}
        <Button onPress={() => onTake(null)}>{t('common.cancel')}</Button>
        {/* The previous folder stays visible while the next one is read. */}
        <Button look="primary" isDisabled={here === null} isPending={listing.isPlaceholderData} onPress={() => onTake(here?.path ?? null)}>
          {t('folders.browse.take')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

function Crumbs({ path, onGo }: { readonly path: string; readonly onGo: (path: string) => void }) {
  const { t } = useI18n();
  return (
    <Breadcrumbs aria-label={t('folders.browse.path')} className={classNames(styles['crumbs'])}>
      {crumbsOf(path).map((crumb) => (
        <Breadcrumb key={crumb.path} id={crumb.path} className={classNames(styles['crumb'])}>
          <Link onPress={() => onGo(crumb.path)}>
            <bdi>{crumb.name}</bdi>
          </Link>
        </Breadcrumb>
      ))}
    </Breadcrumbs>
  );
}

const UP = '..';

function Entries({ here, onGo }: { readonly here: FolderListing; readonly onGo: (path: string) => void }) {
  const { t } = useI18n();
  const open = (key: string | number) => onGo(key === UP ? (here.parent ?? here.path) : joinPath(here.path, String(key)));
  const entries = [...(here.parent === null ? [] : [UP]), ...here.folders].map((id) => ({ id }));
  return (
    <ListBox
      key={here.path}
      // The list is what the dialog is for: its letters are typed and its arrows pressed at once, in each folder anew.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus="first"
      aria-label={t('folders.browse.folders')}
      items={entries}
      onAction={open}
      className={classNames(styles['entries'])}
      renderEmptyState={() => <p className={styles['empty']}>{t('folders.browse.empty')}</p>}
    >
      {({ id }) => (
        <ListBoxItem id={id} textValue={id === UP ? t('folders.browse.up') : id} className={classNames(styles['entry'])}>
          {id === UP ? <CornerLeftUp size={16} aria-hidden /> : <Folder size={16} aria-hidden />}
          {id === UP ? t('folders.browse.up') : <bdi>{id}</bdi>}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
