import type { RegisterLook, RegisterRow } from './register-words.ts';

/** What the drawing thread is asked; it answers each question with the bytes that are ready. */
export type PagesQuestion =
  | { readonly kind: 'begin'; readonly font: Uint8Array; readonly look: RegisterLook; readonly about: PagesAbout }
  | { readonly kind: 'rows'; readonly rows: readonly RegisterRow[] }
  | { readonly kind: 'end' };

export type PagesAbout = { readonly title: string; readonly madeAt: Date };
