import { useQuery } from '@tanstack/react-query';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import type { Invitation } from './use-invitation.ts';

/** Invitations that this computer has used and whose companies are not connected: what they brought is kept, and can be gone on with. */
export function BegunNotes({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const begun = useQuery(queries.invitations.begun.queryOptions()).data ?? [];
  return begun.map(({ link, relayHost, company }) => (
    <Note
      key={link}
      tone="warn"
      title={company === null ? t('invitation.begun.unnamed') : t('invitation.begun', { name: company })}
      actions={
        <Button look="primary" size="small" isPending={invitation.isPending} onPress={() => void invitation.look({ link, relayHost })}>
          {t('invitation.begun.do')}
        </Button>
      }
    >
      {t('invitation.begun.text')}
    </Note>
  ));
}
