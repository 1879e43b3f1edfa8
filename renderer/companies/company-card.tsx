import { Pause, Pencil, Play, Plug, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { ReconnectDialog } from '../connect/reconnect-dialog.tsx';
import { FolderList } from '../folders/folder-list.tsx';
import { useEngine } from '../link/engine.ts';
import { ActionMenu } from '#shared/look/parts/action-menu.tsx';
import { Button } from '#shared/look/parts/button.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './companies.module.css';
import { ChangeCompanyDialog } from './change-company-dialog.tsx';
import { connectionText } from './connection-text.ts';
import { RemoveCompanyDialog } from './remove-company-dialog.tsx';
import { StandingLine } from './standing-line.tsx';

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly now: WallMs };

export function CompanyCard({ company, folders, now }: Props) {
  const speech = useSpeech();
  const { t } = speech;
  const [reconnecting, setReconnecting] = useState(false);
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { check, pause, resume } = useCompanyActions(company);
  const { kind } = company.connection;
  return (
    <article className={styles['card']}>
      <header className={styles['card-head']}>
        <h3 className={styles['name']}>
          <CompanyName company={company} />
        </h3>
        <ActionMenu
          label={t('companies.actions', { name: company.name })}
          actions={[
            { id: 'check', label: t('companies.check'), icon: RefreshCw, run: check },
            kind === 'paused'
              ? { id: 'resume', label: t('companies.resume'), icon: Play, run: resume }
              : { id: 'pause', label: t('companies.pause'), icon: Pause, run: pause },
            { id: 'change', label: t('companies.change'), icon: Pencil, run: () => setChanging(true) },
            { id: 'reconnect', label: t('companies.reconnect'), icon: Plug, run: () => setReconnecting(true) },
            { id: 'remove', label: t('companies.remove'), icon: Trash2, run: () => setRemoving(true) },
          ]}
        />
      </header>
      <StandingLine {...connectionText(company.connection, now, speech)} />
      {kind === 'invalid' && (
        <Button look="primary" size="small" onPress={() => setReconnecting(true)}>
          {t('companies.reconnect')}
        </Button>
      )}
      {kind === 'paused' && (
        <Button size="small" onPress={resume}>
          {t('companies.resume')}
        </Button>
      )}
      <FolderList company={company} folders={folders} />
      {changing && <ChangeCompanyDialog company={company} onClose={() => setChanging(false)} />}
      {removing && <RemoveCompanyDialog company={company} onClose={() => setRemoving(false)} />}
      {reconnecting && <ReconnectDialog company={company} onClose={() => setReconnecting(false)} />}
    </article>
  );
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
