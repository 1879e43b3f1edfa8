import type { Need } from '#shared/app-api/needs-of.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { connectionText } from '../companies/connection-text.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { NeedEntry } from './need-entry.tsx';
import { NeedActions } from './need-actions.tsx';

type Props = {
  readonly need: Extract<Need, { kind: 'company' | 'doubt' | 'unread' }>;
  readonly now: WallMs;
  readonly onReconnect: (companyId: CompanyId) => void;
};

/** A connection that ended, which only the person can restore, or one in doubt, about which Intray keeps asking. */
export function CompanyNeed({ need, now, onReconnect }: Props) {
  const i18n = useI18n();
  const { company } = need;
  const { word, text } = connectionText(company.connection, now, i18n);
  const isLost = need.kind !== 'doubt';
  return (
    <NeedEntry
      tone={isLost ? 'bad' : 'calm'}
      title={i18n.t(`needs.${need.kind}`, { name: company.name })}
      text={need.kind === 'unread' ? i18n.t('needs.unread.text') : isLost ? text : `${word}. ${text}`}
      actions={<NeedActions need={need} folders={[]} onReconnect={onReconnect} />}
    />
  );
}
