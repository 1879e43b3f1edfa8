import { CircleCheck, CircleDashed, Plus, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { AnswersView, Overview, RelayView } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ConnectDialog } from '../connect/connect-form.tsx';
import { FoldersDialog } from '../first-run/folder-step.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';
import { CompanyCard, StandingLine } from './company-card.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type ConnectionText, relayTroubleText } from './connection-text.ts';

type Props = {
  readonly overview: Overview;
  /** The company named by the address. */
  readonly chosen: CompanyId | null;
  readonly now: WallMs;
};

/** Every company with its connection and folders, and how the accountant's answers arrive. */
export function CompaniesPage({ overview, chosen, now }: Props) {
  const { t } = useI18n();
  // `connect` is the first step; the company it created is the second, which sets up its folders.
  const [adding, setAdding] = useState<'connect' | Company | null>(null);
  const { companies, folders } = overview;
  const close = () => setAdding(null);
  return (
    <main className={styles['page']}>
      <header className={styles['page-head']}>
        <h1 className={styles['page-title']}>{t('companies.title')}</h1>
        <Button onPress={() => setAdding('connect')}>
          <Plus size={17} aria-hidden />
          {t('companies.add')}
        </Button>
      </header>
      <section className={styles['cards']} aria-label={t('companies.title')}>
        {companies.map((company) => (
          <CompanyCard
            key={company.id}
            company={company}
            folders={folders.filter(({ companyId }) => companyId === company.id)}
            isChosen={company.id === chosen}
            now={now}
          />
        ))}
      </section>
      <RelayLine relay={overview.relay} answers={overview.answers} now={now} />
      {adding === 'connect' && <ConnectDialog overview={overview} onConnected={setAdding} onClose={close} />}
      {adding !== null && adding !== 'connect' && <FoldersDialog company={adding} folders={folders} onClose={close} />}
    </main>
  );
}

type RelayLineProps = { readonly relay: RelayView; readonly answers: AnswersView; readonly now: WallMs };

/** Shows whether the accountant's answers arrive, judged by the last time they were really read. */
function RelayLine(props: RelayLineProps) {
  const i18n = useI18n();
  const { line, notes } = relayWords(props, i18n);
  return (
    <section className={styles['relay']}>
      <h2 className={styles['title']}>{i18n.t('relay.title')}</h2>
      <StandingLine {...line} />
      {notes.map((text) => (
        <p key={text} className={styles['quiet']}>
          {text}
        </p>
      ))}
    </section>
  );
}

type Seen = { readonly relay: RelayView; readonly answers: AnswersView; readonly now: WallMs };

/** Whether the accountant's answers arrive, and how; `notes` has a sentence per thing to know and is empty if all is well. */
export function relayWords(
  { relay, answers, now }: Seen,
  i18n: I18n,
): { readonly line: ConnectionText; readonly notes: readonly string[] } {
  return { line: relayText(relay, now, i18n), notes: answersText(relay, answers, i18n) };
}

function relayText(relay: RelayView, now: WallMs, i18n: I18n): ConnectionText {
  const { t, age } = i18n;
  switch (relay.kind) {
    case 'connected': {
      const ago = age(relay.lastReadAt, now) ?? t('common.now');
      return { icon: CircleCheck, tone: 'good', word: t('relay.connected'), text: t('relay.connected.seen', { age: ago }) };
    }
    case 'unreachable':
      return {
        icon: Unplug,
        tone: 'bad',
        word: t('relay.unreachable'),
        text: relayTroubleText(relay, now, i18n),
      };
    case 'connecting':
      return { icon: CircleDashed, tone: 'quiet', word: t('relay.connecting'), text: t('relay.connecting.text') };
    case 'not-set':
      return { icon: CircleDashed, tone: 'warn', word: t('relay.not-set'), text: t('relay.not-set.text') };
    default:
      return unreachable(relay);
  }
}

function answersText(relay: RelayView, { mode, missing, forged, closed }: AnswersView, { t }: I18n): readonly string[] {
  return [
    ...(relay.kind === 'connected' ? [t(`relay.mode.${mode}`)] : []),
    ...(missing > 0 ? [t('relay.missing', { count: missing })] : []),
    ...(forged > 0 ? [t('relay.forged', { count: forged })] : []),
    ...(closed.length > 0 ? [t('relay.closed', { count: closed.length })] : []),
  ];
}
