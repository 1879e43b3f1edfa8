import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { lastPart } from '#shared/lib/file-names.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { FolderFaultNote } from './place-question.tsx';
import styles from './folders.module.css';
import { crumbsOf, joinPath } from './paths.ts';
import { CornerLeftUp, Folder } from 'lucide-react';
import { Breadcrumb, Breadcrumbs, Link, ListBox, ListBoxItem } from 'react-aria-components';
import type { FolderListing } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';

/** `knownHost`: another computer that the user confirmed to know. */
type Asked = { readonly path: string | null; readonly knownHost?: string };

/**
 * Browses the folders of the engine's computer, which may not be the one that displays this window. Nothing is chosen when it opens: the user
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

/** Where the user is: each folder above can be gone to, and the one right above by a button. */
function FolderCrumbs({ here: { path, parent }, onGo }: { readonly here: FolderListing; readonly onGo: (path: string) => void }) {
  const { t } = useI18n();
  return (
    <div className={styles['where']}>
      <Button
        look="icon"
        size="small"
        aria-label={t('folders.browse.up')}
        isDisabled={parent === null}
        onPress={() => parent !== null && onGo(parent)}
      >
        <CornerLeftUp size={16} aria-hidden />
      </Button>
      <Breadcrumbs aria-label={t('folders.browse.path')} className={classNames(styles['crumbs'])}>
        {crumbsOf(path).map((crumb) => (
          <Breadcrumb key={crumb.path} id={crumb.path} className={classNames(styles['crumb'])}>
            <Link onPress={() => onGo(crumb.path)}>
              <bdi>{crumb.name}</bdi>
            </Link>
          </Breadcrumb>
        ))}
      </Breadcrumbs>
    </div>
  );
}

type Props = {
  readonly here: FolderListing;
  /** The name of the folder in the list that is chosen. */
  readonly marked: string | null;
  readonly onMark: (name: string | null) => void;
  readonly onGo: (path: string) => void;
};

/**
 * The folders in one folder, made anew for each (`key`): arrows, letters and a click choose one, Enter and a double click open it, Backspace and
 * ← go up.
 */
function FolderEntries({ here, marked, onMark, onGo }: Props) {
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const isEmpty = here.folders.length === 0;
  // An empty list that focuses itself takes the focus back whenever it is drawn, and Tab never leaves it.
  useEffect(() => {
    if (isEmpty) list.current?.focus();
  }, [isEmpty]);
  const onKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Backspace' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (here.parent !== null) onGo(here.parent);
  };
  // Typed letters move only the focus; that folder is then the chosen one, as after an arrow.
  const onFocus = ({ target }: FocusEvent): void => {
    const name = target instanceof Element ? target.closest('[role=option]')?.getAttribute('data-key') : null;
    if (name != null) onMark(name);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Hears the keys of the list in it, which is what has the focus.
    <div onKeyDownCapture={onKeys} onFocus={onFocus}>
      <ListBox
        ref={list}
        // The list is what the dialog is for: its letters are typed and its arrows pressed at once, in each folder anew. No folder in it is
        // focused before, since the focused one is the chosen one.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isEmpty}
        aria-label={t('folders.browse.folders')}
        items={here.folders.map((id) => ({ id }))}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={marked === null ? [] : [marked]}
        onSelectionChange={(keys) => onMark(keys === 'all' ? null : (keys.values().next().value?.toString() ?? null))}
        onAction={(name) => onGo(joinPath(here.path, String(name)))}
        className={classNames(styles['entries'])}
        renderEmptyState={() => <p className={styles['empty']}>{t('folders.browse.empty')}</p>}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className={classNames(styles['entry'])}>
            <Folder size={16} aria-hidden />
            <bdi>{id}</bdi>
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  );
}
