import { Folder } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { FolderListing } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './folders.module.css';
import { joinPath } from './paths.ts';

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
export function FolderEntries({ here, marked, onMark, onGo }: Props) {
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
