import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { FoldersDialog } from '../first-run/folder-step.tsx';
import { goTo } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { useHeadingFocus } from '../parts/heading-focus.ts';
import styles from './invitation.module.css';
import { headOf, InvitationSteps, takesFocus } from './invitation-steps.tsx';
import { QUESTION_ID, useArrived, useInvitation } from './use-invitation.ts';

/** An invitation for one more company; the first one is opened in the first run. */
export function InvitationPage({ overview }: { readonly overview: Overview }) {
  const i18n = useI18n();
  const [connected, setConnected] = useState<Company | null>(null);
  const invitation = useInvitation(setConnected);
  useArrived(invitation);
  const { stage } = invitation;
  const { title, text } = headOf(stage, i18n);
  const page = useHeadingFocus({ what: stage, takesFocus: takesFocus(stage), isFirst: true });
  return (
    <main ref={page} className={styles['page']}>
      <header>
        <h1 id={QUESTION_ID} className={styles['title']}>
          {title}
        </h1>
        {text !== null && <p className={styles['quiet']}>{text}</p>}
      </header>
      <section className={styles['card']} aria-label={title}>
        <InvitationSteps invitation={invitation} companies={overview.companies} />
      </section>
      {connected !== null && (
        <FoldersDialog
          company={connected}
          folders={overview.folders}
          onClose={() => goTo({ kind: 'companies', companyId: connected.id })}
        />
      )}
    </main>
  );
}
