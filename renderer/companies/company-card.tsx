import { Monitor, Pause, Pencil, Play, Plug, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { ReconnectDialog } from '../connect/reconnect-dialog.tsx';
import { FolderList } from '../folders/folder-list.tsx';
import { FoldersDialog } from '../first-run/folder-step.tsx';
import { useEngine } from '../link/engine.ts';
import { ActionMenu } from '#shared/ui/parts/action-menu.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { ChangeCompanyDialog, ComputersDialog } from './company-dialogs.tsx';
import styles from './companies.module.css';
import { connectionText, type ConnectionText } from './connection-text.ts';
import { useQueue } from '../connect/use-connect.ts';
import { monthOf } from '../parts/month-of.ts';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';

type Props = {
  readonly company: Company;
  readonly folders: readonly Folder[];
  /** True if the address names this company: the page then scrolls to it. */
  readonly isChosen?: boolean;
  readonly now: WallMs;
};

type Opened = 'reconnect' | 'change' | 'remove' | 'folders' | 'computers' | null;

export function CompanyCard({ company, folders, isChosen = false, now }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [opened, open] = useState<Opened>(null);
  const close = () => open(null);
  return (
    <article className={styles['card']} ref={isChosen ? intoView : undefined}>
      <header className={styles['card-head']}>
        <h2 className={styles['name']}>
          <CompanyName company={company} />
        </h2>
        <Actions company={company} open={open} />
      </header>
      <div className={styles['state']}>
        <StandingLine {...connectionText(company.connection, now, i18n)} />
        <Mend company={company} hasFolders={folders.length > 0} open={open} />
      </div>
      <CompanyFigures company={company} now={now} />
      <FolderList company={company} folders={folders} now={now} />
      {company.formerIntegrationIds.length > 0 && (
        <p className={styles['former']}>{t('companies.former', { count: company.formerIntegrationIds.length })}</p>
      )}
      {opened === 'change' && <ChangeCompanyDialog company={company} onClose={close} />}
      {opened === 'remove' && <RemoveCompanyDialog company={company} onClose={close} />}
      {opened === 'computers' && <ComputersDialog company={company} onClose={close} />}
      {opened === 'reconnect' && <ReconnectDialog company={company} onClose={close} />}
      {opened === 'folders' && <FoldersDialog company={company} folders={folders} onClose={close} />}
    </article>
  );
}

type OpenProps = { readonly company: Company; readonly open: (what: Opened) => void };

function Actions({ company, open }: OpenProps) {
  const { t } = useI18n();
  const { check, pause, resume } = useCompanyActions(company);
  return (
    <ActionMenu
      label={t('companies.actions', { name: company.name })}
      actions={[
        { id: 'check', label: t('companies.check'), icon: RefreshCw, run: check },
        company.connection.kind === 'paused'
          ? { id: 'resume', label: t('companies.resume'), icon: Play, run: resume }
          : { id: 'pause', label: t('companies.pause'), icon: Pause, run: pause },
        { id: 'change', label: t('companies.change'), icon: Pencil, run: () => open('change') },
        { id: 'computers', label: t('companies.computers'), icon: Monitor, run: () => open('computers') },
        { id: 'reconnect', label: t('companies.reconnect'), icon: Plug, run: () => open('reconnect') },
        { id: 'remove', label: t('companies.remove'), icon: Trash2, run: () => open('remove') },
      ]}
    />
  );
}

/** The button for the one thing to do, if there is one. */
function Mend({ company, hasFolders, open }: OpenProps & { readonly hasFolders: boolean }) {
  const { t } = useI18n();
  const { resume } = useCompanyActions(company);
  switch (company.connection.kind) {
    case 'invalid':
      return (
        <Button look="primary" size="small" onPress={() => open('reconnect')}>
          {t('companies.reconnect')}
        </Button>
      );
    case 'checking':
      return (
        <Button size="small" onPress={() => open('reconnect')}>
          {t('companies.why')}
        </Button>
      );
    case 'paused':
      return (
        <Button size="small" onPress={resume}>
          {t('companies.resume')}
        </Button>
      );
    case 'active':
      return hasFolders ? null : (
        <Button look="primary" size="small" onPress={() => open('folders')}>
          {t('companies.set-up')}
        </Button>
      );
    default:
      return unreachable(company.connection);
  }
}

function intoView(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}

function useCompanyActions({ id: companyId }: Company) {
  const { queries } = useEngine();
  const check = useMutation(queries.companies.check.mutationOptions());
  const pause = useMutation(queries.companies.pause.mutationOptions());
  const resume = useMutation(queries.companies.resume.mutationOptions());
  return {
    check: () => check.mutate({ companyId }),
    pause: () => pause.mutate({ companyId }),
    resume: () => resume.mutate({ companyId }),
  };
}

/** Documents accepted and refused this month, and documents waiting to be sent. */
function CompanyFigures({ company, now }: { readonly company: Company; readonly now: WallMs }) {
  const { t, number } = useI18n();
  const { queries } = useEngine();
  const { from, before } = monthOf(now, 0);
  const { data } = useQuery(queries.companies.months.queryOptions({ input: { from, before } }));
  const queue = useQueue(company.id);
  const counts = data?.months.find(({ companyId }) => companyId === company.id) ?? { accepted: null, refused: null };
  const shown = [
    { label: t('companies.figures.accepted'), value: counts.accepted },
    { label: t('companies.figures.refused'), value: counts.refused },
    { label: t('companies.figures.queue'), value: queue },
  ];
  return (
    <dl className={styles['figures']}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null ? '–' : number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains, with current numbers, what removing the company means before it is removed. */
function RemoveCompanyDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const { id: companyId } = company;
  const means = useQuery(queries.companies.removal.queryOptions({ input: { companyId } }));
  const remove = useMutation(queries.companies.remove.mutationOptions({ onSuccess: onClose }));
  const [forget, setForget] = useState(false);
  const view = means.data?.ok === true ? means.data.value : null;
  return (
    <DialogBox role="alertdialog" title={t('companies.remove.title', { name: company.name })} onClose={onClose}>
      {view !== null && (
        <ul>
          <li>{t('companies.remove.folders', { count: view.folders })}</li>
          {view.unsent > 0 && <li>{t('companies.remove.unsent', { count: view.unsent })}</li>}
          {view.unanswered > 0 && <li>{t('companies.remove.unanswered', { count: view.unanswered })}</li>}
          <li>{t('companies.remove.history')}</li>
          <li>{t('companies.remove.secrets')}</li>
        </ul>
      )}
      <Toggle label={t('companies.remove.forget')} hint={t('companies.remove.forget-hint')} isSelected={forget} onChange={setForget} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" isDisabled={view === null} isPending={remove.isPending} onPress={() => remove.mutate({ companyId, forget })}>
          {t('companies.remove')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** A state: icon, word and explanation. */
export function StandingLine({ icon: Icon, tone, word, text }: ConnectionText) {
  return (
    <div className={styles['standing']}>
      <Icon size={17} aria-hidden className={classNames(tones[tone])} />
      <div>
        <p className={styles['word']}>{word}</p>
        <p className={styles['quiet']}>{text}</p>
      </div>
    </div>
  );
}
