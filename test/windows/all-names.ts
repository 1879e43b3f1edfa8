import { Buffer } from 'node:buffer';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../build/windows/run-program.ts';
import type { Started } from './office.ts';

/** Part of the name of each file that the accountant refuses. */
export const REFUSED = 'illisible';
export const REASON = 'Document illisible : le montant est coupé.';
const REFUSED_COUNT = 12;
/** Number of files that are dropped, all with different names and contents. */
export const FILES = 200;
/** Longest name in bytes on the Linux disks below Wine's; Windows' disks count 255 UTF-16 units. */
const NAME_BYTES_MAX = 255;
/** Longest path for Windows programs that do not opt in to longer ones. */
const PATH_CHARACTERS = 260;
const TAIL = '.pdf';

const WORDS = [
  'Facture',
  'Rechnung Nr 7',
  'Reçu boulangerie été',
  'Ticket à payer – 12 €',
  'Quittance d’œuvre “2026”',
  '領収書',
  '請求書 2026年1月',
  'ใบเสร็จ',
  'فاتورة',
  'חשבונית',
  'Счёт',
  'Übergröße ß',
  'scan 🧾',
  '👩‍👩‍👧 famille',
  '🇫🇷 timbre',
  '100 % & plus',
  '#1 à vérifier',
  "l'original",
  'a+b=c; d,e',
  '%41%2F%00',
  '$HOME `x` ^ !',
  '{0} [1] (2)',
  '@here',
  'a..b...c',
  'two  spaces',
  '_-_',
  '‏rtl',
  'zero​width',
];

/** Names that are unusual in shape rather than in their letters. */
const SHAPES = [
  ' a space in front.pdf',
  'a space behind .pdf',
  'two dots..pdf',
  'UPPER CASE.PDF',
  'Mixed Case.Pdf',
  'été composed'.normalize('NFC') + TAIL,
  'été decomposed'.normalize('NFD') + TAIL,
  'e\u0301te\u0301 twins'.normalize('NFC') + TAIL,
  'e\u0301te\u0301 twins'.normalize('NFD') + TAIL,
  '~tilde.pdf',
  'PROGRA~1.pdf',
  'a~b.pdf',
  'CON1.pdf',
  'nullable.pdf',
  'con-fidential.pdf',
  'auxiliary.pdf',
  '-rf.pdf',
  '--profile.pdf',
  '0.pdf',
  'no ending but pdf.pdf.pdf',
  'semi;colon.pdf',
  'sub folder/in it.pdf',
  'sub folder/Über/tiefer noch.pdf',
  'Été 2026/Reçus/日本/領収書.pdf',
  'a & b/100 %/#.pdf',
];

/** Files that other programs leave in a folder while they work; never sent. */
export const LEFT_ALONE = ['.hidden.pdf', '..two dots.pdf', '~$Facture.pdf', 'download.pdf.part', 'desktop.ini', 'Thumbs.db'];

/** 200 paths below a watched folder whose own path has the given length, with `/` as the separator. */
export function allNames(folderCharacters: number): readonly string[] {
  const odd = [...SHAPES, ...['n', 'é', '長', '🧾'].map(longName), ...atTheLimit(folderCharacters)];
  const refused = Array.from({ length: REFUSED_COUNT }, (_, at) => `${WORDS[at] ?? ''} ${REFUSED} ${at}${TAIL}`);
  const plain = Array.from({ length: FILES - odd.length - refused.length }, (_, at) => {
    const word = WORDS[at % WORDS.length] ?? '';
    return `${at % 2 === 0 ? word.normalize('NFC') : word.normalize('NFD')} ${at}${TAIL}`;
  });
  return [...odd, ...refused, ...plain];
}

/** Names of the maximum length, with characters of one byte and of several. */
function longName(letter: string): string {
  const room = NAME_BYTES_MAX - TAIL.length;
  return letter.repeat(Math.floor(room / Buffer.byteLength(letter))) + TAIL;
}

/** Paths just below, exactly at and far above the former Windows limit of 260 characters. */
function atTheLimit(folderCharacters: number): readonly string[] {
  const deep = `${'d'.repeat(60)}/${'e'.repeat(60)}`;
  const before = folderCharacters + 1 + deep.length + 1;
  const upTo = (characters: number): string => `${deep}/${'f'.repeat(characters - before - TAIL.length)}${TAIL}`;
  return [PATH_CHARACTERS - 2, PATH_CHARACTERS - 1, PATH_CHARACTERS, PATH_CHARACTERS + 1, PATH_CHARACTERS + 40].map(upTo);
}

const UPDATES = 4;
/** Free in what `aPdf` makes. */
const FIRST_FREE = 7;

/** A PDF that a program saved again and again behind its end, as PDF allows: it is whole at each of `ends`, and at its own end. */
export function growingPdf(): { readonly bytes: Uint8Array; readonly ends: readonly number[] } {
  let text = aPdf('page after page', 5_000).toString('latin1');
  const ends: number[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    ends.push(text.length);
    const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1] ?? '';
    const [number, at] = [FIRST_FREE + update, text.length];
    const object = `${number} 0 obj\n<< /Update ${update} >>\nendobj\n`;
    const table = `xref\n${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    const trailer = `trailer\n<< /Size ${number + 1} /Root 1 0 R /Prev ${before} >>\nstartxref\n${at + object.length}\n%%EOF\n`;
    text += object + table + trailer;
  }
  return { bytes: Buffer.from(text, 'latin1'), ends };
}

type How = {
  /** Files for input and output: Windows' Node cannot use a pipe under Wine. */
  readonly folder: string;
  readonly input: string;
  readonly cwd?: string;
  /** Ends the process that was really started, if it is not the child itself. */
  readonly killBy?: (child: ChildProcess) => void;
};

let started = 0;

/** Starts a command whose standard input, output and error are files. */
export function startWithFiles({ program, args, env }: Command, { folder, input, cwd, killBy }: How): Started {
  mkdirSync(folder, { recursive: true });
  started += 1;
  const [inFile = '', outFile = '', errFile = ''] = ['in', 'out', 'err'].map((kind) => join(folder, `${started}.${kind}`));
  writeFileSync(inFile, input, { mode: 0o600 });
  const files = [openSync(inFile, 'r'), openSync(outFile, 'w'), openSync(errFile, 'w')];
  const child = spawn(program, args, { stdio: files, ...(env === undefined ? {} : { env }), ...(cwd === undefined ? {} : { cwd }) });
  for (const file of files) closeSync(file);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code));
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    ended,
    out: () => readFileSync(outFile, 'utf8'),
    err: () => readFileSync(errFile, 'utf8'),
    kill: () => {
      if (isOver()) return;
      if (killBy === undefined) child.kill('SIGKILL');
      else killBy(child);
    },
  };
}
