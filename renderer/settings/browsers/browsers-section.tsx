import { type RefObject, useEffect, useRef, useState } from 'react';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { type BrowserQueries, useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { ToldBox } from '../../parts/told-box.tsx';
import list from '../../parts/row-list.module.css';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../settings.module.css';
import { EmailField, SettingsPart } from '../settings-part.tsx';
import { AppWindow } from 'lucide-react';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import { Age } from '../../parts/age.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Translate } from '#shared/i18n/translate.ts';

/** Lists the browsers signed in to the headless host, and signs them out. The desktop app has none. */
export function BrowsersSection({ now }: { readonly now: WallMs }) {
  const { browsers } = useEngine();
  return browsers === null ? null : <Browsers queries={browsers} now={now} />;
}

function Browsers({ queries, now }: { readonly queries: BrowserQueries; readonly now: WallMs }) {
  const { t } = useI18n();
  const told = useRef<HTMLDivElement>(null);
  const [asking, ask] = useState<'own' | 'all' | null>(null);
  const { browsers, words, forget, hasFailed, isPending, giveAddress, end, endOthers, endAll } = useBrowsers(queries, told);
  const askTo = (what: 'own' | 'all'): void => {
    forget();
    ask(what);
  };
  if (browsers === null) return <p className={styles['quiet']}>{t('common.loading')}</p>;
  const own = browsers.find((one) => one.own);
  return (
    <>
      {own !== undefined && (
        <SettingsPart title={t('settings.you')}>
          <EmailField label={t('browsers.email')} hint={t('browsers.email.text')} value={own.userEmail} save={giveAddress} />
        </SettingsPart>
      )}
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
    </>
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

type Props = { readonly browser: SignedIn; readonly now: WallMs; readonly onEnd: () => void };

function BrowserRow({ browser, now, onEnd }: Props) {
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

/** Polling interval: no doorbell announces another browser's sign-in, and the host is on this computer. */
const LOOK_MS = 5_000;

/** The outcome of the last action. A new object each time, even if the words are the same. */
type Outcome = { readonly words: string } | 'failed';

/** The signed-in browsers, and the actions to sign them out. The outcome gets the focus, since the pressed button is gone. */
function useBrowsers(queries: BrowserQueries, told: RefObject<HTMLElement | null>) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const answer = useQuery({ ...queries.list.queryOptions(), refetchInterval: LOOK_MS });
  const one = useMutation(queries.end.mutationOptions());
  const others = useMutation(queries.endOthers.mutationOptions());
  const all = useMutation(queries.endAll.mutationOptions());
  const giving = useMutation(queries.giveAddress.mutationOptions());
  const common = {
    onError: () => setOutcome('failed'),
    // A browser that signed itself out learns so from any of these queries.
    onSettled: () => void client.invalidateQueries(),
  };
  const words = outcome === 'failed' ? null : (outcome?.words ?? null);
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('section') === told.current?.closest('section');
    if (outcome !== null && outcome !== 'failed' && isHere) told.current?.querySelector('button')?.focus();
  }, [outcome, told]);
  return {
    browsers: answer.data?.browsers ?? null,
    words,
    forget: () => setOutcome(null),
    hasFailed: outcome === 'failed',
    giveAddress: (userEmail: string | null) => giving.mutate({ userEmail }, common),
    isPending: one.isPending || others.isPending || all.isPending,
    end: (browser: SignedIn) => {
      const name = browserName(browser, t);
      // A session that had already ended counts as signed out too.
      one.mutate({ id: browser.id }, { ...common, onSuccess: () => setOutcome({ words: t('browsers.told.one', { name }) }) });
    },
    endOthers: () =>
      others.mutate(undefined, {
        ...common,
        onSuccess: ({ ended }) => setOutcome({ words: t('browsers.told.others', { count: ended }) }),
      }),
    endAll: () => all.mutate(undefined, common),
  };
}

/** "Firefox on Windows", as far as the browser identified itself. */
function browserName({ browser, system }: Pick<SignedIn, 'browser' | 'system'>, t: Translate): string {
  if (browser === null) return t('browsers.unknown');
  return system === null ? browser : t('browsers.on', { browser, system });
}
