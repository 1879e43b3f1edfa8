import { useState } from 'react';
import type { CompanyId } from '#shared/domain/ids.ts';

/** Remembered as long as the window is open. */
const chosen = new Map<CompanyId, boolean>();

/** Whether a company's details are unfolded; before a person chooses, only those of a company that is alone. */
export function useUnfolded(companyId: CompanyId, isAlone: boolean): readonly [boolean, () => void] {
  const [, draw] = useState(0);
  const isOpen = chosen.get(companyId) ?? isAlone;
  const turn = () => {
    chosen.set(companyId, !isOpen);
    draw((times) => times + 1);
  };
  return [isOpen, turn];
}
