import type { ReactNode } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo, type PageAddress } from '../frame/place.ts';

type Props = { readonly to: PageAddress; readonly look?: 'primary' | 'plain'; readonly children: ReactNode };

/** Links to another page of the window. */
export function LinkButton({ to, look = 'plain', children }: Props) {
  return (
    <Button look={look} size="small" onPress={() => goTo(to)}>
      {children}
    </Button>
  );
}
