import { CalendarDays } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { ChoiceMenu } from '../../parts/choice-menu.tsx';
import { dateWords } from './date-words.ts';
import { type Calendar, DATE_PRESETS, type Dates } from './dates.ts';
import { RangeDialog } from './range-dialog.tsx';

type Props = { readonly dates: Dates | null; readonly calendar: Calendar; readonly onChange: (dates: Dates | null) => void };

/** When the documents were found: a part of the calendar, or days of the person's own. */
export function DatesMenu({ dates, calendar, onChange }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  useFocusAfter(button, isAsking);
  const options = [
    { value: 'any', label: t('list.dates.any') },
    ...DATE_PRESETS.map((value) => ({ value, label: t(`list.dates.${value}`) })),
    { value: 'range', label: t('list.dates.range') },
  ];
  const choose = (value: string) => {
    const preset = DATE_PRESETS.find((one) => one === value);
    if (preset !== undefined) onChange({ kind: 'preset', preset });
    else if (value === 'any') onChange(null);
    else setAsking(true);
  };
  return (
    <>
      <ChoiceMenu
        ref={button}
        label={t('list.dates')}
        icon={CalendarDays}
        {...(dates?.kind === 'range' ? { words: dateWords(dates, calendar, i18n) } : {})}
        value={dates === null ? 'any' : dates.kind === 'preset' ? dates.preset : 'range'}
        isChosen={dates !== null}
        options={options}
        onChange={choose}
      />
      {isAsking && (
        <RangeDialog
          dates={dates}
          calendar={calendar}
          onDone={(range) => {
            setAsking(false);
            if (range !== null) onChange(range);
          }}
        />
      )}
    </>
  );
}

/** The dialog was opened from a menu that is gone: when it closes, the focus goes on at the button of both. */
function useFocusAfter(button: RefObject<HTMLButtonElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [button, isOpen]);
}
