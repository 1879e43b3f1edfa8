import { answersOtherwise } from './answers-otherwise.ts';
import { deliversOtherwise } from './delivers-otherwise.ts';
import type { Mutant } from './mutated-service.ts';
import { takesAnything, takesTooLittle } from './takes-anything.ts';

export const ALL_MUTANTS: readonly Mutant[] = [...takesAnything, ...takesTooLittle, ...answersOtherwise, ...deliversOtherwise];
