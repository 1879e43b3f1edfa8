import { existsSync } from 'node:fs';
import { type CallExpression, parseSync, Visitor } from 'oxc-parser';
import { projectText } from '#test/support/project-text.ts';

const NAMES = ['test', 'it'];

/** The titles of a file's tests as written, with the placeholders of `each`; null if there is no such file. */
export function testTitles(path: string): readonly string[] | null {
  if (!existsSync(path)) return null;
  const text = projectText(path);
  const titles: string[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      if (!NAMES.includes(calledName(call))) return;
      const [title] = call.arguments;
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
      if (title?.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1));
    },
  });
  visitor.visit(parseSync(path, text).program);
  return titles;
}

/** `test` for `test(…)`, `test.skipIf(…)(…)` and `test.each(…)(…)`. */
function calledName(call: CallExpression): string {
  let callee = call.callee;
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') {
    callee = callee.type === 'CallExpression' ? callee.callee : callee.object;
  }
  return callee.type === 'Identifier' ? callee.name : '';
}
