import { existsSync } from 'node:fs';
import { type Listed, listedFiles, placeOf } from '#test/corpus/listed.ts';
import { type Alike, Sent } from './asked.ts';
import { type Judgement, judge } from './judge.ts';
import { look } from './look.ts';

export type Pair = { readonly file: Listed; readonly earlier: Listed; readonly kind: Alike<Listed>['kind']; readonly judgement: Judgement };

export type Walked = {
  /** Files that can be sent, by how many of their pages are known. */
  readonly known: Readonly<Record<'all' | 'some' | 'none', number>>;
  readonly pages: number;
  /** Listed, and not there. */
  readonly missing: number;
  readonly unfit: number;
  readonly pairs: readonly Pair[];
};

/** All public files, as if each were sent in the order of its hash. `folder`: for what is made of them; `say`: told of its progress. */
export async function walkCorpus(corpus: string, folder: string, say: (text: string) => void): Promise<Walked> {
  const there = listedFiles().filter((file) => existsSync(placeOf(corpus, file)));
  const sent = new Sent<Listed>();
  const known = { all: 0, some: 0, none: 0 };
  const found: { readonly file: Listed; readonly alike: Alike<Listed> }[] = [];
  let [unfit, pages] = [0, 0];
  for (const [at, file] of there.entries()) {
    if (at % 250 === 0) say(`${at} of ${there.length} files`);
    const fingerprints = look(placeOf(corpus, file));
    if (fingerprints === null) {
      unfit += 1;
      continue;
    }
    const count = fingerprints.filter((page) => page !== null).length;
    pages += count;
    known[count === 0 ? 'none' : count === fingerprints.length ? 'all' : 'some'] += 1;
    const alike = sent.take(file, fingerprints);
    if (alike !== null) found.push({ file, alike });
  }
  const pairs: Pair[] = [];
  for (const { file, alike } of found) {
    if (pairs.length % 25 === 0) say(`judged ${pairs.length} of ${found.length} pairs`);
    const [one, other] = alike.kind === 'same' ? [file, alike.earlier] : [alike.earlier, file];
    pairs.push({ file, ...alike, judgement: await judge(placeOf(corpus, one), placeOf(corpus, other), folder) });
  }
  return { known, pages, missing: listedFiles().length - there.length, unfit, pairs };
}
