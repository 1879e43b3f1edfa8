import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './list-bar.module.css';
import { useStable } from './use-listing.ts';

/** The engine is asked when the user stops typing for this long. */
const PAUSE_MS = 150;
const SEARCH_MAX = 200;

type Props = { readonly value: string; readonly onChange: (search: string) => void; readonly toList: () => void };

/** Searches names, document numbers and references. Ctrl+F and "/" focus it, Escape clears it, the down arrow moves on to the list. */
export function FindField({ value, onChange, toList }: Props) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyped(value, onChange);
  useFindKeys(() => {
    input.current?.focus();
    input.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    toList();
  };
  return (
    <SearchField
      aria-label={t('list.search')}
      value={typed}
      onChange={type}
      onClear={() => onChange('')}
      maxLength={SEARCH_MAX}
      className={classNames(styles['find'])}
    >
      <Search size={16} aria-hidden className={styles['glass']} />
      <Input
        ref={input}
        className={classNames(styles['input'])}
        placeholder={t('list.search.hint')}
        spellCheck="false"
        onKeyDown={onKeyDown}
      />
      <Button look="icon" size="small" aria-label={t('list.search.clear')}>
        <X size={16} aria-hidden />
      </Button>
    </SearchField>
  );
}

/** The text in the field: what was typed, until the search changes from outside, for example by "Clear" or the browser's back button. */
function useTyped(value: string, onChange: (search: string) => void) {
  const find = useStable(onChange);
  const [typed, setTyped] = useState(value);
  // Searches that have not come back as `value` yet. Such a value is not news, and must not overwrite what was typed since.
  const asked = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = asked.current.indexOf(value);
    if (at === -1) setTyped(value);
    asked.current = asked.current.slice(at + 1);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      asked.current = [...asked.current, typed];
      find(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, find]);
  return { typed, type: setTyped };
}

function useFindKeys(find: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if ((!isFind && event.key !== '/') || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
      if (event.key === '/' && event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
      event.preventDefault();
      find();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
