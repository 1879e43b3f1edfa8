import type { Disk } from '#shared/domain/disk.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';

export function DiskBanner({ disk }: { readonly disk: Disk }) {
  const { t } = useI18n();
  if (disk.kind === 'good') return null;
  return (
    <Note tone="bad" spoken="alert" title={t(`disk.${disk.fault}.title`)}>
      {t(`disk.${disk.fault}.text`)}
    </Note>
  );
}
