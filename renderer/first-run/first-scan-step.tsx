import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DocumentMark } from '../document/document-mark.tsx';
import { ShowFolderButton } from '../folders/show-folder-button.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import styles from './first-run.module.css';

/** A few are enough here; the list has them all. */
const SHOWN_MAX = 3;

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly onBack: () => void; readonly onDone: () => void };

/** Waits for the first document and follows it, so that the person sees Intray work once. */
export function FirstScanStep({ company, folders, onBack, onDone }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const seen = useQuery(queries.items.list.queryOptions({ input: { companyId: company.id, limit: SHOWN_MAX } })).data?.items ?? [];
  return (
    <>
      {folders.length === 0 ? (
        <p>{t('first-run.no-folders')}</p>
      ) : (
        <ul className={styles['types']}>
          {folders.map((folder) => (
            <Target key={folder.id} folder={folder} />
          ))}
        </ul>
      )}
      {folders.length > 0 && <Seen items={seen} />}
      <DialogActions>
        <Button onPress={onBack}>{t('frame.back')}</Button>
        <Button look={seen.length > 0 || folders.length === 0 ? 'primary' : 'plain'} onPress={onDone}>
          {t('first-run.to-overview')}
        </Button>
      </DialogActions>
    </>
  );
}

function Target({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  return (
    <li className={styles['type']}>
      <TypeIcon type={folder.importType} size={20} className={styles['type-icon']} />
      <div className={styles['type-body']}>
        <h3>{t(`import-type.folder.${folder.importType}`)}</h3>
        <p className={styles['path']}>
          <bdi>{folder.path}</bdi>
        </p>
      </div>
      <ShowFolderButton folder={folder} />
    </li>
  );
}

function Seen({ items }: { readonly items: readonly Item[] }) {
  const { t } = useI18n();
  const [newest] = items;
  if (newest === undefined) {
    return (
      <output className={styles['waiting']}>
        <LoaderCircle size={18} aria-hidden className={styles['turning']} />
        {t('first-run.waiting')}
      </output>
    );
  }
  return (
    <section className={styles['seen']}>
      <ul className={styles['places']}>
        {items.map(({ id, name, state }) => (
          <li key={id} className={styles['item']}>
            <DocumentMark kind={state.kind} name={name} />
            <bdi>{name}</bdi>
            <span className={styles['quiet']}>{t(stateKey(state))}</span>
          </li>
        ))}
      </ul>
      <output>{t(`first-run.seen.${storyOf(newest)}`)}</output>
    </section>
  );
}

function storyOf({ state: { kind } }: Item): 'under-way' | 'received' | 'asks' | 'unfit' {
  switch (kind) {
    case 'held':
    case 'aside':
      return 'asks';
    case 'unfit':
      return 'unfit';
    case 'waiting':
    case 'uploading':
      return 'under-way';
    case 'awaiting':
    case 'accepted':
    case 'refused':
    default:
      return 'received';
  }
}
