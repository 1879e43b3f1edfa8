/** One way in which a program saves a file. `{from}` and `{to}` stand for the file and what is made of it, `{folder}` for where helping files are. */
export type Way = {
  readonly program: string;
  readonly what: string;
  readonly of: 'pdf' | 'jpeg' | 'png';
  /** The program itself draws all anew: then its pages are others. */
  readonly anew?: true;
  readonly command: readonly [string, ...string[]];
  /** The made file, if the program chooses its name. */
  readonly made?: string;
  /** What it writes to its standard output is the made file. */
  readonly isPiped?: true;
};

const PDF = { of: 'pdf' } as const;

const qpdf = (what: string, ...options: readonly string[]): Way => ({
  ...PDF,
  program: 'qpdf',
  what,
  command: ['qpdf', '--warning-exit-0', ...options, '{from}', '{to}'],
});

const qpdfLocked = (what: string, ...options: readonly string[]): Way => qpdf(what, ...options, '--');

const mutool = (what: string, ...options: readonly string[]): Way => ({
  ...PDF,
  program: 'mutool',
  what,
  command: ['mutool', 'clean', ...options, '{from}', '{to}'],
});

const QPDF: readonly Way[] = [
  qpdf('as it does'),
  qpdf('object streams, packed again', '--object-streams=generate', '--recompress-flate', '--compression-level=9'),
  qpdf('for the web', '--linearize'),
  qpdf('unpacked', '--stream-data=uncompress'),
  qpdf('one description a page', '--coalesce-contents'),
  qpdf('turned', '--rotate=+90'),
  qpdfLocked('locked, 40 bits', '--allow-weak-crypto', '--encrypt', '', 'owner', '40'),
  qpdfLocked('locked, 128 bits', '--allow-weak-crypto', '--encrypt', '', 'owner', '128'),
  qpdfLocked('locked, 128 bits of AES', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y'),
  qpdfLocked('locked, 256 bits', '--encrypt', '', 'owner', '256'),
  { ...qpdf('descriptions in its own words', '--normalize-content=y'), anew: true },
];

const MUTOOL: readonly Way[] = [
  mutool('clean'),
  mutool('clean -ggggz', '-ggggz'),
  // It unpacks pictures, too.
  { ...mutool('clean -d', '-d'), anew: true },
  { ...mutool('clean -s', '-s'), anew: true },
  { ...PDF, program: 'mutool', what: 'a note and a mark', command: ['mutool', 'run', '{folder}/annotate.js', '{from}', '{to}'] },
];

const OTHERS: readonly Way[] = [
  { ...PDF, program: 'pdftk', what: 'cat', command: ['pdftk', '{from}', 'cat', 'output', '{to}'] },
  { ...PDF, program: 'pdftk', what: 'uncompress', command: ['pdftk', '{from}', 'output', '{to}', 'uncompress'] },
  { ...PDF, program: 'pdftk', what: 'turned', command: ['pdftk', '{from}', 'cat', '1-endeast', 'output', '{to}'] },
  {
    ...PDF,
    program: 'exiftool',
    what: 'other dates',
    command: ['exiftool', '-q', '-ModifyDate=2021:01:01 00:00:00', '-o', '{to}', '{from}'],
  },
  { ...PDF, program: 'pdfunite', what: 'with another file', command: ['pdfunite', '{from}', '{folder}/other.pdf', '{to}'] },
  { ...PDF, program: 'pdfseparate', what: 'page 1', command: ['pdfseparate', '-f', '1', '-l', '1', '{from}', '{to}'] },
  { ...PDF, program: 'pdftocairo', what: 'a PDF', anew: true, command: ['pdftocairo', '-pdf', '{from}', '{to}'] },
  { ...PDF, program: 'gs', what: 'a PDF', anew: true, command: ['gs', '-q', '-dSAFER', '-sDEVICE=pdfwrite', '-o', '{to}', '{from}'] },
  {
    ...PDF,
    program: 'soffice',
    what: 'Draw',
    anew: true,
    command: [
      'soffice',
      '--headless',
      '--infilter=draw_pdf_import',
      '--convert-to',
      'pdf:draw_pdf_Export',
      '--outdir',
      '{folder}/out',
      '{from}',
    ],
    made: '{folder}/out/{name}',
  },
];

const PICTURES: readonly Way[] = [
  {
    of: 'jpeg',
    program: 'exiftool',
    what: 'turned by a tag',
    command: ['exiftool', '-q', '-n', '-Orientation=6', '-o', '{to}', '{from}'],
  },
  { of: 'jpeg', program: 'jpegtran', what: 'without notes', isPiped: true, command: ['jpegtran', '-copy', 'none', '{from}'] },
  { of: 'jpeg', program: 'jpegtran', what: 'code packed again', anew: true, isPiped: true, command: ['jpegtran', '-optimize', '{from}'] },
  { of: 'jpeg', program: 'jpegtran', what: 'turned', anew: true, isPiped: true, command: ['jpegtran', '-rotate', '90', '{from}'] },
  { of: 'jpeg', program: 'convert', what: 'quality 80', anew: true, command: ['convert', '{from}', '-quality', '80', '{to}'] },
  { of: 'png', program: 'optipng', what: 'same colours', command: ['optipng', '-quiet', '-nc', '-nb', '-o2', '-out', '{to}', '{from}'] },
  {
    of: 'png',
    program: 'convert',
    what: 'level 9',
    command: ['convert', '{from}', '-define', 'png:color-type=0', '-define', 'png:compression-level=9', '{to}'],
  },
  { of: 'png', program: 'convert', what: 'as colours', anew: true, command: ['convert', '{from}', '-define', 'png:color-type=2', '{to}'] },
];

/** How those that make and judge files say their versions. */
export const ASKED = [
  ['qpdf', '--version'],
  ['mutool', '-v'],
  ['pdftk', '--version'],
  ['exiftool', '-ver'],
  ['pdftoppm', '-v'],
  ['gs', '--version'],
  ['soffice', '--version'],
  ['jpegtran', '-version'],
  ['optipng', '-v'],
  ['convert', '-version'],
] as const;

export const WAYS: readonly Way[] = [...QPDF, ...MUTOOL, ...OTHERS, ...PICTURES];
