import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { lookAgain } from '#renderer/live/hear-changes.ts';

it('asks once more for a first answer that was on its way when the bell rang, since it may be older than the ring', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  let truth = 'before';
  const answers: ((answer: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['documents'], queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  // The engine has answered, and the answer is still on its way.
  const said = truth;
  truth = 'after';
  const looked = lookAgain(queryClient);
  answers[0]?.(said);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(truth);
  await looked;
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
  queryClient.clear();
});
