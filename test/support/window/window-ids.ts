/** A UUID that a reader recognises. */
export function storyId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
