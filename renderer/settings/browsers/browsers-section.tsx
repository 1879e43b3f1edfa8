import { useRef, useState } from 'react';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type BrowserQueries, useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import list from '../../parts/row-list.module.css';
import { ToldBox } from '../../parts/told-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { BrowserRow } from './browser-row.tsx';
import styles from '../settings.module.css';
import { SettingsPart } from '../settings-part.tsx';
import { useBrowsers } from './use-browsers.ts';

/** Lists the browsers signed in to the headless host, and signs them out. The desktop app has none. */
export function BrowsersSection({ now }: { readonly now: WallMs }) {
  const { browsers } = useEngine();
  return browsers === null ? null : <Browsers queries={browsers} now={now} />;
}

function Browsers({ queries, now }: { readonly queries: BrowserQueries; readonly now: WallMs }) {
  const { t } = useI18n();
  const told = useRef<HTMLDivElement>(null);
  const [asking, ask] = useState<'own' | 'all' | null>(null);
  const { browsers, words, forget, hasFailed, isPending, end, endOthers, endAll } = useBrowsers(queries, told);
  const askTo = (what: 'own' | 'all'): void => {
    forget();
    ask(what);
  };
  if (browsers === null) return <p className={styles['quiet']}>{t('common.loading')}</p>;
  const own = browsers.find((one) => one.own);
  return (
    <SettingsPart title={t('browsers.title')}>
      <p className={styles['quiet']}>{t('browsers.text')}</p>
      {hasFailed && asking === null && <Note tone="bad" spoken="alert" title={t('common.unexpected')} />}
      <div ref={told} className={styles['told']}>
        {words !== null && <ToldBox onForget={forget}>{words}</ToldBox>}
      </div>
      <ul className={list['list']}>
        {browsers.map((one) => (
          <BrowserRow key={one.id} browser={one} now={now} onEnd={() => (one.own ? askTo('own') : end(one))} />
        ))}
      </ul>
      {browsers.length > 1 && (
        <div className={styles['try']}>
          <Button isPending={isPending} onPress={endOthers}>
            {t('browsers.end.others')}
          </Button>
          <Button onPress={() => askTo('all')}>{t('browsers.end.all')}</Button>
        </div>
      )}
      {asking !== null && (
        <LeaveDialog
          what={asking}
          hasFailed={hasFailed}
          isPending={isPending}
          onClose={() => ask(null)}
          onLeave={() => (asking === 'own' && own !== undefined ? end(own) : endAll())}
        />
      )}
    </SettingsPart>
  );
}

type LeaveProps = {
  readonly what: 'own' | 'all';
  readonly hasFailed: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onLeave: () => void;
};

/** Confirms signing out this browser or all of them: coming back then needs a new address. */
function LeaveDialog({ what, hasFailed, isPending, onClose, onLeave }: LeaveProps) {
  const { t } = useI18n();
  return (
    <DialogBox role="alertdialog" title={t(`browsers.${what}.title`)} onClose={onClose}>
      <p>{t(`browsers.${what}.text`)}</p>
      {hasFailed && <Note tone="bad" spoken="alert" title={t('common.unexpected')} />}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" isPending={isPending} onPress={onLeave}>
          {t(what === 'own' ? 'browsers.end' : 'browsers.end.all')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
