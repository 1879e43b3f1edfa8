import { runProgram } from './run-program.ts';

type Program = readonly [string, ...string[]];

/** The programs that make and read files, and how each says its version. */
const PROGRAMS: readonly Program[] = [
  ['convert', '-version'],
  ['tiffinfo', '-v'],
  ['heif-convert', '--version'],
  ['avifdec', '--version'],
  ['dwebp', '-version'],
  ['ppmtobmp', '--version'],
  ['gs', '--version'],
  ['qpdf', '--version'],
  ['exiftool', '-ver'],
  ['pdftoppm', '-v'],
  ['tesseract', '--version'],
];
const LINE_MAX = 100;

/** Each with the first line of what it says that has a version in it. */
export async function installedPrograms(programs: readonly Program[] = PROGRAMS): Promise<readonly string[]> {
  const said: string[] = [];
  for (const program of programs) {
    const { exit, out, said: errors } = await runProgram(program);
    const lines = `${out.toString('latin1')}\n${errors}`.split('\n');
    const line = lines.find((one) => /\d+\.\d+/.test(one)) ?? '';
    said.push(`${program[0]}: ${exit === null ? 'not installed' : line.trim().slice(0, LINE_MAX)}`);
  }
  return said;
}
