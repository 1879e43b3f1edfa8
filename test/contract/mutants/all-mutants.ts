import { answersOtherwise } from './answers-otherwise.ts';
import { deliversOtherwise } from './delivers-otherwise.ts';
import type { Mutant } from './mutant.ts';
import { takesAnything } from './takes-anything.ts';
import { takesTooLittle } from './takes-too-little.ts';

export const ALL_MUTANTS: readonly Mutant[] = [...takesAnything, ...takesTooLittle, ...answersOtherwise, ...deliversOtherwise];
