import type { VaultView } from '#shared/app-api/views.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';

export function VaultBanner({ vault }: { readonly vault: VaultView }) {
  const { t } = useI18n();
  if (vault === 'open' || vault === 'absent') return null;
  return (
    <Note tone="bad" title={t(`vault.${vault}.title`)}>
      {t(`vault.${vault}.text`)}
    </Note>
  );
}
