import { CircleCheck, CircleDashed, CircleX, type LucideIcon, Unplug } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import { connectionText } from '../companies/connection-text.ts';
import { hashOf } from '../frame/place.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './connection-lines.module.css';

/** How a company is connected, when it was last reached, and its folders. */
export function CompanyLine({
  company,
  folders,
  now,
}: {
  readonly company: Company;
  readonly folders: readonly Folder[];
  readonly now: WallMs;
}) {
  const i18n = useI18n();
  const { connection } = company;
  const { icon, tone, word, text } = connectionText(connection, now, i18n);
  return (
    <div className={styles['line']}>
      <a href={hashOf({ kind: 'companies', companyId: company.id })} className={styles['name']}>
        {i18n.t('needs.to-company')}
      </a>
      <State icon={icon} tone={tone} word={word} text={connection.kind === 'active' ? text : null} />
      <span className={styles['quiet']}>{foldersText(folders, now, i18n)}</span>
    </div>
  );
}

const RELAY_ICONS = { connected: CircleCheck, connecting: CircleDashed, 'not-set': CircleX, unreachable: Unplug } as const;

/** How answers arrive. */
export function AnswersLine({ relay, now }: { readonly relay: Overview['relay']; readonly now: WallMs }) {
  const { t, age } = useI18n();
  const isRead = relay.kind === 'connected';
  return (
    <li className={styles['line']}>
      <span className={styles['label']}>{t('relay.title')}</span>
      <State
        icon={RELAY_ICONS[relay.kind]}
        tone={isRead ? 'good' : relay.kind === 'connecting' ? 'quiet' : 'warn'}
        word={t(`relay.${relay.kind}`)}
        text={isRead ? t('relay.connected.seen', { age: age(relay.lastReadAt, now) ?? t('common.now') }) : null}
      />
    </li>
  );
}

type StateProps = {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly word: string;
  readonly text: string | null;
};

function State({ icon: Icon, tone, word, text }: StateProps) {
  return (
    <span className={styles['state']}>
      <Icon size={16} aria-hidden className={classNames(tones[tone])} />
      <span>
        {word}
        {text !== null && <span className={styles['quiet']}> · {text}</span>}
      </span>
    </span>
  );
}

function foldersText(folders: readonly Folder[], now: WallMs, { t, age }: I18n): string {
  const away = folders.filter(({ state }) => state !== 'present').length;
  if (folders.length === 0) return t('overview.folders-none');
  if (away > 0) return t('overview.folders-away', { count: away });
  const looks = folders.flatMap(({ lastSweptAt }) => (lastSweptAt === null ? [] : [lastSweptAt]));
  const count = folders.length;
  if (looks.length < count) return t('overview.folders-first', { count });
  // The least recently checked folder, since all others are newer.
  const oldest = looks.reduce((one, other) => (other < one ? other : one));
  return t('overview.folders', { count, age: age(oldest, now) ?? t('common.now') });
}
