import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComputersView } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../link/engine.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import styles from '../parts/row-list.module.css';
import { useI18n } from '../i18n/i18n.tsx';

type Computer = ComputersView['computers'][number];

/** Lists the computers that read this company's answers, so that one that was sold, lost or stolen can be removed. */
export function ComputersDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const [leaving, setLeaving] = useState<Computer | null>(null);
  const { computers, fault, isLoading, sendAway } = useComputers(company, () => setLeaving(null));
  if (leaving !== null)
    return (
      <DialogBox role="alertdialog" title={t('computers.leave.title', { name: leaving.name })} onClose={() => setLeaving(null)}>
        <p>{t('computers.leave.text', { name: company.name })}</p>
        {fault !== null && <Note tone="bad" spoken="alert" title={t(`computers.fault.${fault}`)} />}
        <DialogActions>
          <Button onPress={() => setLeaving(null)}>{t('common.cancel')}</Button>
          <Button
            look="danger"
            isPending={sendAway.isPending}
            onPress={() => sendAway.mutate({ companyId: company.id, deviceId: leaving.deviceId })}
          >
            {t('computers.leave')}
          </Button>
        </DialogActions>
      </DialogBox>
    );
  return (
    <DialogBox title={t('computers.title', { name: company.name })} onClose={onClose}>
      <p>{t('computers.text')}</p>
      {isLoading && <output>{t('common.loading')}</output>}
      {fault !== null && <Note tone="bad" spoken="alert" title={t(`computers.fault.${fault}`)} />}
      <ul className={styles['list']}>
        {computers.map((computer) => (
          <ComputerRow key={computer.deviceId} computer={computer} onLeave={() => setLeaving(computer)} />
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </DialogBox>
  );
}

/** This computer has no button: to remove it, remove the company from it. */
function ComputerRow({ computer: { name, since, here }, onLeave }: { readonly computer: Computer; readonly onLeave: () => void }) {
  const { t, moment } = useI18n();
  return (
    <li className={styles['row']}>
      <Monitor size={18} aria-hidden />
      <div>
        <p className={styles['name']}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles['since']}>{t(here ? 'computers.here' : 'computers.since', { moment: moment(since) })}</p>
      </div>
      {!here && (
        <Button size="small" aria-label={t('computers.leave.one', { name })} onPress={onLeave}>
          {t('computers.leave')}
        </Button>
      )}
    </li>
  );
}

function useComputers({ id: companyId }: Company, onGone: () => void) {
  const { queries } = useEngine();
  const client = useQueryClient();
  const asked = queries.companies.computers.queryOptions({ input: { companyId } });
  const answer = useQuery(asked);
  const sendAway = useMutation(
    queries.companies.sendAway.mutationOptions({
      onSuccess: (left) => {
        if (!left.ok) return;
        client.setQueryData(asked.queryKey, left);
        onGone();
      },
    }),
  );
  const last = sendAway.data?.ok === false ? sendAway.data : answer.data;
  return {
    computers: answer.data?.ok === true ? answer.data.value.computers : [],
    fault: last?.ok === false ? last.failure.kind : null,
    isLoading: answer.isPending,
    sendAway,
  };
}
