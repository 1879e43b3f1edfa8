import { useMutation } from '@tanstack/react-query';
import { FilePlus, FlaskConical, Inbox } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import drop from '#shared/ui/drop-area.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { AddFilesDialog } from '../upload-from-window/add-files-later.ts';
import { givenOf } from '../upload-from-window/files-of.ts';
import type { Given } from '../upload-from-window/hand-over.ts';
import { useUploadQueue } from '../upload-from-window/use-upload-queue.tsx';
import styles from './first-run.module.css';

type Props = { readonly company: Company; readonly overview: Overview; readonly folders: readonly Folder[]; readonly isTest: boolean };

/**
 * Where a first scan can be dropped, or chosen. While files are dragged, the window itself shows the folders that they can go into, so that
 * the person drops them as a purchase or as a sale.
 */
export function FirstScanDrop({ company, overview, folders, isTest }: Props) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const [asked, setAsked] = useState<readonly Given[] | null>(null);
  const [only, another] = folders;
  const take = (given: readonly Given[]) => {
    if (given.length === 0 || only === undefined) return;
    if (another === undefined) queue.take(given, { kind: 'folder', folderId: only.id });
    else setAsked(given);
  };
  return (
    <section className={drop['area']} aria-labelledby="first-scan-drop">
      <Inbox size={32} strokeWidth={1.5} aria-hidden className={drop['icon']} />
      <h3 id="first-scan-drop">{t('first-run.drop')}</h3>
      <div className={styles['drop-actions']}>
        <FileTrigger allowsMultiple onSelect={(chosen) => take(Array.from(chosen ?? [], givenOf))}>
          <Button>
            <FilePlus size={16} aria-hidden />
            {t('first-run.choose-file')}
          </Button>
        </FileTrigger>
        {isTest && only !== undefined && <SampleButton folder={folders.find(({ state }) => state === 'present') ?? only} />}
      </div>
      {asked !== null && <AddFilesDialog overview={{ ...overview, companies: [company] }} given={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function SampleButton({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const sample = useMutation(queries.windowUploads.sample.mutationOptions());
  const isFaulty = sample.isError || sample.data?.ok === false;
  return (
    <>
      {/* Once it is in the folder, it is found within seconds, and this button is gone. */}
      <Button isPending={sample.isPending || sample.data?.ok === true} onPress={() => sample.mutate({ folderId: folder.id })}>
        <FlaskConical size={16} aria-hidden />
        {t('first-run.sample')}
      </Button>
      <p className={styles['quiet']}>{t('first-run.sample.text')}</p>
      {isFaulty && <Note tone="bad" spoken="alert" title={t('first-run.sample.fault')} />}
    </>
  );
}
