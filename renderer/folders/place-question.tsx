import type { FolderFigures, FolderPlace } from '#shared/app-api/folder-places.ts';
import { type FolderFault, needsConsent } from '#shared/app-api/faults.ts';
import type { Taking } from './use-folders.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './folders.module.css';
import { useState } from 'react';
import { Toggle } from '#shared/ui/parts/choice.tsx';

type Props = {
  readonly place: FolderPlace;
  /** What the folder is to be for. */
  readonly importType: Folder['importType'];
  readonly isPending: boolean;
  readonly onTake: (taking: Taking) => void;
  /** The user chooses another folder instead. */
  readonly onOther: () => void;
  readonly onLeave: () => void;
};

/** Whether a chosen folder is asked about before it is watched. */
export function isAskedAbout(place: FolderPlace): boolean {
  return place.files > 0 || needsConsent(place);
}

/** What is asked about a chosen folder: whether it is really meant, or what should happen to the files in it. */
export function PlaceQuestion({ place, importType, isPending, onTake, onOther, onLeave }: Props) {
  if (!needsConsent(place)) {
    return <ExistingFilesNote place={place} isPending={isPending} onTake={(existing) => onTake({ existing })} onLeave={onLeave} />;
  }
  return (
    <ConsentNote
      place={place}
      isForEntries={importType === 'entries'}
      isPending={isPending}
      onTake={(subfolders) => onTake({ existing: 'ask', confirmed: true, subfolders })}
      onOther={onOther}
    />
  );
}

type ExistingFilesNoteProps = {
  readonly place: FolderPlace;
  readonly isPending: boolean;
  readonly onTake: (existing: ExistingFiles) => void;
  readonly onLeave: () => void;
};

/** Asks what to do with a folder that is not empty: nothing is sent before the user answers. */
function ExistingFilesNote({ place, isPending, onTake, onLeave }: ExistingFilesNoteProps) {
  const { t } = useI18n();
  const words = t(place.more ? 'folders.existing.more' : 'folders.existing', { count: place.files });
  return (
    <Note tone="calm" spoken="status" title={words}>
      <p className={styles['full-path']}>
        <bdi>{place.path}</bdi>
      </p>
      <div ref={focusFirstIn} className={styles['answers']}>
        <Button look="primary" size="small" isPending={isPending} onPress={() => onTake('ask')}>
          {t('folders.existing.ask')}
        </Button>
        <Button size="small" isPending={isPending} onPress={() => onTake('send')}>
          {t('folders.existing.send')}
        </Button>
        <Button look="quiet" size="small" onPress={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </Note>
  );
}

type ConsentNoteProps = {
  readonly place: FolderPlace;
  readonly isForEntries: boolean;
  readonly isPending: boolean;
  readonly onTake: (subfolders: boolean) => void;
  readonly onOther: () => void;
};

/** A folder that is probably not only for scans, or entries: what it is and holds, before the user takes it all the same. */
function ConsentNote({ place, isForEntries, isPending, onTake, onOther }: ConsentNoteProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [subfolders, setSubfolders] = useState(false);
  return (
    <Note tone="warn" spoken="status" title={t(`folders.consent.${place.kind}`)}>
      <div className={styles['consent']}>
        <p className={styles['full-path']}>
          <bdi>{place.path}</bdi>
        </p>
        <p className={styles['figures']}>{figuresWords(place, isForEntries, i18n)}</p>
        <p>{t(isForEntries ? 'folders.consent.text.entries' : 'folders.consent.text')}</p>
        <Toggle label={t('folders.subfolders')} isSelected={subfolders} onChange={setSubfolders} />
      </div>
      <div ref={focusFirstIn} className={styles['answers']}>
        <Button look="primary" size="small" onPress={onOther}>
          {t('folders.consent.other')}
        </Button>
        <Button size="small" isPending={isPending} onPress={() => onTake(subfolders)}>
          {t('folders.consent.take')}
        </Button>
      </div>
    </Note>
  );
}

/** What is in a folder, in one line: "3,212 files in 140 sub-folders; 12 are PDFs or pictures". */
function figuresWords(place: FolderFigures, isForEntries: boolean, { t }: Pick<I18n, 't'>): string {
  const { files, more, subfolders } = place;
  const [count, kind] = isForEntries ? ([place.entries, 'entries'] as const) : ([place.sendable, 'sendable'] as const);
  const all = t(more ? 'folders.figures.more' : 'folders.figures.files', { count: files });
  const within = subfolders === 0 ? '' : ` ${t('folders.figures.subfolders', { count: subfolders })}`;
  const among = files === 0 ? '' : count === 0 ? t(`folders.figures.none-${kind}`) : t(`folders.figures.${kind}`, { count });
  return `${all}${within}${among}`;
}

/** A question has come in place of the button that was pressed: its first answer gets the focus. */
function focusFirstIn(answers: HTMLElement | null): void {
  answers?.querySelector('button')?.focus();
}

type FolderFaultNoteProps = {
  readonly fault: FolderFault | 'unexpected' | null;
  /** Called when the user confirms to know this other computer; the caller then tries again. */
  readonly onKnown?: (host: string) => void;
};

export function FolderFaultNote({ fault, onKnown }: FolderFaultNoteProps) {
  const { t } = useI18n();
  if (fault === null) return null;
  if (fault === 'unexpected') return <Note tone="bad" spoken="alert" title={t('common.unexpected')} />;
  if (fault.kind !== 'remote-place') return <Note tone="bad" spoken="alert" title={t(`folders.fault.${fault.kind}`)} />;
  const { host, consent } = fault;
  const goOn = consent === 'call' && onKnown !== undefined && (
    <Button size="small" onPress={() => onKnown(host)}>
      {t('folders.fault.remote-place.go-on')}
    </Button>
  );
  return (
    <Note tone="warn" spoken="alert" title={t('folders.fault.remote-place', { host })} actions={goOn || undefined}>
      <p>{t(`folders.fault.remote-place.${consent}`)}</p>
    </Note>
  );
}
