import { isVaultShut } from '#shared/app-api/secrets.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { hashOf } from './place.ts';
import styles from './window-frame.module.css';

/** Trouble that concerns everything, in one slim line on every page except the overview, which explains it in full. */
export function TroubleBanner({ overview: { disk, vault } }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const key = disk.kind === 'bad' ? (`disk.${disk.fault}.title` as const) : isVaultShut(vault) ? (`vault.${vault}.title` as const) : null;
  if (key === null) return null;
  return (
    <Note
      tone="bad"
      title={t(key)}
      actions={
        <a className={styles['more']} href={hashOf({ kind: 'overview' })}>
          {t('needs.to-overview')}
        </a>
      }
    />
  );
}
