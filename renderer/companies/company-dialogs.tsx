import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ComputersView } from '#shared/app-api/views.ts';
import { type Company, COMPANY_COLOURS } from '#shared/domain/company.ts';
import { contactSchema, userEmailOf } from '../link/schemas.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { ColourTile, firstLetterOf, PartnerName } from '../parts/company-name.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { focusFirst } from '../parts/field-focus.ts';
import rows from '../parts/row-list.module.css';
import styles from './companies.module.css';

/** Changes a company's local name and colour, the address that its documents are sent by, and whom to write to about it. */
export function ChangeCompanyDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { typed, set, faults, isPending, submit } = useChange(company, onClose);
  const letters = firstLetterOf(typed.name);
  return (
    <DialogBox title={t('companies.change.title', { name: company.name })} onClose={onClose}>
      <form onSubmit={submit} className={styles['form']} noValidate>
        <RunBy />
        <TextField
          name="name"
          label={t('connect.name')}
          error={faults.name ? t('companies.change.no-name') : null}
          value={typed.name}
          onChange={(name) => set({ name })}
          maxLength={100}
          autoComplete="off"
        />
        <Choice
          label={t('connect.colour')}
          options={COMPANY_COLOURS.map((value) => ({
            value,
            label: t(`companies.colour.${value}`),
            mark: <ColourTile colour={value} letters={letters} />,
          }))}
          value={typed.colour}
          onChange={(colour) => set({ colour })}
        />
        <SenderField value={typed.userEmail} onChange={(userEmail) => set({ userEmail })} isWrong={faults.userEmail} />
        <ContactField value={typed.contact} onChange={(contact) => set({ contact })} isWrong={faults.contact} />
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </DialogBox>
  );
}

/** What was typed. The two addresses are complained of only once the user has tried to save them. */
function useChange({ id: companyId, name, colour, userEmail = '', contact = '' }: Company, onSaved: () => void) {
  const { queries } = useEngine();
  const [typed, setTyped] = useState({ name, colour, userEmail, contact });
  const [isTried, setTried] = useState(false);
  const changing = useMutation(queries.companies.change.mutationOptions({ onSuccess: onSaved }));
  const found = faultsOf(typed);
  return {
    typed,
    set: (change: Partial<typeof typed>) => setTyped({ ...typed, ...change }),
    faults: isTried ? found : { name: found.name, userEmail: false, contact: false },
    isPending: changing.isPending,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      const wrong = (['name', 'userEmail', 'contact'] as const).filter((field) => found[field]);
      if (wrong.length > 0) return focusFirst(event.currentTarget, wrong);
      changing.mutate({ ...typed, companyId, userEmail: typed.userEmail.trim() || null, contact: typed.contact.trim() || null });
    },
  };
}

function faultsOf(typed: { readonly name: string; readonly userEmail: string; readonly contact: string }) {
  return {
    name: typed.name.trim() === '',
    userEmail: typed.userEmail.trim() !== '' && userEmailOf(typed.userEmail).kind !== 'sendable',
    contact: typed.contact.trim() !== '' && !contactSchema.safeParse(typed.contact.trim()).success,
  };
}

/** Whose relay the results come through, if it says so. */
function RunBy() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const partner = useQuery(queries.invitations.partner.queryOptions()).data?.partner ?? null;
  if (partner === null) return null;
  return (
    <p className={styles['quiet']}>
      {t('companies.partner')} <PartnerName partner={partner} />
    </p>
  );
}

/** Who sends its documents. Empty means the profile's address. */
function SenderField({ value, onChange, isWrong }: ContactProps) {
  const { t } = useI18n();
  return (
    <TextField
      name="userEmail"
      type="email"
      label={t('companies.sender')}
      hint={t('companies.sender.hint')}
      error={isWrong ? t('companies.sender.wrong') : null}
      value={value}
      onChange={onChange}
      maxLength={254}
      autoComplete="email"
    />
  );
}

type ContactProps = { readonly value: string; readonly onChange: (text: string) => void; readonly isWrong: boolean };

/** The accountant's address, for messages that the user writes. */
function ContactField({ value, onChange, isWrong }: ContactProps) {
  const { t } = useI18n();
  return (
    <TextField
      name="contact"
      type="email"
      label={t('companies.contact')}
      hint={t('companies.contact.hint')}
      error={isWrong ? t('companies.contact.wrong') : null}
      value={value}
      onChange={onChange}
      maxLength={254}
      autoComplete="off"
    />
  );
}

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
      <ul className={rows['list']}>
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
    <li className={rows['row']}>
      <Monitor size={18} aria-hidden />
      <div>
        <p className={rows['name']}>
          <bdi>{name}</bdi>
        </p>
        <p className={rows['since']}>{t(here ? 'computers.here' : 'computers.since', { moment: moment(since) })}</p>
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
