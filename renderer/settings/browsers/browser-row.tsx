import { AppWindow } from 'lucide-react';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Age } from '../../parts/age.tsx';
import list from '../../parts/row-list.module.css';
import { useI18n } from '../../i18n/i18n.tsx';
import { browserName } from './browser-name.ts';
import styles from '../settings.module.css';

type Props = { readonly browser: SignedIn; readonly now: WallMs; readonly onEnd: () => void };

export function BrowserRow({ browser, now, onEnd }: Props) {
  const { t, moment } = useI18n();
  const { signedInAt, usedAt, own } = browser;
  const name = browserName(browser, t);
  return (
    <li className={list['row']}>
      <AppWindow size={18} aria-hidden />
      <div>
        <p className={list['name']}>
          {name} {own && <span className={styles['own']}>{t('browsers.own')}</span>}
        </p>
        <p className={list['since']}>
          {t('browsers.since', { moment: moment(signedInAt) })}, {t('browsers.used')} <Age at={usedAt} now={now} />
        </p>
      </div>
      <Button size="small" aria-label={t('browsers.end.one', { name, moment: moment(signedInAt) })} onPress={onEnd}>
        {t('browsers.end')}
      </Button>
    </li>
  );
}
