import { useQuery } from '@tanstack/react-query';
import type { Diagnostics, Trouble } from '#shared/app-api/diagnostics.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { computerFacts, connectionFacts, type Fact, folderFacts } from './diagnostic-facts.ts';
import { ReportPart } from './report-part.tsx';
import styles from '../settings.module.css';
import { SettingsPart } from '../settings-part.tsx';

/** The state of this installation, for the person and for their support: with names here, without them in the report. */
export function DiagnosticsSection({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const view = useQuery(queries.diagnostics.view.queryOptions()).data;
  if (view === undefined) return <p className={styles['quiet']}>{t('common.loading')}</p>;
  return (
    <>
      <ReportPart />
      <SettingsPart title={t('diagnostics.connection')}>
        <Facts facts={connectionFacts(view, now, i18n)} />
      </SettingsPart>
      <SettingsPart title={t('folders.title')}>
        {overview.folders.length === 0 ? (
          <p className={styles['quiet']}>{t('folders.none')}</p>
        ) : (
          <Facts facts={folderFacts(overview, now, i18n)} />
        )}
      </SettingsPart>
      <SettingsPart title={t('diagnostics.failures')}>
        <Troubles view={view} />
      </SettingsPart>
      <SettingsPart title={t('diagnostics.computer')}>
        <Facts facts={computerFacts(view, now, i18n)} />
      </SettingsPart>
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ id, label, value }) => (
        <div key={id} className={styles['fact']}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Troubles({ view: { failures, problems } }: { readonly view: Diagnostics }) {
  const { t } = useI18n();
  if (failures.length + problems.length === 0) return <p className={styles['quiet']}>{t('diagnostics.failures.none')}</p>;
  return (
    <ul className={styles['troubles']}>
      {[...failures, ...problems].map((trouble) => (
        <TroubleLine key={`${trouble.kind} ${trouble.code}`} trouble={trouble} />
      ))}
    </ul>
  );
}

function TroubleLine({ trouble: { kind, code, count, since } }: { readonly trouble: Trouble }) {
  const { t, moment } = useI18n();
  return (
    <li>
      <code>{code === null ? kind : `${kind} ${code}`}</code> <span>{t('diagnostics.failures.count', { count })}</span>
      {since !== null && <span className={styles['quiet']}> – {t('diagnostics.since', { moment: moment(since) })}</span>}
    </li>
  );
}
