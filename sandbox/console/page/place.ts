import { useEffect, useState } from 'react';

const PLACES = ['documents', 'deliveries', 'switches'] as const;
export type ConsolePage = (typeof PLACES)[number];

/** The current place, from the fragment of the address: it survives a reload, and Back works. */
export function usePlace(): readonly [ConsolePage, (place: ConsolePage) => void] {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const look = () => setPlace(here());
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return [
    place,
    (wanted) => {
      window.location.hash = wanted;
    },
  ];
}

function here(): ConsolePage {
  return PLACES.find((place) => window.location.hash === `#${place}`) ?? 'documents';
}
