import { type FormEvent, useState } from 'react';
import type { AcceptInvitation, OpenInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { type Company, COMPANY_COLOURS } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { IntegrationSecretField } from '../connect/credential-fields.tsx';
import { emptySecret } from '../connect/read-form.ts';
import { PartnerName } from '../parts/company-name.tsx';
import { focusFirst, useFirstFocus } from '../parts/field-focus.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { InvitationFaultNote } from './invitation-fault-note.tsx';
import styles from './invitation.module.css';
import { HOSTS_ID, type Invitation, QUESTION_ID } from './use-invitation.ts';
import { hostsSentence } from '#shared/domain/invitation/invitation.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';

type Props = { readonly view: OpenInvitationView; readonly companies: readonly Company[]; readonly invitation: Invitation };

/** The question that every invitation ends in: for whom, by whom, and where everything goes. */
export function InvitationQuestion({ view, companies, invitation }: Props) {
  const { t } = useI18n();
  const { isPending, fault, accept, close } = invitation;
  const [wrong, setWrong] = useState<readonly Field[]>([]);
  const fields = fieldsOf(view);
  const first = useFirstFocus(fields.filter((field) => field !== 'name'));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { input, missing } = readForm(form, view, fields);
    setWrong(missing);
    if (missing.length > 0) return focusFirst(form, missing);
    if (isPending) return;
    const colour = COMPANY_COLOURS.find((one) => !companies.some((company) => company.colour === one)) ?? COMPANY_COLOURS[0];
    void accept({ ...input, colour });
    emptySecret(form);
  };
  if (view.connectedAs !== null) {
    return (
      <div className={styles['form']}>
        <InvitationFacts view={view} />
        <Note tone="calm" title={t('invitation.connected-as', { name: view.connectedAs })}>
          {t('invitation.connected-as.text')}
        </Note>
        <DialogActions>
          <Button onPress={close}>{t('common.close')}</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <form ref={first} onSubmit={submit} className={styles['form']} noValidate>
      <InvitationFacts view={view} />
      {fields.includes('number') && <NumberField isWrong={wrong.includes('number')} />}
      {fields.includes('integrationSecret') && (
        <IntegrationSecretField error={wrong.includes('integrationSecret') ? t('connect.secret.missing') : null} describedBy={ASKED} />
      )}
      <NameField view={view} isMissing={wrong.includes('name')} />
      <InvitationFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={close}>{t('invitation.refuse')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {isPending ? t('invitation.accepting') : <Yes company={view.company} />}
        </Button>
      </DialogActions>
    </form>
  );
}

function Yes({ company }: { readonly company: string | null }) {
  const { t } = useI18n();
  return company === null ? t('invitation.accept.unnamed') : t('invitation.accept', { name: company });
}

function NumberField({ isWrong }: { readonly isWrong: boolean }) {
  const { t } = useI18n();
  return (
    <TextField
      name="number"
      label={t('invitation.number')}
      hint={t('invitation.number.hint')}
      error={isWrong ? t('invitation.number.wrong') : null}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      aria-describedby={ASKED}
    />
  );
}

function NameField({ view, isMissing }: { readonly view: OpenInvitationView; readonly isMissing: boolean }) {
  const { t } = useI18n();
  return (
    <>
      {view.isKnownName && <Note tone="warn" title={t('invitation.name.known')} />}
      <TextField
        name="name"
        label={t('invitation.name')}
        hint={t('invitation.name.hint')}
        error={isMissing ? t('invitation.name.missing') : null}
        defaultValue={view.company?.slice(0, NAME_MAX) ?? ''}
        maxLength={NAME_MAX}
        autoComplete="off"
      />
    </>
  );
}

/** What describes the first field, and is read out with it: the question, and whether one of the addresses differs. */
const ASKED = `${QUESTION_ID} ${HOSTS_ID}`;
const NAME_MAX = 100;
const DIGITS = /^\d{8}$/;

type Field = 'number' | 'integrationSecret' | 'name';

/** What is asked for, by the order on the page: nothing that this computer has already. */
function fieldsOf({ hasSecret, begun }: OpenInvitationView): readonly Field[] {
  if (!hasSecret) return ['integrationSecret', 'name'];
  return begun === null ? ['number', 'name'] : ['name'];
}

type Read = { readonly input: AcceptInvitation; readonly missing: readonly Field[] };

/** Reads the fields from the form itself, so that number and secret never enter React's state. */
function readForm(form: HTMLFormElement, { invitationId }: OpenInvitationView, fields: readonly Field[]): Read {
  const data = new FormData(form);
  const textOf = (field: Field): string => {
    const value = data.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [number, integrationSecret, name] = [textOf('number').replaceAll(/[\s.-]/g, ''), textOf('integrationSecret'), textOf('name')];
  const isMissing = { number: !DIGITS.test(number), integrationSecret: integrationSecret === '', name: name === '' };
  return {
    input: {
      invitationId,
      name,
      ...(fields.includes('number') ? { number } : {}),
      ...(fields.includes('integrationSecret') ? { integrationSecret } : {}),
    },
    missing: fields.filter((field) => isMissing[field]),
  };
}

/** What the invitation says, in its own words, and each address behind it, in ASCII. What it does not tell is said as such. */
function InvitationFacts({ view }: { readonly view: OpenInvitationView }) {
  const { t } = useI18n();
  const { company, accountant, relayHost, partner, serviceHosts } = view;
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('invitation.company')}</dt>
        <dd>{company ?? <NotTold />}</dd>
        <dt>{t('invitation.accountant')}</dt>
        <dd>{accountant ?? <NotTold />}</dd>
        <dt>{t('invitation.to')}</dt>
        <Host name={serviceHosts.documents} />
        <dt>{t('invitation.sign-in')}</dt>
        <Host name={serviceHosts.signIn} />
        <dt>{t('invitation.keys')}</dt>
        <Host name={serviceHosts.keys} />
        <dt>{t('invitation.from')}</dt>
        <Host name={relayHost} more={t('invitation.from.secret')} />
        {partner !== null && (
          <>
            <dt>{t('invitation.partner')}</dt>
            <dd>
              <PartnerName partner={partner} />
            </dd>
          </>
        )}
      </dl>
      <HostsNote view={view} />
    </>
  );
}

function Host({ name, more }: { readonly name: string; readonly more?: string }) {
  return (
    <dd>
      <span className={classNames(styles['host'])} translate="no">
        {name}
      </span>
      {more !== undefined && <span className={classNames(styles['quiet'])}>{more}</span>}
    </dd>
  );
}

/** Whether the addresses of the service are one, and if not, which of them is another. */
function HostsNote({ view }: { readonly view: OpenInvitationView }) {
  const { t } = useI18n();
  const { isOdd, key, values } = hostsSentence(view.serviceHosts);
  const sentence = t(key, values);
  return <div id={HOSTS_ID}>{isOdd ? <Note tone="warn" title={sentence} /> : <p className={styles['quiet']}>{sentence}</p>}</div>;
}

function NotTold() {
  const { t } = useI18n();
  return <span className={classNames(styles['quiet'])}>{t('invitation.not-told')}</span>;
}
