import { Fragment } from 'react';
import type { FoundBy } from '#shared/app-api/views.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './document-row.module.css';
import { type Hit, hitsIn } from './hits-in.ts';

/** A foreign text with what the search found in it. */
export function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  return <Parts text={text} hits={search === '' ? [] : hitsIn(text, search)} />;
}

/** "Number 3f2a…": what was found where the name does not show it. */
export function FoundWords({ found, search }: { readonly found: FoundBy; readonly search: string }) {
  const { t } = useI18n();
  const to = Math.max(0, ...search.split(/\s+/u).map((word) => beginning(found.value, word)));
  return (
    <span className={styles['found']} title={found.value}>
      {t(`list.found.${found.kind}`)}{' '}
      <bdi>
        <Parts text={found.value} hits={[{ from: 0, to }]} />
      </bdi>
    </span>
  );
}

/** How many characters of the value a typed word covers from its start, whether hyphens were typed or not. */
function beginning(value: string, typed: string): number {
  const wanted = typed.toLowerCase().replaceAll('-', '');
  let [at, met] = [0, 0];
  while (met < wanted.length && at < value.length) {
    const character = value[at];
    if (character !== '-' && character !== wanted[met]) return met > 0 && REFERENCE.test(wanted) ? at : 0;
    if (character !== '-') met += 1;
    at += 1;
  }
  return at;
}

/** One typed in full ends with the number of its sending, which the value may lack. */
const REFERENCE = /^iy2/;

function Parts({ text, hits }: { readonly text: string; readonly hits: readonly Hit[] }) {
  const shown = hits.filter(({ from, to }) => to > from);
  return (
    <>
      {shown.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(shown[at - 1]?.to ?? 0, from)}
          <mark className={styles['hit']}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(shown.at(-1)?.to ?? 0)}
    </>
  );
}
