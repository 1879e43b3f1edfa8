import type { Diagnostics } from '#shared/app-api/diagnostics.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { DISK_FAULTS } from '#shared/domain/disk.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { shortPath } from '../../folders/paths.ts';
import type { I18n } from '../../i18n/i18n.tsx';

export type Fact = { readonly id: string; readonly label: string; readonly value: string };

/** A moment with its age: the one is for comparing, the other for understanding. */
function at(moment: WallMs | null, now: WallMs, { t, age, moment: say }: I18n): string {
  return moment === null ? t('diagnostics.never') : `${say(moment)} (${age(moment, now) ?? t('common.now')})`;
}

export function connectionFacts({ relay, answers, clockAheadMs, startedAt }: Diagnostics, now: WallMs, i18n: I18n): readonly Fact[] {
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

/** Shown only while results may not be reaching Intray, when a person comes here to see exactly this. */
function heardFact({ quiet }: Diagnostics['answers'], now: WallMs, i18n: I18n): readonly Fact[] {
  if (quiet === undefined) return [];
  const { lastVerifiedAt } = quiet;
  const value = lastVerifiedAt === null ? i18n.t('diagnostics.heard.unknown') : at(lastVerifiedAt, now, i18n);
  return [{ id: 'heard', label: i18n.t('diagnostics.heard'), value }];
}

export function folderFacts({ folders, companies }: Overview, now: WallMs, i18n: I18n): readonly Fact[] {
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

export function computerFacts({ version, host, runsOn, journal, vault, disk }: Diagnostics, now: WallMs, i18n: I18n): readonly Fact[] {
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
