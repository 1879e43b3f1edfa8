import type { ReactNode } from 'react';
import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import { explainedAs } from '#shared/domain/item/failure.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { relayTroubleText } from '../companies/connection-text.ts';
import { shortPath } from '../folders/paths.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { NeedEntry } from './need-entry.tsx';
import { NeedActions } from './need-actions.tsx';
import type { Recovery } from '#shared/domain/connection.ts';

/** Needs that take a sentence or two; the others show documents or connections. */
export type Plain = Exclude<
  Need,
  {
    readonly kind:
      | 'company'
      | 'doubt'
      | 'unread'
      | 'bulk-arrival'
      | 'sent-before'
      | 'refused'
      | 'questions'
      | 'unfit'
      | 'unproven'
      | 'no-answer';
  }
>;

type Words = { readonly title: string; readonly text?: ReactNode };

type Props = { readonly need: Plain; readonly folders: readonly Folder[]; readonly now: WallMs };

/** A need told in a sentence, with the buttons that resolve it. */
export function PlainNeed({ need, folders, now }: Props) {
  const i18n = useI18n();
  return <NeedEntry tone={toneOf(need)} {...wordsOf(need, now, i18n)} actions={<NeedActions need={need} folders={folders} />} />;
}

function toneOf(need: Plain): 'bad' | 'warn' | 'calm' {
  if (!mustAct(need)) return 'calm';
  return need.kind === 'misplaced' ? 'warn' : 'bad';
}

function wordsOf(need: Plain, now: WallMs, i18n: I18n): Words {
  const { t } = i18n;
  switch (need.kind) {
    case 'disk':
      return { title: t(`disk.${need.fault}.title`), text: t(`disk.${need.fault}.text`) };
    case 'vault':
      return { title: t(`vault.${need.vault}.title`), text: t(`vault.${need.vault}.text`) };
    case 'credentials':
      return { title: t('connection.checking.credentials'), text: t('connection.checking.credentials.text') };
    case 'relay-not-set':
      return { title: t('needs.relay-not-set'), text: t('relay.not-set.text') };
    case 'copied':
      return { title: t('needs.copied'), text: t('needs.copied.text') };
    case 'folder':
      return folderWords(need.folder, i18n);
    case 'misplaced':
      return misplacedWords(need.place, i18n);
    case 'clock':
      return { title: t('needs.clock') };
    case 'battery':
      return { title: t('needs.battery', { count: need.waiting }), text: t('needs.battery.text') };
    case 'relay':
      return { title: t('needs.relay'), text: relayTroubleText(need.relay, now, i18n) };
    case 'quiet':
      return quietWords(need, i18n);
    case 'delay':
      return delayWords(need.delay, i18n);
    case 'recovery':
      return { title: t('recovery.title'), text: recoveryText(need.recovery, i18n) };
    case 'no-folder':
      return { title: t('needs.no-folder', { name: need.company.name }), text: t('needs.no-folder.text') };
    case 'no-company':
      return { title: t('needs.no-company') };
    default:
      return unreachable(need);
  }
}

/** A folder that cannot be read, so that new scans in it are not seen. */
function folderWords({ state, path }: Folder, { t }: I18n): Words {
  // Does not occur: a folder that is present is not a need.
  if (state === 'present') return { title: shortPath(path) };
  return { title: t(`needs.folder.${state}`, { name: shortPath(path) }), text: t(`needs.folder.${state}.text`) };
}

/** Nothing is known to be wrong; the relay's operator can find out. */
function quietWords({ lastVerifiedAt }: Extract<Need, { kind: 'quiet' }>, { t, moment }: I18n): Words {
  const since = lastVerifiedAt === null ? t('needs.quiet.never') : t('needs.quiet.since', { moment: moment(lastVerifiedAt) });
  return { title: t('needs.quiet'), text: `${since} ${t('needs.quiet.text')}` };
}

/** Names the cause: the network, the proxy, a certificate, the service itself. */
function delayWords({ failure }: Extract<Need, { kind: 'delay' }>['delay'], { t }: I18n): Words {
  const values = 'status' in failure ? { status: String(failure.status) } : {};
  const as = explainedAs(failure);
  return { title: t(`failure.${as}.what`, values), text: t(`failure.${as}.next`) };
}

/** Scans that were saved one level too high, where they would never be sent. */
function misplacedWords({ path, count, names }: Extract<Need, { kind: 'misplaced' }>['place'], { t, list }: I18n): Words {
  const named = list(count > names.length ? [...names, t('misplaced.more', { count: count - names.length })] : names);
  const text = (
    <>
      <bdi>{path}</bdi>
      {': '}
      <bdi>{named}</bdi>. {t('misplaced.text')}
    </>
  );
  return { title: t('misplaced.title', { count }), text };
}

/** What was done about a damaged journal, and where the damaged file is now. */
export function recoveryText({ source, upTo, keptAs }: Recovery, { t, moment }: I18n): string {
  const done =
    source === 'backup' && upTo !== null
      ? t('recovery.backup', { when: moment(upTo) })
      : t(source === 'nothing' ? 'recovery.nothing' : 'recovery.set-up');
  return keptAs === null ? done : `${done} ${t('recovery.kept', { name: keptAs })}`;
}
