import type { ConsoleTranslate } from '#shared/i18n/console.ts';
import type { Delivery } from '../control/answers.ts';

export function attemptText({ status, code }: Delivery['attempts'][number], t: ConsoleTranslate): string {
  return status === null ? t('console.delivery.failed', { code: code ?? '–' }) : t('console.delivery.status', { status });
}
