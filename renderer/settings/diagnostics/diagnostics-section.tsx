import { useQuery } from '@tanstack/react-query';
import type { Diagnostics, Trouble } from '#shared/app-api/diagnostics.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../../link/engine.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import styles from '../settings.module.css';
import { SettingsPart } from '../settings-part.tsx';
import { ClipboardCopy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-button.tsx';
import { saveCopy } from '../../document/actions/document-actions.tsx';
import { MoreAbout } from '../../parts/more-about.tsx';
import { DISK_FAULTS } from '#shared/domain/disk.ts';
import { shortPath } from '../../folders/paths.ts';

/** The state of this installation, for the user and for their support: with names here, without them in the report. */
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

/** The report for support: one button copies it, and it can be read first. */
function ReportPart() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const report = useQuery(queries.diagnostics.report.queryOptions()).data;
  const [told, setTold] = useState('');
  const text = report?.text ?? '';
  const save = useSave(text, setTold);
  const copy = async () => setTold(t((await copyText(text)) ? 'diagnostics.report.copied' : 'diagnostics.report.not-copied'));
  return (
    <SettingsPart title={t('diagnostics.report')}>
      <p className={styles['quiet']}>{t('diagnostics.report.text')}</p>
      <div className={styles['try']}>
        <Button look="primary" isDisabled={report === undefined} onPress={() => void copy()}>
          <ClipboardCopy size={17} aria-hidden />
          {t('diagnostics.report.copy')}
        </Button>
        <Button isDisabled={report === undefined} onPress={() => void save()}>
          <Download size={17} aria-hidden />
          {t('diagnostics.report.save')}
        </Button>
        <output>{told}</output>
      </div>
      <MoreAbout label={t('diagnostics.report.show')}>
        <textarea readOnly aria-label={t('diagnostics.report')} value={text} rows={14} lang="en" className={styles['report']} />
      </MoreAbout>
    </SettingsPart>
  );
}

/** The desktop app asks for a place and writes the file; a browser downloads it. */
function useSave(text: string, tell: (words: string) => void): () => Promise<void> {
  const { t } = useI18n();
  const { client, queries } = useEngine();
  const host = useQuery(queries.info.queryOptions()).data?.host;
  const kept = async () => {
    if (host === 'electron') return client.diagnostics.save();
    saveCopy(`Intray ${new Date().toISOString().slice(0, 10)}.txt`, new TextEncoder().encode(text));
    return { kept: true, code: null };
  };
  return async () => {
    const { kept: isKept, code } = await kept().catch(() => ({ kept: false, code: 'LINK' }));
    // Without a code, the user cancelled.
    if (isKept) tell(t('diagnostics.report.saved'));
    else tell(code === null ? '' : t('diagnostics.report.not-saved', { code }));
  };
}

type Fact = { readonly id: string; readonly label: string; readonly value: string };

/** A moment with its age: the one is for comparing, the other for understanding. */
function at(moment: WallMs | null, now: WallMs, { t, age, moment: say }: I18n): string {
  return moment === null ? t('diagnostics.never') : `${say(moment)} (${age(moment, now) ?? t('common.now')})`;
}

function connectionFacts({ relay, answers, clockAheadMs, startedAt }: Diagnostics, now: WallMs, i18n: I18n): readonly Fact[] {
  const { t, number } = i18n;
  const seconds = clockAheadMs === null ? null : Math.round(clockAheadMs / SECOND_MS);
  return [
    { id: 'started', label: t('diagnostics.started'), value: at(startedAt, now, i18n) },
    {
      id: 'relay',
      label: t('relay.title'),
      value:
        relay.kind === 'connected' ? t('diagnostics.connected-since', { moment: at(relay.since, now, i18n) }) : t(`relay.${relay.kind}`),
    },
    { id: 'event', label: t('diagnostics.last-event'), value: at(answers.lastEventAt, now, i18n) },
    ...heardFact(answers, now, i18n),
    { id: 'mode', label: t('diagnostics.mode'), value: t(`diagnostics.mode.${answers.mode}`) },
    {
      id: 'clock',
      label: t('diagnostics.clock'),
      value: seconds === null ? t('diagnostics.clock.unknown') : t('diagnostics.clock.seconds', { seconds: number(seconds) }),
    },
  ];
}

/** Shown only while results may not be reaching Intray, when a user comes here to see exactly this. */
function heardFact({ quiet }: Diagnostics['answers'], now: WallMs, i18n: I18n): readonly Fact[] {
  if (quiet === undefined) return [];
  const { lastVerifiedAt } = quiet;
  const value = lastVerifiedAt === null ? i18n.t('diagnostics.heard.unknown') : at(lastVerifiedAt, now, i18n);
  return [{ id: 'heard', label: i18n.t('diagnostics.heard'), value }];
}

function folderFacts({ folders, companies }: Overview, now: WallMs, i18n: I18n): readonly Fact[] {
  const { t } = i18n;
  return folders.map((folder) => {
    const company = companies.find(({ id }) => id === folder.companyId)?.name ?? '';
    const swept = folder.lastSweptAt === null ? t('folders.never-swept') : at(folder.lastSweptAt, now, i18n);
    return {
      id: folder.id,
      label: `${company} – ${t(`import-type.folder.${folder.importType}`)} (${shortPath(folder.path)})`,
      value: folder.state === 'present' ? swept : `${t(`diagnostics.folder.${folder.state}`)} – ${swept}`,
    };
  });
}

function diskText(disk: string, { t }: I18n): string {
  const fault = DISK_FAULTS.find((one) => one === disk);
  return fault === undefined ? t('diagnostics.disk.good') : t(`disk.${fault}.title`);
}

function computerFacts({ version, host, runsOn, journal, vault, disk }: Diagnostics, now: WallMs, i18n: I18n): readonly Fact[] {
  const { t, bytes } = i18n;
  const { node, electron, system, sqlite, key } = runsOn;
  const parts = [node === null ? null : `Node ${node}`, electron === null ? null : `Electron ${electron}`, `SQLite ${sqlite}`];
  return [
    { id: 'version', label: t('settings.about.version'), value: `Intray ${version}` },
    { id: 'host', label: t('settings.about.runs'), value: t(`settings.about.${host}`) },
    { id: 'system', label: t('diagnostics.system'), value: system ?? '–' },
    { id: 'parts', label: t('diagnostics.parts'), value: parts.filter((part) => part !== null).join(', ') },
    { id: 'journal', label: t('diagnostics.journal'), value: journal.bytes === null ? '–' : bytes(journal.bytes) },
    { id: 'backup', label: t('diagnostics.backup'), value: at(journal.lastBackupAt, now, i18n) },
    {
      id: 'vault',
      label: t('diagnostics.vault'),
      value: `${t(`diagnostics.vault.${vault}`)}${key === null ? '' : ` (${t(`diagnostics.key.${key}`)})`}`,
    },
    { id: 'disk', label: t('diagnostics.disk'), value: diskText(disk, i18n) },
  ];
}
