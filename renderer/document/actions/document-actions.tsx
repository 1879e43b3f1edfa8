import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, ExternalLink, FileCheck, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { AppInfo, ItemDetail } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { readBytes } from '../../preview/use-preview.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../document-panel.module.css';
import { isKept } from '../document-preview.tsx';

type Props = { readonly detail: ItemDetail };

/** Actions that every document has, whatever its state: open it in another program, find it, and save what can be proven of it. */
export function DocumentActions({ detail }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const info = useQuery(queries.info.queryOptions());
  const { item, places, earlier } = detail;
  const isHere = places.some(({ present }) => present);
  return (
    <fieldset className={styles['actions']} aria-label={t('document.actions')}>
      {info.data?.host === 'electron' && isHere && <DesktopActions detail={detail} />}
      {info.data?.host === 'headless' && item.sha256 !== null && isKept(item) && <SaveButton detail={detail} />}
      {info.data !== undefined && (item.reference !== null || earlier.length > 0) && <ProofButton item={item} host={info.data.host} />}
    </fieldset>
  );
}

function DesktopActions({ detail: { item } }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const open = useMutation(queries.items.open.mutationOptions());
  const reveal = useMutation(queries.items.reveal.mutationOptions());
  return (
    <>
      <Button size="small" onPress={() => open.mutate({ itemId: item.id })}>
        <ExternalLink size={16} aria-hidden />
        {t('document.open')}
      </Button>
      <Button size="small" onPress={() => reveal.mutate({ itemId: item.id })}>
        <FolderOpen size={16} aria-hidden />
        {t('document.reveal')}
      </Button>
      {open.data?.available === false && <output>{t('document.open-none')}</output>}
      {reveal.data?.available === false && <output>{t('document.reveal-none')}</output>}
    </>
  );
}

/** A browser cannot start programs on the computer, so the user saves a copy and opens that. */
function SaveButton({ detail: { item } }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const isJoined = item.parts !== undefined;
    const read = await readBytes(client, item.id, new AbortController().signal, isJoined ? 'conversionBytes' : 'bytes');
    setFailed(!read.ok);
    if (read.ok) saveCopy(isJoined || item.conversion === undefined ? item.sentName : item.name, read.value.bytes);
  };
  return (
    <>
      <Button size="small" onPress={() => void save().catch(() => setFailed(true))}>
        <Download size={16} aria-hidden />
        {t('document.save-copy')}
      </Button>
      {failed && <output>{t('document.save-copy.failed')}</output>}
    </>
  );
}

/** Saves one file for others: what was sent, and what the service signed about it. The desktop app asks for a place; a browser downloads it. */
function ProofButton({ item, host }: { readonly item: Item; readonly host: AppInfo['host'] }) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [told, setTold] = useState('');
  const [isBusy, setBusy] = useState(false);
  const saved = async (): Promise<string> => {
    if (host === 'electron') {
      const { kept, code } = await client.items.saveProof({ itemId: item.id });
      // Without a code, the user closed the dialog.
      return kept ? t('document.save-proof.saved') : code === null ? '' : t('document.save-proof.not-saved', { code });
    }
    const read = await readBytes(client, item.id, new AbortController().signal, 'proof');
    if (!read.ok) return t('document.save-proof.not-made');
    saveCopy(`${t('document.save-proof.file')} ${item.sentName.replace(/\.[^.]{1,5}$/, '')}.zip`, read.value.bytes);
    return t('document.save-proof.saved');
  };
  const save = async () => {
    setBusy(true);
    setTold(await saved().catch(() => t('document.save-proof.not-made')));
    setBusy(false);
  };
  return (
    <>
      <Button size="small" isPending={isBusy} onPress={() => void save()}>
        <FileCheck size={16} aria-hidden />
        {t('document.save-proof')}
      </Button>
      <output>{told}</output>
    </>
  );
}

/** Downloads bytes in the browser, with a type that it neither displays nor runs; the browser sanitizes the name itself. */
export function saveCopy(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
