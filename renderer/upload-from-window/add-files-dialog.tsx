import { useLayoutEffect, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { noteExcess } from '#shared/domain/item/note.ts';
import { ENTRIES_ENDINGS } from '#shared/domain/item/file-kinds.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { Button, FileButton } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { shortPath } from '../folders/paths.ts';
import { CompanyTile } from '../parts/company-name.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { isAnyTooLong, NO_NOTES, NoteField, NoteFields, noted } from '../parts/note-fields.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { givenOf, kindOf, needsPath, type Target, targetsOf } from './targets-of.ts';
import type { Given } from './hand-over.ts';
import { GIVEN_MAX, useUploadQueue } from './upload-queue.tsx';

/** All that giving files needs beyond the first page is loaded at once. */
export { handOver } from './hand-over.ts';
export { UploadCard } from './upload-card.tsx';

type Props = {
  readonly overview: Overview;
  /** Files that were already dropped; null if they are yet to be chosen. */
  readonly given: readonly Given[] | null;
  readonly onClose: () => void;
};

/** Asks for company, type and files, in this order. */
export function AddFilesDialog({ overview, given, onClose }: Props) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const [companyId, setCompanyId] = useState<CompanyId | null>(null);
  const [folderId, setFolderId] = useState<Folder['id'] | null>(null);
  const [chosen, setChosen] = useState<readonly Given[] | null>(null);
  const files = given ?? chosen;
  const kind = files === null ? 'any' : kindOf(files);
  const targets = targetsOf(overview, kind);
  const target = targets.find(({ company }) => company.id === companyId) ?? targets[0];
  const here = target?.folders.filter(({ state }) => state === 'present') ?? [];
  const folder = here.find(({ id }) => id === folderId) ?? here[0];
  const [notes, setNotes] = useState(NO_NOTES);
  // Entries have no note to the accountant.
  const isNotable = folder?.importType !== 'entries';
  const isDisabled = folder === undefined || (isNotable && isAnyTooLong(files, notes));
  const take = (all: readonly Given[]) => {
    if (folder === undefined || all.length === 0) return;
    queue.take(isNotable ? noted(all, notes) : all, { kind: 'folder', folderId: folder.id });
    onClose();
  };
  // A note for each can be written only now that the files are known.
  const choose = (all: readonly Given[]) => (isNotable && notes.isEach && all.length > 0 ? setChosen(all) : take(all));
  return (
    <DialogBox title={t('upload.add.title')} onClose={onClose}>
      <About given={given} chosen={chosen} />
      {targets.length > 1 && target !== undefined && (
        <Choice
          label={t('document.company')}
          options={targets.map(({ company }) => ({
            value: company.id,
            label: company.name,
            mark: <CompanyTile company={company} />,
          }))}
          value={target.company.id}
          onChange={setCompanyId}
        />
      )}
      {target !== undefined && folder !== undefined && <Kinds {...{ target, here, folder }} onChange={setFolderId} />}
      {folder === undefined && (
        <Note tone="warn" title={t(target === undefined ? `upload.add.none.${kind}` : 'upload.add.away')} spoken="alert" />
      )}
      {isNotable && <NoteFields files={files} notes={notes} onChange={setNotes} />}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <AddButton {...{ files, isDisabled, folder }} onFiles={files === null ? choose : take} />
      </DialogActions>
    </DialogBox>
  );
}

type AddButtonProps = {
  readonly files: readonly Given[] | null;
  readonly folder: Folder | undefined;
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly Given[]) => void;
};

/** Chooses the files, or adds those that are known. */
function AddButton({ files, folder, isDisabled, onFiles }: AddButtonProps) {
  const { t } = useI18n();
  if (files !== null) {
    return (
      <Button look="primary" isDisabled={isDisabled} onPress={() => onFiles(files)}>
        {t('upload.add.do', { count: Math.min(files.length, GIVEN_MAX) })}
      </Button>
    );
  }
  return (
    <FileButton
      look="primary"
      isDisabled={isDisabled}
      isForSeveral
      accept={folder?.importType === 'entries' ? ENTRIES_ENDINGS.map((ending) => `.${ending}`) : undefined}
      onFiles={(chosen) => onFiles(chosen.map(givenOf))}
    >
      {t('upload.add.choose')}
    </FileButton>
  );
}

function About({ given, chosen }: Pick<Props, 'given'> & { readonly chosen: readonly Given[] | null }) {
  const { t } = useI18n();
  const files = given ?? chosen;
  if (files === null) return <p>{t('upload.add.text')}</p>;
  const beyond = files.length - GIVEN_MAX;
  return (
    <>
      <p>{t(given === null ? 'upload.add.chosen' : 'upload.add.given', { count: files.length })}</p>
      {beyond > 0 && (
        <p>
          {t('upload.beyond', { count: beyond, max: GIVEN_MAX })} {t('upload.beyond.next')}
        </p>
      )}
    </>
  );
}

type KindsProps = {
  readonly target: Target;
  readonly here: readonly Folder[];
  readonly folder: Folder;
  readonly onChange: (folderId: Folder['id']) => void;
};

function Kinds({ target, here, folder, onChange }: KindsProps) {
  const { t, list } = useI18n();
  const away = target.folders.filter((one) => !here.includes(one)).map(({ importType }) => t(`import-type.folder.${importType}`));
  const options = here.map((one) => {
    const name = t(`import-type.folder.${one.importType}`);
    return {
      value: one.id,
      label: needsPath(one, target) ? `${name} – ${shortPath(one.path)}` : name,
      mark: <TypeIcon type={one.importType} />,
    };
  });
  return (
    <>
      <Choice label={t('upload.add.as')} options={options} value={folder.id} onChange={onChange} />
      {away.length > 0 && <p>{t('upload.add.some-away', { names: list(away) })}</p>}
    </>
  );
}

type ReplaceProps = { readonly item: Pick<Item, 'id' | 'name' | 'importType'>; readonly given: Given; readonly onClose: () => void };

/** What is said to the accountant with a corrected file, such as what is different now. */
export function ReplaceDialog({ item, given, onClose }: ReplaceProps) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const [note, setNote] = useState('');
  const actions = useRef<HTMLDivElement>(null);
  // Most have nothing to say: one key more, and the file is added.
  useLayoutEffect(() => actions.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), []);
  const add = () => {
    queue.take([{ ...given, note }], { kind: 'instead-of', itemId: item.id });
    onClose();
  };
  return (
    <DialogBox title={t('upload.replace.title', { name: item.name })} onClose={onClose}>
      <p>{t('upload.replace.text', { file: given.name })}</p>
      {item.importType !== 'entries' && (
        <NoteField label={t('document.note.optional')} hint={t('document.note.hint')} text={note} onChange={setNote} />
      )}
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" isDisabled={noteExcess(note) > 0} onPress={add}>
            {t('upload.replace.do')}
          </Button>
        </DialogActions>
      </div>
    </DialogBox>
  );
}
