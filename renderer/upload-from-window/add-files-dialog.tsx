import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { shortPath } from '../folders/paths.ts';
import { CompanyTile } from '../parts/company-name.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { givenOf, needsPath, type Target, targetsOf } from './targets-of.ts';
import type { Given } from './hand-over.ts';
import { GIVEN_MAX } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.tsx';

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
  const targets = targetsOf(overview);
  const [companyId, setCompanyId] = useState<CompanyId | null>(null);
  const [folderId, setFolderId] = useState<Folder['id'] | null>(null);
  const target = targets.find(({ company }) => company.id === companyId) ?? targets[0];
  const here = target?.folders.filter(({ state }) => state === 'present') ?? [];
  const folder = here.find(({ id }) => id === folderId) ?? here[0];
  const take = (files: readonly Given[]) => {
    if (folder === undefined || files.length === 0) return;
    queue.take(files, { kind: 'folder', folderId: folder.id });
    onClose();
  };
  return (
    <DialogBox title={t('upload.add.title')} onClose={onClose}>
      <About given={given} />
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
      {folder === undefined && <p role="alert">{t('upload.add.away')}</p>}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        {given === null ? (
          <FileTrigger allowsMultiple onSelect={(chosen) => take(Array.from(chosen ?? [], givenOf))}>
            <Button look="primary" isDisabled={folder === undefined}>
              {t('upload.add.choose')}
            </Button>
          </FileTrigger>
        ) : (
          <Button look="primary" isDisabled={folder === undefined} onPress={() => take(given)}>
            {t('upload.add.do', { count: Math.min(given.length, GIVEN_MAX) })}
          </Button>
        )}
      </DialogActions>
    </DialogBox>
  );
}

function About({ given }: Pick<Props, 'given'>) {
  const { t } = useI18n();
  if (given === null) return <p>{t('upload.add.text')}</p>;
  const beyond = given.length - GIVEN_MAX;
  return (
    <>
      <p>{t('upload.add.given', { count: given.length })}</p>
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
