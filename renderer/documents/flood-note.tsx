import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import { type EngineClient, useEngine } from '../link/engine.ts';
import { Button } from '../parts/button.tsx';
import { DialogActions, DialogBox } from '../parts/dialog-box.tsx';
import { Note } from '../parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { heldFloods } from './held-floods.ts';

/** Fewer are answered one by one in the list. */
const WORTH_A_NOTE = 2;

/** Files that were there before, or came all at once: nothing of them leaves without a yes, and one yes is enough. */
export function FloodNote({ overview }: { readonly overview: Overview }) {
  const { t } = useSpeech();
  const { client } = useEngine();
  const [asking, setAsking] = useState(false);
  const { held } = overview.counts;
  const floods = useQuery({ queryKey: ['floods', held], queryFn: () => heldFloods(client), enabled: held >= WORTH_A_NOTE });
  const sending = useMutation({ mutationFn: () => sendAll(client), onSettled: () => setAsking(false) });
  const count = held < WORTH_A_NOTE ? 0 : (floods.data?.length ?? 0);
  if (count < WORTH_A_NOTE) return null;
  return (
    <Note
      tone="warn"
      title={t('flood.title', { count })}
      actions={
        <Button size="small" onPress={() => setAsking(true)}>
          {t('flood.send-all')}
        </Button>
      }
    >
      {t('flood.text')}
      {asking && (
        <DialogBox role="alertdialog" title={t('flood.confirm.title', { count })} onClose={() => setAsking(false)}>
          <p>{t('flood.confirm.text')}</p>
          <DialogActions>
            <Button onPress={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" isPending={sending.isPending} onPress={() => sending.mutate()}>
              {t('flood.send-all')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </Note>
  );
}

/** Read anew at the moment of the yes, in portions that the contract takes. */
async function sendAll(client: EngineClient): Promise<void> {
  const ids = await heldFloods(client);
  for (let at = 0; at < ids.length; at += 500) await client.items.allow({ itemIds: ids.slice(at, at + 500) });
}
