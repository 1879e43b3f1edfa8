import type { Company, RemovedCompany } from '#shared/domain/company.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './company-name.module.css';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { PartnerView } from '#shared/app-api/invitation/invitation-views.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';

export function CompanyName({ company }: { readonly company: Company | RemovedCompany }) {
  const { t } = useI18n();
  return (
    <span className={styles['company']}>
      <CompanyTile company={company} />
      <bdi>{companyWords(company, t)}</bdi>
    </span>
  );
}

/** The company's name, followed by a remark if it was removed. */
export function companyWords(company: Company | RemovedCompany, t: I18n['t']): string {
  return 'removedAt' in company ? `${company.name} (${t('companies.removed')})` : company.name;
}

const LettersContext = createContext<ReadonlyMap<CompanyId, string>>(new Map());

/** Tells every tile below it which letters its company has among all companies. */
export function CompanyLetters({ overview, children }: { readonly overview: Overview; readonly children: ReactNode }) {
  const { companies, removed } = overview;
  const letters = useMemo(() => lettersOf(everyCompany({ companies, removed })), [companies, removed]);
  return <LettersContext value={letters}>{children}</LettersContext>;
}

/** A company's mark: its letter, on a soft ground of its colour. The letter tells it from others where nobody sees colours; the name is beside it. */
export function CompanyTile({ company }: { readonly company: Pick<Company, 'id' | 'name' | 'colour'> }) {
  return <ColourTile colour={company.colour} letters={use(LettersContext).get(company.id) ?? firstLetterOf(company.name)} />;
}

/** The same for a company that is not there yet. */
export function ColourTile({ colour, letters }: { readonly colour: Company['colour']; readonly letters: string }) {
  return (
    <span className={classNames(styles['tile'], styles[colour])} data-company-tile aria-hidden>
      {letters}
    </span>
  );
}

/**
 * What stands on each company's tile: its first letter, or two where companies share it, of the first two words if there are two. Companies that share
 * those as well are told apart by colour and name.
 */
export function lettersOf(companies: readonly Pick<Company, 'id' | 'name'>[]): ReadonlyMap<CompanyId, string> {
  const sharing = Map.groupBy(companies, ({ name }) => firstLetterOf(name));
  return new Map(
    companies.map(({ id, name }) => {
      const first = firstLetterOf(name);
      return [id, (sharing.get(first)?.length ?? 0) > 1 ? twoLettersOf(name) : first];
    }),
  );
}

/** Its first letter or digit; what a user sees as one letter counts as one. */
export function firstLetterOf(name: string): string {
  return lettersIn(name)[0]?.toLocaleUpperCase() ?? '?';
}

function twoLettersOf(name: string): string {
  const words = name.split(/\s+/u).map(lettersIn).filter(hasSome);
  const [first = [], second] = words;
  const letters = second === undefined ? first.slice(0, 2) : [first[0], second[0]];
  return `${letters[0]?.toLocaleUpperCase() ?? '?'}${second === undefined ? (letters[1] ?? '') : (letters[1]?.toLocaleUpperCase() ?? '')}`;
}

function hasSome(letters: readonly string[]): boolean {
  return letters.length > 0;
}

function lettersIn(text: string): readonly string[] {
  const parts = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const letters = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  // A name of signs only, such as an emoji, is its own letter.
  return letters.length > 0 ? letters : parts.filter((part) => part.trim() !== '');
}

/** Includes removed companies, because their documents are still in the list. */
export function everyCompany({ companies, removed = [] }: Pick<Overview, 'companies' | 'removed'>): readonly Company[] {
  return [...companies, ...removed];
}

/** Who runs the relay, in its own words. The engine has checked that the logo is a picture of a bounded size. */
export function PartnerName({ partner: { name, logo } }: { readonly partner: PartnerView }) {
  return (
    <span className={styles['partner']}>
      {logo !== null && <img src={`data:${logo.mediaType};base64,${logo.base64}`} alt="" />}
      <bdi>{name}</bdi>
    </span>
  );
}
