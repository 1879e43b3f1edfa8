import { useState } from 'react';
import type { FloodAnswer } from '#shared/app-api/views.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TextField } from '#shared/look/parts/text-field.tsx';
import { useSpeech } from '../speech/speech.tsx';

type Props = {
  readonly asking: FloodAnswer['kind'];
  readonly count: number;
  /** When the oldest of the files was written. */
  readonly oldest: WallMs | null;
  readonly isPending: boolean;
  readonly onAnswer: (answer: FloodAnswer) => void;
  readonly onClose: () => void;
};

/** Says once more what becomes of all these files, since what was sent cannot be taken back. */
export function FloodDialog({ asking, count, oldest, isPending, onAnswer, onClose }: Props) {
  const { t, moment } = useSpeech();
  const [day, setDay] = useState('');
  const answer = answerOf(asking, day);
  return (
    <DialogBox role="alertdialog" title={t(`flood.confirm.${asking}`, { count })} onClose={onClose}>
      <p>{t(`flood.confirm.${asking}.text`)}</p>
      {asking === 'since' && (
        <>
          <TextField type="date" label={t('flood.since-day')} value={day} onChange={setDay} />
          {oldest !== null && <p>{t('flood.oldest', { moment: moment(oldest) })}</p>}
        </>
      )}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={answer === null}
          onPress={() => {
            if (answer !== null) onAnswer(answer);
          }}
        >
          {t(asking === 'since' ? 'flood.confirm.since.do' : `flood.send-${asking}`)}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** Null while no day is chosen. A day begins at the person's own midnight. */
function answerOf(asking: FloodAnswer['kind'], day: string): FloodAnswer | null {
  if (asking !== 'since') return { kind: asking };
  const at = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? null : { kind: 'since', at: wallMs(at) };
}
