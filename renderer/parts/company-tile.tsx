import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { everyCompany } from '../companies/every-company.ts';
import styles from './company-tile.module.css';
import { firstLetterOf, lettersOf } from './letters-of.ts';

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
