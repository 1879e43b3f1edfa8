import { useMutation } from '@tanstack/react-query';
import type { SentBeforeAnswered, SentBeforeDone } from '#shared/app-api/sent-before.ts';
import type { I18n } from '../../i18n/i18n.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';

/** `words`: what is told of it, for one document and for a group; `undo`: takes back that it is not sent. */
type Told = { readonly words: (done: SentBeforeDone) => string; readonly undo?: () => Promise<unknown> };

/** Answers whether documents that are like sent ones are sent all the same, and tells what was done. */
export function useAnswerSentBefore({ words, undo }: Told) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  return useMutation({
    mutationFn: async (answered: SentBeforeAnswered) => client.items.answerSentBefore(answered),
    onSuccess: (done, { always = false }) => {
      const said = [words(done), ...(always ? [alwaysWords(done, t)] : [])].filter((word) => word !== '').join(' ');
      if (said !== '') tell({ words: said, undo: done.left > 0 && !always ? undo : undefined });
    },
    onError: () => tell({ words: t('common.unexpected'), isKept: true }),
  });
}

function alwaysWords({ always }: SentBeforeDone, t: I18n['t']): string {
  return t(always > 0 ? 'sent-before.told.always' : 'sent-before.told.not-always');
}
