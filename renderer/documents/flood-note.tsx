import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FloodAnswer, Overview } from '#shared/app-api/views.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { FloodDialog } from './flood-dialog.tsx';

/** Fewer are answered one by one in the list. */
const WORTH_A_NOTE = 2;
const ANSWERS = ['all', 'none', 'since'] as const satisfies readonly FloodAnswer['kind'][];

/** Files that were there before, or came all at once: nothing of them leaves without a yes, and one answer is enough. */
export function FloodNote({ overview }: { readonly overview: Overview }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const [asking, setAsking] = useState<FloodAnswer['kind'] | null>(null);
  const { held } = overview.counts;
  const flood = useQuery(queries.items.flood.queryOptions({ input: {}, enabled: held >= WORTH_A_NOTE }));
  const answering = useMutation(queries.items.answerFlood.mutationOptions({ onSettled: () => setAsking(null) }));
  const count = held < WORTH_A_NOTE ? 0 : (flood.data?.count ?? 0);
  if (count < WORTH_A_NOTE) return null;
  return (
    <Note
      tone="warn"
      title={t('flood.title', { count })}
      actions={ANSWERS.map((kind) => (
        <Button key={kind} size="small" onPress={() => setAsking(kind)}>
          {t(`flood.send-${kind}`)}
        </Button>
      ))}
    >
      {t('flood.text')}
      {asking !== null && (
        <FloodDialog
          asking={asking}
          count={count}
          oldest={flood.data?.oldest ?? null}
          isPending={answering.isPending}
          onAnswer={(answer) => answering.mutate({ answer })}
          onClose={() => setAsking(null)}
        />
      )}
    </Note>
  );
}
